"""One sheet from many pictures: packed, padded, and with colour under what is clear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from PIL import Image

from assets.art.fields import Pixels
from assets.art.sheet import Sprite

SIZE = 2048
PADDING = {"wrap": 8, "edge": 4, "clear": 4}
GRID = 8  # with padding, pictures fill whole blocks of this many pixels: three levels of mipmaps never mix two of them
BLEED = 16  # how far colour reaches under what is clear


class Box(NamedTuple):
    """A rectangle of the sheet, from the top left."""

    x: int
    y: int
    w: int
    h: int


def bled(pixels: Pixels) -> Pixels:
    """The colours of the edge under the clear pixels beside it: scaling must not find black there."""
    colours = pixels[..., :3].astype(np.float64)
    known = (pixels[..., 3] > 0).astype(np.float64)
    for _ in range(BLEED):
        if known.all():
            break
        total, count = np.zeros_like(colours), np.zeros_like(known)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                here = np.roll(known, (dy, dx), (0, 1))
                # what rolled in from the other side is no neighbour
                here[: max(dy, 0)] = here[here.shape[0] + min(dy, 0) :] = 0
                here[:, : max(dx, 0)] = here[:, here.shape[1] + min(dx, 0) :] = 0
                total += np.roll(colours, (dy, dx), (0, 1)) * here[..., None]
                count += here
        new = (known == 0) & (count > 0)
        colours[new] = total[new] / count[new][:, None]
        known[new] = 1
    colours[known == 0] = 0
    return np.dstack([colours.round().astype(np.uint8), pixels[..., 3]])


def padded(sprite: Sprite) -> Pixels:
    """A picture with its surroundings, as many pixels as the grid asks for."""
    pixels = bled(np.asarray(sprite.picture.convert("RGBA")))
    pad = PADDING[sprite.around]
    sides = [(pad, pad + -(length + 2 * pad) % GRID) for length in pixels.shape[:2]]
    around = np.pad(pixels, [*sides, (0, 0)], mode="wrap" if sprite.around == "wrap" else "edge")
    if sprite.around == "clear":
        alpha = np.pad(pixels[..., 3], sides)
        around = np.dstack([around[..., :3], alpha])
    return around


def packed(sizes: Iterable[tuple[int, int]]) -> list[Box]:
    """Places for rectangles, given from the highest to the lowest: each as far up, then left, as it fits."""
    skyline = np.zeros(SIZE // GRID, int)
    boxes = []
    for w, h in sizes:
        wide = w // GRID
        tops = [int(skyline[i : i + wide].max()) for i in range(len(skyline) - wide + 1)]
        y = min(tops)
        column = tops.index(y)
        skyline[column : column + wide] = y + h
        boxes.append(Box(column * GRID, y, w, h))
    if skyline.max() > SIZE:
        raise ValueError(f"the pictures need {skyline.max()} rows, the sheet has {SIZE}")
    return boxes


def atlas(sprites: Iterable[Sprite]) -> tuple[Image.Image, dict[str, Box]]:
    """The sheet, and where each picture is in it, without its padding."""
    drawn = [(sprite, padded(sprite)) for sprite in sprites]
    drawn.sort(key=lambda pair: (-pair[1].shape[0], -pair[1].shape[1]))
    sheet = np.zeros((SIZE, SIZE, 4), np.uint8)
    regions = {}
    for (sprite, pixels), box in zip(drawn, packed(p.shape[1::-1] for _, p in drawn), strict=True):
        sheet[box.y : box.y + box.h, box.x : box.x + box.w] = pixels
        pad = PADDING[sprite.around]
        regions[sprite.name] = Box(box.x + pad, box.y + pad, *sprite.picture.size)
    return Image.fromarray(sheet), dict(sorted(regions.items()))
