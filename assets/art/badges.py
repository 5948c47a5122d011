"""Badges, pills and discs: what carries a forecast or a number. A badge is a shape and a sign, never colour alone."""

from __future__ import annotations

import numpy as np
from PIL import Image

from assets.art.canvas import Canvas, Mask, Paint, ellipse, round_rect
from assets.art.glyphs import write
from assets.art.palette import PAINT, PALETTE, TERRAINS, lighten, mix

SIZE = 64  # pixels
MIDDLE = (0.5, 0.47)  # of a badge: a little high, for the shadow
STATES: dict[str, dict[str, str]] = PALETTE["badge"]
SIGNS = {"safe": ("tick", 0.46), "open": ("triangle", 0.42), "lost": ("cross", 0.36), "void": ("minus", 0.52)}


def _body(fill: str) -> Paint:
    return lighten(fill, 0.13), fill, 90


def _rims(state: dict[str, str]) -> tuple[str, str]:
    """The outer and the inner rim: a light one, and inside it a dark one where the fill is light itself."""
    return PAINT["rim"] if state["line"] != PAINT["white"] else state["line"], state["line"]


def badge(name: str) -> Image.Image:
    """Safe: disc, tick. Open: disc, triangle. Lost: diamond, cross. Void, which scores nothing: disc, minus."""
    canvas = Canvas(SIZE)
    state = STATES[name]
    x, y = MIDDLE

    def shape(rim: float) -> Mask:
        if name == "lost":
            return canvas.grow(canvas.mask([(x, y - 0.36), (x + 0.36, y), (x, y + 0.36), (x - 0.36, y)]), 0.08 - rim)
        return canvas.mask(ellipse(x, y, 0.42 - rim))

    canvas.shadow(shape(0), 0.01, 0.04, 0.025, 0.45)
    outer, inner = _rims(state)
    canvas.put(shape(0), outer)
    canvas.put(shape(0.03), inner)
    canvas.put(shape(0.06), _body(state["fill"]))
    sign, height = SIGNS[name]
    write(canvas, [sign], MIDDLE, height, state["ink"], weight=0.30)
    return canvas.done()


def _pill(outer: str, inner: str, fill: str) -> dict[str, Image.Image]:
    """Two caps of half the height, and between them one column that the app stretches."""
    canvas = Canvas(SIZE, 1.25)
    body = canvas.mask(round_rect(0.05, 0.045, 1.20, 0.895, 0.425))
    canvas.shadow(body, 0, 0.04, 0.025, 0.45)
    canvas.put(body, outer)
    canvas.fill(round_rect(0.085, 0.08, 1.165, 0.86, 0.39), inner)
    canvas.fill(round_rect(0.12, 0.115, 1.13, 0.825, 0.355), _body(fill))
    whole = np.asarray(canvas.done())
    return {
        "left": Image.fromarray(whole[:, :32]),
        "middle": Image.fromarray(np.repeat(whole[:, 40:41], 16, axis=1)),
        "right": Image.fromarray(whole[:, 48:]),
    }


def pills() -> dict[str, dict[str, Image.Image]]:
    """The slices of every pill: one for each forecast, one for each terrain."""
    slices = {name: _pill(*_rims(state), state["fill"]) for name, state in STATES.items()}
    for letter, terrain in TERRAINS.items():
        slices[letter] = _pill(PAINT["rim"], PAINT["rim"], PALETTE["material"][terrain]["body"])
    return slices


def value_disc() -> Image.Image:
    """The dark disc under a utility's points; its rim touches the picture's border."""
    canvas = Canvas(SIZE)
    ink = PALETTE["utility"]["ink"]
    canvas.fill(ellipse(0.5, 0.5, 0.5), PAINT["rim"])
    canvas.fill(ellipse(0.5, 0.5, 0.5 * 0.165 / 0.190), (mix(ink, PAINT["disc_light"], 0.35), ink, 60))
    return canvas.done()


def equity_disc() -> Image.Image:
    """The white disc under the number of an equity tile."""
    canvas = Canvas(SIZE)
    canvas.fill(ellipse(0.5, 0.5, 0.485), PALETTE["ui"]["light"]["ink"])
    canvas.fill(ellipse(0.5, 0.5, 0.435), PAINT["white"])
    return canvas.done()
