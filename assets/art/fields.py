"""Pictures as arrays of numbers: steps, mixtures, waves and stamps, for land that is computed rather than drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from assets.art.palette import PALETTE, rgb

Field = npt.NDArray[np.floating[Any]]  # numbers by row and column, or colours with a third axis
Pixels = npt.NDArray[np.uint8]

PERIOD = 4  # squares after which a texture repeats
TAU = 2 * np.pi
LIGHT = (-0.55, -0.65, 0.53)  # towards the sun: top left and above


def colour(of: str) -> Field:
    """'#rrggbb' as numbers."""
    return np.array(rgb(of), float)


def step(start: float | Field, end: float | Field, x: Field) -> Field:
    """0 up to `start`, 1 from `end` on, smooth between; `start` may be the greater."""
    t = np.clip((x - start) / (end - start), 0, 1)
    return np.asarray(t * t * (3 - 2 * t))


def blend(a: Field, b: Field, t: float | Field) -> Field:
    """Colours between a (t = 0) and b (t = 1)."""
    t = np.asarray(t)[..., None]
    return np.asarray(a * (1 - t) + b * t)


def plain(of: str, shape: tuple[int, ...]) -> Field:
    """A picture in one colour."""
    return np.broadcast_to(colour(of), (*shape, 3)).copy()


def pixels(picture: Field) -> Pixels:
    """A picture as bytes."""
    return np.asarray(np.clip(picture, 0, 255).round(), dtype=np.uint8)


def grid(px: int) -> tuple[Field, Field]:
    """The place (x, y) of every pixel of a texture, in squares of px pixels."""
    y, x = (np.mgrid[0 : px * PERIOD, 0 : px * PERIOD] + 0.5) / px
    return x, y


def waves(x: Field, y: Field, seed: int, least: int, most: int, count: int = 7) -> Field:
    """Smooth noise of about -1..1 from a few plane waves, each with a whole number of waves to the period."""
    random = np.random.default_rng(seed)
    total = np.zeros_like(x)
    for _ in range(count):
        number = int(random.integers(least, most + 1))
        angle = random.uniform(0, TAU)
        along, down = round(number * np.cos(angle)), round(number * np.sin(angle))
        if not along and not down:
            along = number
        total += np.sin(TAU * (along * x + down * y) / PERIOD + random.uniform(0, TAU))
    return np.asarray(total / np.sqrt(count) / 1.2)


def over(base: Field, paint: Field, alpha: Field) -> Field:
    """Paint laid over a picture; with a fourth channel, straight alpha of 0..255."""
    if base.shape[-1] == 3:
        return blend(base, paint, alpha)
    below = base[..., 3] / 255 * (1 - alpha)
    whole = alpha + below
    colours = (paint * alpha[..., None] + base[..., :3] * below[..., None]) / np.maximum(whole, 1e-6)[..., None]
    return np.dstack([colours, whole * 255])


def stamp(picture: Field, left: int, top: int, paint: Field, alpha: Field, *, wrap: bool) -> None:
    """Lay paint into a picture in place; what sticks out comes in on the other side, or is cut."""
    height, width = picture.shape[:2]
    rows, columns = np.arange(alpha.shape[0]) + top, np.arange(alpha.shape[1]) + left
    if wrap:
        where = np.ix_(rows % height, columns % width)
    else:
        inside = np.ix_((rows >= 0) & (rows < height), (columns >= 0) & (columns < width))
        alpha, paint = alpha[inside], paint[inside] if paint.ndim > 1 else paint
        where = np.ix_(rows[(rows >= 0) & (rows < height)], columns[(columns >= 0) & (columns < width)])
    picture[where] = over(picture[where], paint, alpha)


def crown(size: int, random: np.random.Generator, tone: int) -> tuple[Field, Field]:
    """The crown of a tree from above, size pixels across: colours and alpha; tone 0 plain, 1 light, 2 dark."""
    paint = {name: colour(value) for name, value in PALETTE["terrain"]["forest"].items()}
    y, x = (np.mgrid[0:size, 0:size] + 0.5) / size * 2 - 1
    angle = np.arctan2(y, x)
    lobes = int(random.integers(5, 8))
    outline = 0.93 + 0.040 * np.cos(lobes * angle + random.uniform(0, TAU))
    outline += 0.02 * np.cos((lobes + 4) * angle + random.uniform(0, TAU))
    out = np.hypot(x, y) / outline
    # clumps of leaves bend the surface
    a, b, c, d, e, f = random.uniform(0, TAU, 6)
    nx = x / outline * 0.93
    nx += 0.12 * (np.sin(7.1 * x + a) * np.cos(5.3 * y + b) + 0.7 * np.sin(11.7 * y + 4.1 * x + c))
    ny = y / outline * 0.93
    ny += 0.12 * (np.cos(6.4 * y + d) * np.sin(5.9 * x + e) + 0.7 * np.cos(12.3 * x - 3.7 * y + f))
    nz = np.sqrt(np.clip(1 - np.clip(out, 0, 1) ** 2 * 0.86, 0, 1))
    lit = (nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]) / np.sqrt(nx * nx + ny * ny + nz * nz)
    base, light = (
        (paint["base"], paint["light"]),
        (blend(paint["base"], paint["light"], 0.30), paint["accent"]),
        (blend(paint["base"], paint["dark"], 0.45), blend(paint["light"], paint["base"], 0.4)),
    )[tone]
    colours = blend(np.broadcast_to(base, (*x.shape, 3)), paint["dark"], step(0.35, -0.35, lit) * 0.75)
    colours = blend(colours, paint["deep"], step(0.0, -0.8, lit) * 0.65)
    colours = blend(colours, light, step(0.42, 1.0, lit) * 0.72)
    return colours, np.clip((1 - out) * size / 2 * 0.9, 0, 1)
