"""The quarter cells that join squares into districts: the path outside, the terrain's own border inside.

Each quarter of a square asks whether the squares beside it, above or below it, and diagonally have the same terrain.
Lengths are in squares; u and w run from the quarter's outer corner into the square.
"""

from __future__ import annotations

import numpy as np

from assets.art.fields import LIGHT, TAU, Field, Pixels, blend, colour, crown, over, pixels, plain, stamp, step
from assets.art.palette import PAINT, PALETTE

INSET = 0.038  # half the width of the path between two districts
RADIUS = 0.20  # of a district's outer corners
HEDGE = INSET + 0.080  # where the crowns of a forest's border stand
CORNERS = ("nw", "ne", "se", "sw")
Case = tuple[bool, bool, bool]  # same terrain beside, above or below, diagonally
# The last, with the same terrain all around, is clear and has no picture. The first does not look at the diagonal.
CASES: tuple[Case, ...] = (
    (False, False, False),
    (True, False, False),
    (True, False, True),
    (False, True, False),
    (False, True, True),
    (True, True, False),
    (True, True, True),
)


def case_of(beside: bool, above: bool, diagonal: bool) -> int:
    """Which case it is."""
    return CASES.index((beside, above, diagonal and (beside or above)))


def _inside(u: Field, w: Field, case: Case) -> Field:
    """How far inside the district a place is; negative on the path."""
    match case:
        case (False, False, _):
            corner = RADIUS - np.hypot(RADIUS + INSET - u, RADIUS + INSET - w)
            return np.where(np.maximum(u, w) < RADIUS + INSET, corner, np.minimum(u, w) - INSET)
        case (True, False, _):
            return w - INSET
        case (False, True, _):
            return u - INSET
    return np.hypot(u, w) - INSET


def _crowns(case: Case) -> list[tuple[float, float, int]]:
    """Where the crowns of a forest's border stand: u, w, and a number that names the crown.

    Some stand outside the cell: every cell that shows a part of a crown draws the same one.
    """
    along = [(k + 0.5) / 6 for k in range(4)]
    inner = HEDGE / np.sqrt(2)
    row = [(u, HEDGE, 1 + k) for k, u in enumerate(along)]
    column = [(HEDGE, w, 5 + k) for k, w in enumerate(along)]
    match case:
        case (False, False, _):
            centre, radius = INSET + RADIUS, RADIUS + INSET - HEDGE
            bend = [
                (centre - radius * np.cos(np.radians(angle)), centre - radius * np.sin(np.radians(angle)), 9 + k)
                for k, angle in enumerate((22, 68))
            ]
            return [*row[1:], *column[1:], *bend]
        case (True, False, diagonal):
            return [*row, *([(-inner, inner, 20)] if diagonal else [(-u, w, k) for u, w, k in row[:2]])]
        case (False, True, diagonal):
            return [*column, *([(inner, -inner, 20)] if diagonal else [(u, -w, k) for u, w, k in column[:2]])]
    return [(inner, inner, 20), (-along[0], HEDGE, 1), (HEDGE, -along[0], 5)]


class _Cell:
    """One quarter while it is painted, at four times its size."""

    def __init__(self, case: Case, corner: str, px: int, theme: str) -> None:
        self.case, self.px, self.fine = case, px, px * 4
        self.right, self.down = corner in ("nw", "sw"), corner in ("nw", "ne")  # which way the square lies
        size = self.fine // 2
        self.j, self.i = (np.mgrid[0:size, 0:size] + 0.5) / self.fine
        u, w = self.i if self.right else 0.5 - self.i, self.j if self.down else 0.5 - self.j
        self.x, self.y = u if self.right else 1 - u, w if self.down else 1 - w  # inside the square
        self.inside = _inside(u, w, case)
        self.gu, self.gw = np.gradient(self.inside, axis=1), np.gradient(self.inside, axis=0)
        steep = np.maximum(np.hypot(self.gu, self.gw), 1e-9)
        facing = (-self.gu * LIGHT[0] - self.gw * LIGHT[1]) / steep / 0.85
        self.sunny, self.shady = np.clip(facing, 0, 1), np.clip(-facing, 0, 1)  # borders at the top left, bottom right
        self.board = PALETTE["board"][theme]
        self.picture: Field = np.zeros((size, size, 4))

    def put(self, paint: str | Field, alpha: Field) -> None:
        """Lay paint over the cell."""
        self.picture = over(self.picture, colour(paint) if isinstance(paint, str) else paint, alpha)

    def outside(self, of: Field) -> Field:
        """1 where a distance is negative, soft over a pixel."""
        return np.asarray(np.clip(0.5 - of * self.px, 0, 1))

    def place(self, u: float, w: float) -> tuple[float, float]:
        """Where u and w are in the picture."""
        return u if self.right else 0.5 - u, w if self.down else 0.5 - w

    def done(self) -> Pixels:
        """The finished quarter, straight alpha."""
        size = self.px // 2
        alpha = self.picture[..., 3:] / 255
        sums = np.dstack([self.picture[..., :3] * alpha, alpha]).reshape(size, 4, size, 4, 4).mean((1, 3))
        colours = sums[..., :3] / np.maximum(sums[..., 3:], 1e-6)
        return pixels(np.dstack([colours, sums[..., 3:] * 255]))


def _wobble(cell: _Cell) -> Field:
    x, y = cell.x, cell.y
    wobble = 0.5 * np.sin(TAU * 3 * x + 0.7) * np.cos(TAU * 2 * y) + 0.5 * np.sin(TAU * 4 * y + 1.9 + np.sin(TAU * x))
    return np.asarray(wobble)


def _water(cell: _Cell, paint: dict[str, str]) -> None:
    """Shallows, the bank's shadow, foam and sand."""
    shore = cell.inside + 0.007 * _wobble(cell)
    cell.put(paint["light"], step(0.30, 0.05, shore) * 0.50)
    cell.put(paint["light"], step(0.15, 0.04, shore) * 0.55)
    cell.put(paint["deep"], step(0.11, 0.035, shore) * cell.sunny * 0.50)
    foam = 0.083 + 0.010 * np.sin(TAU * 5 * cell.x) * np.sin(TAU * 5 * cell.y + 1)
    cell.put(paint["accent"], step(0.014, 0.004, np.abs(shore - foam)) * 0.75)
    cell.put(paint["edge"], cell.outside(shore - 0.048))
    cell.put(PAINT["wet_sand"], step(0.024, 0.0, np.abs(shore - 0.046)) * 0.55)
    cell.put(PAINT["white"], step(0.03, 0.0, cell.inside) * cell.shady * 0.35)


def _stone(cell: _Cell, paint: dict[str, str]) -> None:
    """A kerb of six stones to a square."""
    width = 0.062
    kerb = cell.outside(cell.inside - width)
    cell.put(PAINT["kerb_shade"], step(0.125, width, cell.inside) * cell.sunny * 0.30)
    cell.put(paint["deep"], step(0.020, 0.008, np.abs(cell.inside - width)) * 0.75)
    cell.put(paint["light"], kerb)
    along = np.where(np.abs(cell.gu) > np.abs(cell.gw), cell.y, cell.x) * 6
    cell.put(paint["deep"], step(0.012, 0.005, np.abs(along - np.round(along)) / 6) * kerb * 0.6)
    cell.put(paint["dark"], kerb * cell.shady * 0.55)
    cell.put(PAINT["white"], step(0.026, 0.008, cell.inside) * cell.sunny * 0.8)
    cell.put(paint["deep"], step(0.024, 0.006, cell.inside) * cell.shady * 0.8)


def _earth(cell: _Cell, paint: dict[str, str]) -> None:
    """Turned soil and a fringe of grass."""
    field = cell.inside + 0.010 * _wobble(cell)
    cell.put(paint["dark"], step(0.16, 0.03, field) * 0.42)
    cell.put(paint["edge"], cell.outside(field - 0.034) * 0.85)
    cell.put(paint["light"], step(0.014, 0.002, np.abs(field - 0.040)) * (0.20 + 0.60 * cell.shady))
    cell.put(paint["deep"], step(0.05, 0.01, np.abs(field - 0.046)) * cell.sunny * 0.40)
    blades = cell.inside - 0.010 * np.sin(TAU * 6 * (cell.x + cell.y)) * np.sin(TAU * 5 * (cell.x - cell.y))
    cell.put(PAINT["grass"], step(0.022, 0.010, np.abs(blades - 0.004)) * 0.9)
    cell.put(PAINT["grass_light"], step(0.009, 0.002, np.abs(blades - 0.002)) * 0.75)


def _forest(cell: _Cell, paint: dict[str, str]) -> None:
    """The dark under the trees; the hedge itself stands on the path, so it comes last."""
    cell.put(paint["deep"], step(0.20, 0.09, cell.inside) * 0.45)


def _hedge(cell: _Cell, paint: dict[str, str], path: Field) -> None:
    """The crowns along a forest's border, and their shadow."""
    spots = sorted(_crowns(cell.case), key=lambda spot: spot[1] if cell.down else -spot[1])
    for u, w, _ in spots:
        x, y = cell.place(u, w)
        away = np.hypot(cell.i - x - 0.026, cell.j - y - 0.034)
        cell.put(cell.board["shadow"], step(0.110, 0.078, away) * path * 0.42)
        cell.put(paint["deep"], step(0.118, 0.078, away) * (1 - path) * 0.55)
    for u, w, number in spots:
        x, y = cell.place(u, w)
        radius = 0.098 + 0.010 * (number * 5 % 3 - 1)
        tone = (0, 1, 0, 0, 2, 0, 1, 0)[number % 8]
        colours, alpha = crown(round(2 * radius * cell.fine), np.random.default_rng(100 + number * 7), tone)
        left, top = round((x - radius) * cell.fine), round((y - radius) * cell.fine)
        stamp(cell.picture, left, top, colours, alpha, wrap=False)


BORDER = {"earth": _earth, "forest": _forest, "stone": _stone, "water": _water}
RISE = {"earth": 0.35, "forest": 0.0, "stone": 0.55, "water": 0.0}  # the land's shadow on the path


def quarter(terrain: str, case: Case, corner: str, px: int, theme: str) -> Pixels:
    """One quarter of a square of px pixels, with alpha."""
    paint = PALETTE["terrain"][terrain]
    cell = _Cell(case, corner, px, theme)
    BORDER[terrain](cell, paint)
    x, y = cell.x, cell.y
    grain = 0.5 + 0.5 * np.sin(TAU * 6 * x + 2 * np.sin(TAU * 5 * y)) * np.sin(TAU * 7 * y + np.sin(TAU * 4 * x))
    sand = blend(plain(cell.board["path"], x.shape), colour(cell.board["path_dark"]), 0.10 * grain)
    path = cell.outside(cell.inside - (0.075 if terrain == "forest" else 0.0))
    cell.put(sand, path)
    cell.put(cell.board["path_dark"], path * step(-0.06, 0.0, cell.inside) * cell.shady * RISE[terrain])
    if terrain in ("stone", "water"):
        cell.put(cell.board["line"], step(0.011, 0.003, np.abs(cell.inside)) * 0.42)
    if terrain == "forest":
        _hedge(cell, paint, path)
    return cell.done()
