"""The four terrains as textures that repeat after four squares: placed by board coordinates, land runs on unbroken."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from assets.art.fields import (
    LIGHT,
    PERIOD,
    TAU,
    Field,
    Pixels,
    blend,
    colour,
    crown,
    grid,
    pixels,
    plain,
    stamp,
    step,
    waves,
)
from assets.art.palette import PALETTE

Numbers = npt.NDArray[np.integer[Any]] | int

FURROWS = 7  # to a square


def _bend(x: Field | float, y: Field | float) -> Field | float:
    """How far a furrow leaves its straight line."""
    return 0.085 * np.sin(TAU * x / 2 + 0.6) + 0.05 * np.sin(TAU * (x / 4 + y / 4) + 2.0)


def _dot(picture: Field, px: int, x: float, y: float, radius: float, of: str, alpha: float) -> None:
    """A small disc at a place in squares."""
    reach = int(np.ceil(radius * px)) + 2
    left, top = round(x * px) - reach, round(y * px) - reach
    rows, columns = np.mgrid[0 : 2 * reach + 1, 0 : 2 * reach + 1]
    away = np.hypot(columns + left - x * px + 0.5, rows + top - y * px + 0.5)
    stamp(picture, left, top, colour(of), np.clip(radius * px - away + 0.5, 0, 1) * alpha, wrap=True)


def _earth(px: int) -> Field:
    """Furrows along the slope, with tufts of straw."""
    paint = PALETTE["terrain"]["earth"]
    x, y = grid(px)
    phase = (y + _bend(x, y)) * FURROWS % 1
    picture = plain(paint["base"], x.shape)
    picture = blend(picture, colour(paint["light"]), np.clip(0.16 + 0.16 * waves(x, y, 3, 1, 3), 0, 0.5))
    picture = blend(picture, colour(paint["light"]), 0.55 * np.clip(np.cos(TAU * phase), 0, 1) ** 2)
    picture = blend(picture, colour(paint["dark"]), 0.50 * np.clip(-np.sin(TAU * phase), 0, 1) ** 3)
    random = np.random.default_rng(5)
    for row in range(FURROWS * PERIOD):
        for column in range(9 * PERIOD):
            at = (column + 0.5 + random.uniform(-0.2, 0.2)) / 9
            if random.random() >= 0.34 or np.sin(TAU * (at / 2 + row / (FURROWS * PERIOD) * 3)) <= -0.2:
                continue
            straight = (row + 0.12) / FURROWS
            down = straight - float(_bend(at, straight - 0.085 * np.sin(TAU * at / 2 + 0.6)))
            _dot(picture, px, at + 0.008, down + 0.010, 0.021, paint["dark"], 0.35)
            _dot(picture, px, at, down, 0.019, paint["accent"], 0.85)
    return picture


def _forest(px: int) -> Field:
    """A canopy of crowns, lighter and darker in patches."""
    paint = PALETTE["terrain"]["forest"]
    picture = plain(paint["dark"], (px * PERIOD, px * PERIOD))
    random = np.random.default_rng(11)
    across = 19  # crowns to the period
    spots = [
        (
            (column + 0.5 * (row % 2) + random.uniform(0.05, 0.55)) * PERIOD / across,
            (row + random.uniform(0.1, 0.6)) * PERIOD / across,
        )
        for row in range(across)
        for column in range(across)
    ]
    for x, y in sorted(spots, key=lambda spot: spot[1]):
        radius = random.uniform(0.105, 0.165)
        patch = np.sin(TAU * (x * 2 + y) / PERIOD + 1) + np.sin(TAU * (y * 2 - x) / PERIOD) + random.normal(0, 0.5)
        colours, alpha = crown(round(2 * radius * px), random, 1 if patch > 1.05 else 2 if patch < -0.9 else 0)
        left, top = round((x - radius) * px), round((y - radius) * px)
        shade = (left + round(0.03 * px), top + round(0.04 * px))
        stamp(picture, *shade, colour(paint["deep"]), alpha * 0.45, wrap=True)
        stamp(picture, left, top, colours, alpha, wrap=True)
    return picture


def _stone(px: int) -> Field:
    """Flagstones: the cells of scattered points, bevelled, with moss in some joints."""
    paint = PALETTE["terrain"]["stone"]
    x, y = grid(px)
    random = np.random.default_rng(23)
    across = 13  # stones to the period
    pitch = PERIOD / across
    jitter = random.uniform(-0.24, 0.24, (across, across, 2))
    wx, wy = x + 0.012 * np.sin(TAU * y * 1.5), y + 0.012 * np.sin(TAU * x * 1.5)
    row, column = np.floor(wy / pitch).astype(int), np.floor(wx / pitch).astype(int)

    def towards(dx: Numbers, dy: Numbers) -> Field:
        """The way to the point of the cell so far away."""
        j, i = row + dy, column + dx
        shift = jitter[j % across, i % across]
        stagger = 0.25 + 0.5 * (j % across % 2)
        return np.stack([(i + stagger + shift[..., 0]) * pitch - wx, (j + 0.5 + shift[..., 1]) * pitch - wy], -1)

    # The nearest point and the second, each by the number of its cell among the 25 around.
    nearest, second = (np.zeros(x.shape, np.int8) for _ in range(2))
    least, less = (np.full(x.shape, 9.0) for _ in range(2))
    for k in range(25):
        way = towards(k % 5 - 2, k // 5 - 2)
        away = way[..., 0] ** 2 + way[..., 1] ** 2
        closer = away < least
        second = np.where(closer, nearest, np.where(away < less, k, second))
        less = np.where(closer, least, np.minimum(away, less))
        nearest, least = np.where(closer, k, nearest), np.minimum(away, least)
    own, other = (towards(k % 5 - 2, k // 5 - 2) for k in (nearest, second))
    stone = (row + nearest // 5 - 2) % across * across + (column + nearest % 5 - 2) % across
    apart = other - own
    normal = apart / np.linalg.norm(apart, axis=-1, keepdims=True)
    joint = ((own + other) / 2 * normal).sum(-1)  # distance to it
    count = across * across
    tint, warmth = random.normal(0, 1, count)[stone], random.normal(0, 1, count)[stone]
    tilt = -(random.uniform(-1, 1, (count, 2))[stone] * own).sum(-1) / 0.15
    bevel = step(0.055, 0.018, joint) * (normal[..., 0] * LIGHT[0] + normal[..., 1] * LIGHT[1])
    picture = plain(paint["base"], x.shape)
    picture += (tint * 4.2 + tilt * 3.0)[..., None] + warmth[..., None] * np.array([1.6, 0.2, -1.8])
    picture = blend(picture, colour(paint["light"]), np.clip(bevel, 0, 1) * 0.85)
    picture = blend(picture, colour(paint["dark"]), np.clip(-bevel, 0, 1) * 0.55)
    picture = blend(picture, colour(paint["dark"]), step(0.019, 0.009, joint) * 0.95)
    moss = step(0.55, 1.1, waves(x, y, 31, 2, 6)) * step(0.034, 0.012, joint)
    return blend(picture, colour(paint["accent"]), moss * 0.75)


def _water(px: int) -> Field:
    """Slow depths under short crests."""
    paint = PALETTE["terrain"]["water"]
    x, y = grid(px)
    depth = waves(x, y, 41, 1, 4)
    picture = plain(paint["base"], x.shape)
    picture = blend(picture, colour(paint["dark"]), np.clip(0.16 + 0.22 * depth, 0, 0.6))
    picture = blend(picture, colour(paint["light"]), np.clip(0.10 - 0.16 * depth, 0, 0.3))
    rows = 5  # to a square
    bend = 0.030 * np.sin(TAU * x / 0.5 + 1.1 * np.sin(TAU * y / 2)) + 0.02 * np.sin(TAU * (x - y) / 2)
    place = (y + bend) * rows
    row = np.floor(place).astype(int) % (rows * PERIOD)
    phase = place % 1
    random = np.random.default_rng(43)
    first, second = random.uniform(0, 4, rows * PERIOD)[row], random.uniform(0, 4, rows * PERIOD)[row]
    run = np.sin(TAU * (x + first)) * 0.6 + np.sin(TAU * (x * 0.75 + second)) * 0.6
    length = step(0.25, 0.75, run)
    crest = step(0.10 * length + 0.05, 0.10 * length - 0.02, np.abs(phase - 0.45)) * length
    picture = blend(picture, colour(paint["dark"]), step(0.26, 0.0, np.abs(phase - 0.64)) * length * 0.35)
    picture = blend(picture, colour(paint["light"]), crest * 0.82)
    glint = step(0.03, 0.0, np.abs(phase - 0.43)) * step(0.8, 1.05, run)
    return blend(picture, colour(paint["accent"]), glint * 0.8)


DRAWN = {"earth": _earth, "forest": _forest, "stone": _stone, "water": _water}


def texture(terrain: str, px: int) -> Pixels:
    """A texture for squares of px pixels, without alpha: drawn at twice the size and scaled down."""
    size = px * PERIOD
    picture = DRAWN[terrain](px * 2).reshape(size, 2, size, 2, 3).mean((1, 3))
    return pixels(picture)
