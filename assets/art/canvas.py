"""A small supersampled canvas over Pillow, in units of one board square (0..1, y down), and the shapes drawn on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from assets.art.palette import PAINT, rgb

Point = tuple[float, float]
Shape = Sequence[Point]
Mask = Image.Image  # one channel
Paint = str | tuple[str, str, float]  # one colour, or a gradient from, to, in this direction (degrees)


def arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Points on an ellipse; angles in degrees, 0 = right, clockwise on the screen."""
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(cx + rx * math.cos(angle), cy + ry * math.sin(angle)) for angle in angles]


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> list[Point]:
    """A whole ellipse, or a circle."""
    return arc(cx, cy, rx, rx if ry is None else ry, 0, 360, 64)


def round_rect(
    x0: float, y0: float, x1: float, y1: float, radius: float | tuple[float, float, float, float]
) -> list[Point]:
    """A rounded rectangle with one radius or four (nw, ne, se, sw)."""
    nw, ne, se, sw = radius if isinstance(radius, tuple) else (radius,) * 4
    return [
        *arc(x0 + nw, y0 + nw, nw, nw, 180, 270, 10),
        *arc(x1 - ne, y0 + ne, ne, ne, 270, 360, 10),
        *arc(x1 - se, y1 - se, se, se, 0, 90, 10),
        *arc(x0 + sw, y1 - sw, sw, sw, 90, 180, 10),
    ]


def bezier(p0: Point, p1: Point, p2: Point, p3: Point, steps: int = 20) -> list[Point]:
    """A cubic Bézier curve."""
    points = []
    for t in (i / steps for i in range(steps + 1)):
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append((a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]))
    return points


class Canvas:
    """Draws shapes through masks at `oversize` times the size; `done` scales down."""

    def __init__(
        self, unit: int, width: float = 1.0, height: float = 1.0, origin: Point = (0.0, 0.0), oversize: int = 4
    ) -> None:
        self.oversize = oversize
        self.scale = unit * oversize
        self.size = (round(unit * width), round(unit * height))
        self.origin = origin
        self.image = Image.new("RGBA", (self.size[0] * oversize, self.size[1] * oversize), (0, 0, 0, 0))
        self._clip: Mask | None = None

    def _pixels(self, points: Iterable[Point]) -> list[Point]:
        ox, oy = self.origin
        return [((x + ox) * self.scale, (y + oy) * self.scale) for x, y in points]

    def mask(self, *shapes: Shape) -> Mask:
        """The union of filled shapes."""
        mask = Image.new("L", self.image.size, 0)
        draw = ImageDraw.Draw(mask)
        for shape in shapes:
            draw.polygon(self._pixels(shape), fill=255)
        return mask

    def stroke_mask(self, lines: Iterable[Shape], width: float) -> Mask:
        """Lines with round caps and joints."""
        mask = Image.new("L", self.image.size, 0)
        draw = ImageDraw.Draw(mask)
        thick = width * self.scale
        for line in lines:
            points = self._pixels(line)
            for start, end in pairwise(points):
                draw.line([start, end], fill=255, width=max(1, round(thick)))
            for x, y in points:
                draw.ellipse([x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2], fill=255)
        return mask

    def grow(self, mask: Mask, by: float) -> Mask:
        """The mask outset by a distance, with round corners."""
        radius = by * self.scale
        reach = math.ceil(radius) + 1
        far = float(reach * reach * 4)
        squared = np.where(np.asarray(mask) >= 128, 0.0, far)
        for axis in (1, 0):  # squared distance along the rows, then over the columns: exact within reach
            padded = np.pad(squared, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], constant_values=far)
            length = squared.shape[axis]
            for step in range(2 * reach + 1):
                shifted = padded[:, step : step + length] if axis else padded[step : step + length]
                squared = np.minimum(squared, shifted + (step - reach) ** 2)
        return Image.fromarray((np.clip(radius - np.sqrt(squared) + 0.5, 0, 1) * 255).astype(np.uint8))

    def _paint(self, paint: Paint, size: tuple[int, int]) -> Image.Image:
        if isinstance(paint, str):
            return Image.new("RGBA", size, (*rgb(paint), 255))
        start, end, angle = paint
        width, height = size
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        y, x = np.mgrid[0:height, 0:width]
        t = np.clip((x * dx + y * dy) / max(1.0, abs(width * dx) + abs(height * dy)), 0, 1)[..., None]
        colours = np.array(rgb(start)) * (1 - t) + np.array(rgb(end)) * t
        return Image.fromarray(colours.round().astype(np.uint8)).convert("RGBA")

    def put(self, mask: Mask, paint: Paint, alpha: float = 1.0) -> None:
        """Paint through a mask."""
        if self._clip is not None:
            mask = ImageChops.multiply(mask, self._clip)
        box = mask.getbbox()
        if not box:
            return
        layer = self._paint(paint, (box[2] - box[0], box[3] - box[1]))
        layer.putalpha(mask.crop(box).point(lambda value: round(value * alpha)))
        self.image.alpha_composite(layer, (box[0], box[1]))

    def fill(self, shape: Shape, paint: Paint, alpha: float = 1.0) -> None:
        """Paint a shape."""
        self.put(self.mask(shape), paint, alpha)

    def stroke(self, line: Shape, width: float, paint: Paint, alpha: float = 1.0) -> None:
        """Paint one line."""
        self.put(self.stroke_mask([line], width), paint, alpha)

    def shadow(self, mask: Mask, dx: float, dy: float, blur: float, alpha: float) -> None:
        """The soft shadow of a mask: to be painted before the thing itself."""
        moved = ImageChops.offset(mask, round(dx * self.scale), round(dy * self.scale))
        self.put(moved.filter(ImageFilter.GaussianBlur(blur * self.scale)), PAINT["shadow"], alpha)

    def erase(self, mask: Mask) -> None:
        """Cut a hole."""
        self.image.putalpha(ImageChops.subtract(self.image.getchannel("A"), mask))

    @contextmanager
    def clipped(self, mask: Mask) -> Iterator[None]:
        """Paint only inside a mask."""
        self._clip = mask
        yield
        self._clip = None

    def done(self) -> Image.Image:
        """The finished picture; scaled with premultiplied alpha, so that edges stay clean."""
        (width, height), over = self.size, self.oversize
        pixels = np.asarray(self.image, dtype=np.float64)
        alpha = pixels[..., 3:] / 255
        sums = np.dstack([pixels[..., :3] * alpha, alpha]).reshape(height, over, width, over, 4).mean((1, 3))
        colours = sums[..., :3] / np.maximum(sums[..., 3:], 1e-6)
        return Image.fromarray(np.dstack([np.clip(colours, 0, 255), sums[..., 3:] * 255]).round().astype(np.uint8))
