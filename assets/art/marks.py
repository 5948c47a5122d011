"""Parks and sport grounds: round against square, so that they differ without colour."""

from __future__ import annotations

from assets.art.canvas import Canvas, arc, ellipse, round_rect
from assets.art.palette import PAINT, PALETTE, darken, lighten, mix

MARK: dict[str, str] = PALETTE["mark"]


def tree(canvas: Canvas, x: float, y: float, height: float) -> None:
    """A round tree."""
    lobes = [(0, -0.26, 0.26), (-0.20, -0.06, 0.23), (0.20, -0.06, 0.23), (0, 0.04, 0.22)]
    leaves = canvas.mask(*[ellipse(x + a * height, y + b * height, r * height) for a, b, r in lobes])
    trunk = [(-0.065, 0.1), (0.065, 0.1), (0.085, 0.5), (-0.085, 0.5)]
    canvas.fill([(x + a * height, y + b * height) for a, b in trunk], (MARK["trunk"], darken(MARK["trunk"], 0.3), 0))
    canvas.put(leaves, MARK["park_leaf"])
    with canvas.clipped(leaves):
        canvas.fill(ellipse(x - 0.10 * height, y - 0.22 * height, 0.27 * height), MARK["park_leaf_light"], 0.85)
        glow = lighten(MARK["park_leaf_light"], 0.45)
        canvas.fill(ellipse(x - 0.15 * height, y - 0.28 * height, 0.13 * height), glow, 0.8)
        shade = arc(x + 0.02 * height, y - 0.03 * height, 0.40 * height, 0.30 * height, 15, 120)
        canvas.stroke(shade, 0.07 * height, MARK["park_ring"], 0.55)


def runner(canvas: Canvas, x: float, y: float, height: float) -> None:
    """A running athlete."""
    limbs = [
        (0.185, [(0.075, -0.20), (-0.055, 0.07)]),  # body
        (0.098, [(0.08, -0.215), (0.215, -0.05), (0.37, -0.10)]),  # arms
        (0.098, [(0.05, -0.22), (-0.175, -0.215), (-0.265, -0.055)]),
        (0.118, [(-0.03, 0.08), (0.17, 0.205), (0.115, 0.455)]),  # legs
        (0.118, [(-0.07, 0.08), (-0.155, 0.30), (-0.385, 0.315)]),
    ]
    canvas.fill(ellipse(x + 0.17 * height, y - 0.385 * height, 0.115 * height), MARK["sport_runner"])
    for width, limb in limbs:
        canvas.stroke([(x + a * height, y + b * height) for a, b in limb], width * height, MARK["sport_runner"])


def park(canvas: Canvas) -> None:
    """A tree and flowers on a round lawn."""
    disc = canvas.mask(ellipse(0.5, 0.5, 0.355))
    canvas.shadow(disc, 0.02, 0.03, 0.02, 0.40)
    canvas.put(disc, MARK["park_ring"])
    canvas.fill(ellipse(0.5, 0.5, 0.322), PAINT["rim"])
    lawn = (lighten(MARK["park_ground"], 0.45), mix(MARK["park_ground"], MARK["park_leaf_light"], 0.35), 60.0)
    canvas.fill(ellipse(0.5, 0.5, 0.295), lawn)
    canvas.fill(ellipse(0.545, 0.725, 0.155, 0.040), MARK["park_ring"], 0.35)
    for x, y, flower in (
        (0.29, 0.60, MARK["flower_red"]),
        (0.335, 0.665, PAINT["white"]),
        (0.70, 0.625, MARK["flower_yellow"]),
        (0.665, 0.69, MARK["flower_red"]),
    ):
        canvas.fill(ellipse(x, y, 0.021), flower)
    tree(canvas, 0.5, 0.485, 0.475)


def sport(canvas: Canvas) -> None:
    """A runner inside a square track."""
    ground = canvas.mask(round_rect(0.155, 0.155, 0.845, 0.845, 0.15))
    canvas.shadow(ground, 0.02, 0.03, 0.02, 0.40)
    canvas.put(ground, MARK["sport_ring"])
    track = (lighten(MARK["sport_track"], 0.12), MARK["sport_track"], 60.0)
    canvas.fill(round_rect(0.185, 0.185, 0.815, 0.815, 0.125), track)
    for inset, radius in ((0.225, 0.101), (0.262, 0.079)):
        lane = round_rect(inset, inset, 1 - inset, 1 - inset, radius)
        canvas.stroke([*lane, lane[0]], 0.012, PALETTE["utility"]["token"], 0.95)
    lawn = (lighten(MARK["sport_ground"], 0.5), MARK["sport_ground"], 60.0)
    canvas.fill(round_rect(0.262, 0.262, 0.738, 0.738, 0.085), lawn)
    runner(canvas, 0.5, 0.50, 0.40)
