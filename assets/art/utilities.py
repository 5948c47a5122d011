"""Ecomobiles, windmills and the biodome, each without its numbers: the app writes those, for any box."""

from __future__ import annotations

import math

from PIL import Image

from assets.art.canvas import Canvas, Point, arc, bezier, ellipse, round_rect
from assets.art.marks import runner, tree
from assets.art.palette import PAINT, PALETTE, darken, lighten, mix
from assets.art.signs import skyline, token
from assets.art.towers import stand

UTILITY: dict[str, str] = PALETTE["utility"]
COUNTED = ("park", "sport", "park_or_sport", "skyscraper", "utility")  # by ecomobiles
ZONES = {
    "left": {(0, y) for y in range(4)},
    "right": {(3, y) for y in range(4)},
    "top": {(x, 0) for x in range(4)},
    "bottom": {(x, 3) for x in range(4)},
    "corner": {(0, 0), (3, 0), (0, 3), (3, 3)},
    "center": {(1, 1), (2, 1), (1, 2), (2, 2)},
}


def ecomobile(canvas: Canvas, counted: str) -> None:
    """A bus on a crossing of its row and its column; on its side the thing it counts, with room for the number."""
    roads = canvas.mask(round_rect(0.02, 0.50, 0.98, 0.72, 0.05), round_rect(0.36, 0.02, 0.58, 0.98, 0.05))
    canvas.shadow(roads, 0.015, 0.02, 0.015, 0.30)
    canvas.put(roads, PAINT["rim"])
    tar = canvas.mask(round_rect(0.045, 0.525, 0.955, 0.695, 0.03), round_rect(0.385, 0.045, 0.555, 0.955, 0.03))
    canvas.put(tar, PAINT["road"])
    for y in (0.075, 0.145, 0.215, 0.90):
        canvas.stroke([(0.47, y), (0.47, y + 0.03)], 0.020, PAINT["road_dash"])
    body = round_rect(0.085, 0.295, 0.915, 0.80, (0.13, 0.17, 0.07, 0.07))
    wheels = [ellipse(x, 0.805, 0.088) for x in (0.27, 0.73)]
    stand(canvas, canvas.mask(body, *wheels))
    canvas.fill(body, (lighten(UTILITY["ecomobile"], 0.12), UTILITY["ecomobile"], 80))
    canvas.stroke([(0.21, 0.318), (0.74, 0.318)], 0.018, lighten(UTILITY["ecomobile"], 0.55), 0.9)
    side = (UTILITY["token"], mix(UTILITY["token"], UTILITY["token_dark"], 0.35), 70.0)
    canvas.fill(round_rect(0.125, 0.365, 0.875, 0.715, (0.08, 0.11, 0.04, 0.04)), side)
    for x, wheel in zip((0.27, 0.73), wheels, strict=True):
        canvas.fill(wheel, UTILITY["ink"])
        canvas.fill(ellipse(x, 0.805, 0.036), PAINT["hub_cap"])
    match counted:
        case "park":
            tree(canvas, 0.62, 0.545, 0.34)
        case "sport":
            runner(canvas, 0.62, 0.545, 0.33)
        case "park_or_sport":
            tree(canvas, 0.515, 0.545, 0.28)
            runner(canvas, 0.755, 0.545, 0.28)
        case "skyscraper":
            canvas.put(skyline(canvas, 0.62, 0.535, 0.31), UTILITY["ink"])
        case _:
            canvas.put(token(canvas, 0.62, 0.54, 0.31), UTILITY["ink"])


def _vane(hub: Point, angle: float, length: float) -> list[Point]:
    x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def at(along: float, aside: float) -> Point:
        return hub[0] + along * x - aside * y, hub[1] + along * y + aside * x

    return bezier(hub, at(0.03, 0.085), at(length - 0.04, 0.06), at(length, 0))


def windmill(canvas: Canvas, zone: str) -> None:
    """A board of 4 x 4 tiles with those lit where it scores; behind it a small rotor says what it is."""
    hub = (0.34, 0.150)
    vanes = [_vane(hub, angle, 0.175) for angle in (-100, 20, 140)]
    board = round_rect(0.025, 0.265, 0.735, 0.975, 0.075)
    mast = [(0.325, 0.15), (0.355, 0.15), (0.37, 0.30), (0.31, 0.30)]
    stand(canvas, canvas.mask(board, mast, *vanes, ellipse(*hub, 0.035)))
    teal = (lighten(UTILITY["windmill"], 0.10), darken(UTILITY["windmill"], 0.25), 60.0)
    canvas.fill(mast, (lighten(UTILITY["windmill"], 0.3), UTILITY["windmill"], 0))
    for vane in vanes:
        canvas.fill(vane, (mix(UTILITY["windmill"], PAINT["white"], 0.18), UTILITY["windmill"], 60))
    canvas.fill(ellipse(*hub, 0.033), darken(UTILITY["windmill"], 0.35))
    canvas.fill(ellipse(hub[0] - 0.008, hub[1] - 0.009, 0.013), PAINT["hub_glint"])
    canvas.fill(board, teal)
    canvas.fill(round_rect(0.045, 0.285, 0.715, 0.955, 0.058), UTILITY["token"])
    side, pitch = 0.142, 0.163
    for y in range(4):
        for x in range(4):
            left, top = 0.38 + (x - 2) * pitch + (pitch - side) / 2, 0.62 + (y - 2) * pitch + (pitch - side) / 2
            lit = (x, y) in ZONES[zone]
            canvas.fill(round_rect(left, top, left + side, top + side, 0.026), teal if lit else UTILITY["off"])


def biodome(canvas: Canvas) -> None:
    """A glass dome, still empty: the app lays the district's shape in it, a `dome_cell` for each square."""
    purple = UTILITY["biodome"]
    dome = [*arc(0.485, 0.545, 0.395, 0.425, 180, 360, 40), (0.88, 0.80), (0.09, 0.80)]
    foot = round_rect(0.06, 0.77, 0.91, 0.90, 0.05)
    stand(canvas, canvas.mask(dome, foot))
    glass = UTILITY["glass"]
    canvas.fill(dome, (lighten(glass, 0.6), mix(glass, PAINT["glass_dark"], 0.55), 60))
    with canvas.clipped(canvas.mask(dome)):
        for start in (180, 360):
            canvas.stroke(arc(0.485, 0.80, 0.245, 0.68, start, 270), 0.012, purple, 0.30)
        canvas.stroke([(0.08, 0.545), (0.9, 0.545)], 0.012, purple, 0.25)
        canvas.stroke(arc(0.485, 0.545, 0.33, 0.36, 195, 250), 0.036, PAINT["white"], 0.95)
    canvas.stroke([(0.10, 0.79), *arc(0.485, 0.545, 0.385, 0.415, 180, 360, 40), (0.87, 0.79)], 0.030, purple)
    canvas.fill(foot, (lighten(purple, 0.22), darken(purple, 0.15), 70))
    canvas.stroke([(0.10, 0.793), (0.86, 0.793)], 0.014, lighten(purple, 0.6), 0.9)


def dome_cell() -> Image.Image:
    """One square of a district under glass: drawn 1.12 pitches wide, so that the rims of neighbours coincide."""
    canvas = Canvas(32)
    canvas.fill(round_rect(0.0, 0.0, 1.0, 1.0, 0.20), PAINT["white"])
    purple = UTILITY["biodome"]
    canvas.fill(round_rect(0.107, 0.107, 0.893, 0.893, 0.13), (lighten(purple, 0.10), darken(purple, 0.12), 60))
    return canvas.done()
