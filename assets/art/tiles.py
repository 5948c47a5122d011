"""The back of a tile and the shadow under one."""

from __future__ import annotations

from PIL import Image, ImageFilter

from assets.art.canvas import Canvas, round_rect
from assets.art.palette import PALETTE, darken, lighten
from assets.art.signs import blade

SQUARE = 128  # pixels; a tile is two squares wide
CORNER = 0.13  # radius, in squares


def back() -> Image.Image:
    """A leaf on green, pale enough for the number of tiles left to stand on it."""
    canvas = Canvas(SQUARE, 2, 2)
    green = PALETTE["ui"]["light"]["primary"]
    canvas.fill(round_rect(0, 0, 2, 2, CORNER), (lighten(green, 0.10), darken(green, 0.25), 50))
    line = round_rect(0.10, 0.10, 1.90, 1.90, 0.08)
    canvas.stroke([*line, line[0]], 0.022, lighten(green, 0.38))
    outline, veins = blade(1.0, 1.0, 1.24)
    canvas.stroke([veins[0][0], (0.58, 1.42)], 0.085, lighten(green, 0.26))
    canvas.fill(outline, (lighten(green, 0.34), lighten(green, 0.20), 50))
    canvas.put(canvas.stroke_mask(veins[:1], 0.045), darken(green, 0.08))
    canvas.put(canvas.stroke_mask(veins[1:], 0.026), darken(green, 0.08))
    return canvas.done()


def shadow() -> Image.Image:
    """The shadow of a tile, with a quarter of a square of margin; the app moves it away from the light."""
    canvas = Canvas(SQUARE, 2.5, 2.5, (0.25, 0.25))
    tile = canvas.mask(round_rect(0, 0, 2, 2, CORNER))
    soft = tile.filter(ImageFilter.GaussianBlur(0.07 * canvas.scale))
    canvas.put(soft, "#000000", 0.40)
    return canvas.done()
