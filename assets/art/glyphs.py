"""Numerals and signs as own strokes, in a box one unit high: the same in every language and at every size."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PIL import Image

from assets.art.canvas import Canvas, Point, arc, bezier, ellipse

BOX = 64  # height in pixels of a glyph's picture
HEIGHT = 46 / BOX  # between the centre lines of the highest and the lowest stroke
WEIGHT = 0.26  # width of a stroke, in heights
GAP = 0.43  # between the centre lines of neighbouring glyphs, in heights


class Glyph(NamedTuple):
    """Width between the outermost centre lines, strokes, and a filled shape, if any."""

    width: float
    strokes: list[list[Point]]
    filled: bool = False


GLYPHS = {
    "0": Glyph(0.54, [[*arc(0.27, 0.29, 0.27, 0.29, 180, 360), *arc(0.27, 0.71, 0.27, 0.29, 0, 180), (0.0, 0.29)]]),
    "1": Glyph(0.24, [[(0.0, 0.19), (0.22, 0.0), (0.22, 1.0)]]),
    "2": Glyph(
        0.54,
        [
            [
                *arc(0.27, 0.275, 0.27, 0.275, 190, 375),
                *bezier((0.53, 0.35), (0.45, 0.58), (0.16, 0.76), (0.0, 1.0)),
                (0.56, 1.0),
            ]
        ],
    ),
    "3": Glyph(0.52, [[(0.02, 0.0), (0.50, 0.0), (0.23, 0.385), *arc(0.23, 0.69, 0.29, 0.305, 270, 505)]]),
    "4": Glyph(0.60, [[(0.36, 0.0), (0.0, 0.70), (0.60, 0.70)], [(0.42, 0.40), (0.42, 1.0)]]),
    "5": Glyph(0.52, [[(0.49, 0.0), (0.08, 0.0), (0.04, 0.44), *arc(0.235, 0.685, 0.285, 0.315, 228, 503)]]),
    "6": Glyph(0.54, [bezier((0.43, 0.0), (0.20, 0.17), (0.0, 0.42), (0.0, 0.70)), ellipse(0.27, 0.70, 0.27, 0.30)]),
    "7": Glyph(0.52, [[(0.0, 0.0), (0.52, 0.0), (0.17, 1.0)]]),
    "8": Glyph(0.54, [ellipse(0.27, 0.235, 0.225, 0.235), ellipse(0.27, 0.735, 0.27, 0.265)]),
    "9": Glyph(0.54, [bezier((0.11, 1.0), (0.34, 0.83), (0.54, 0.58), (0.54, 0.30)), ellipse(0.27, 0.30, 0.27, 0.30)]),
    "slash": Glyph(0.36, [[(0.36, 0.0), (0.0, 1.0)]]),
    "plus": Glyph(0.54, [[(0.0, 0.52), (0.54, 0.52)], [(0.27, 0.25), (0.27, 0.79)]]),
    "minus": Glyph(0.46, [[(0.0, 0.52), (0.46, 0.52)]]),
    "arrow": Glyph(0.80, [[(0.0, 0.52), (0.76, 0.52)], [(0.48, 0.22), (0.80, 0.52), (0.48, 0.82)]]),
    "times": Glyph(0.44, [[(0.0, 0.40), (0.44, 0.84)], [(0.44, 0.40), (0.0, 0.84)]]),
    "tick": Glyph(0.76, [[(0.0, 0.56), (0.27, 0.86), (0.76, 0.18)]]),
    "cross": Glyph(0.64, [[(0.0, 0.20), (0.64, 0.84)], [(0.64, 0.20), (0.0, 0.84)]]),
    "triangle": Glyph(0.74, [[(0.37, 0.18), (0.74, 0.86), (0.0, 0.86), (0.37, 0.18)]], filled=True),
}


def write(
    canvas: Canvas,
    names: Iterable[str],
    centre: Point,
    height: float,
    ink: str,
    *,
    weight: float = WEIGHT,
    gap: float = GAP,
    outline: tuple[str, float] | None = None,
) -> None:
    """Glyphs centred on a point; height is between centre lines, the outline a colour and its width in heights."""
    glyphs = [GLYPHS[name] for name in names]
    x = centre[0] - (sum(glyph.width for glyph in glyphs) + gap * (len(glyphs) - 1)) * height / 2
    y = centre[1] - height / 2
    lines, filled = [], []
    for glyph in glyphs:
        strokes = [[(x + px * height, y + py * height) for px, py in stroke] for stroke in glyph.strokes]
        lines += strokes
        filled += strokes if glyph.filled else []
        x += (glyph.width + gap) * height
    if outline:
        canvas.put(canvas.stroke_mask(lines, height * (weight + 2 * outline[1])), outline[0])
    canvas.put(canvas.stroke_mask(lines, height * weight), ink)
    canvas.put(canvas.mask(*filled), ink)


def glyph(name: str, ink: str) -> Image.Image:
    """One glyph in its box, half a gap on each side: a text is such pictures side by side."""
    width = round((GLYPHS[name].width + GAP) * HEIGHT * BOX) / BOX
    canvas = Canvas(BOX, width)
    write(canvas, [name], (width / 2, 0.5), HEIGHT, ink)
    return canvas.done()
