"""Puts cities and samples together from the atlas, to be looked at: `python -m assets.art.proof FOLDER`.

Samples it as the app's graphics card does: quads, mipmaps without premultiplied alpha, linear between them.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from assets.art.badges import SIGNS
from assets.art.edges import CASES, CORNERS, case_of
from assets.art.fields import Field, colour, pixels
from assets.art.palette import ASSETS, PALETTE, TERRAINS, THEMES, VALUES
from engine import City, Outlook, Piece, Player, Setup, apply, forecast, new_game, observe, standard_box
from engine.ai import choose

SQUARES = ((0, 0), (1, 0), (1, 1), (0, 1))  # of a tile, clockwise
SIZES = (128, 64, 40)  # pixels to a square
DIM = (0.90, 0.90, 0.93)  # the land in the dark theme
WHITE = (1.0, 1.0, 1.0)


class Sheet:
    """The atlas with its mipmaps."""

    def __init__(self) -> None:
        document = json.loads((ASSETS / "atlas.json").read_text(encoding="utf-8"))
        self.regions: dict[str, list[int]] = document["regions"]
        self.margin = document["margin"] / document["square"]
        self.period: int = document["period"]
        level: Field = np.asarray(Image.open(ASSETS / "atlas.png"), dtype=np.float64)
        self.levels = [level]
        while len(self.levels) < 5:
            size = len(level) // 2
            level = level.reshape(size, 2, size, 2, 4).mean((1, 3)).round()
            self.levels.append(level)

    def texels(self, x: Field, y: Field, shrink: float) -> Field:
        """The colours at places of the atlas, seen so many times smaller."""
        lod = min(max(math.log2(shrink), 0.0), len(self.levels) - 1.001)
        coarse = int(lod)
        near, far = (self._linear(x, y, level) for level in (coarse, coarse + 1))
        return near + (far - near) * (lod - coarse)

    def _linear(self, x: Field, y: Field, number: int) -> Field:
        level = self.levels[number]
        u, v = x / 2**number - 0.5, y / 2**number - 0.5
        i, j = np.floor(u).astype(int), np.floor(v).astype(int)
        s, t = (u - i)[None, :, None], (v - j)[:, None, None]
        i1, j1 = np.minimum(i + 1, len(level) - 1), np.minimum(j + 1, len(level) - 1)
        upper = level[np.ix_(j, i)] * (1 - s) + level[np.ix_(j, i1)] * s
        lower = level[np.ix_(j1, i)] * (1 - s) + level[np.ix_(j1, i1)] * s
        return np.asarray(upper * (1 - t) + lower * t)


class View:
    """A picture put together from quads; places are in squares."""

    def __init__(self, sheet: Sheet, px: int, width: float, height: float, ground: str) -> None:
        self.sheet, self.px = sheet, px
        self.picture: Field = np.full((round(height * px), round(width * px), 3), colour(ground))
        self.tint: tuple[float, float, float] = WHITE

    def quad(
        self,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float,
        part: tuple[float, float, float, float] = (0, 0, 1, 1),
        alpha: float = 1.0,
    ) -> None:
        """A region, or a part of it, on a rectangle."""
        rx, ry, rw, rh = self.sheet.regions[name]
        left, top, right, bottom = part
        columns = np.arange(max(0, round(x * self.px)), min(self.picture.shape[1], round((x + width) * self.px)))
        rows = np.arange(max(0, round(y * self.px)), min(self.picture.shape[0], round((y + height) * self.px)))
        if not len(columns) or not len(rows):
            return
        u = rx + rw * (left + ((columns + 0.5) / self.px - x) / width * (right - left))
        v = ry + rh * (top + ((rows + 0.5) / self.px - y) / height * (bottom - top))
        texels = self.sheet.texels(u, v, rh * (bottom - top) / (height * self.px))
        where = np.ix_(rows, columns)
        share = texels[..., 3:] / 255 * alpha
        self.picture[where] = self.picture[where] * (1 - share) + texels[..., :3] * self.tint * share

    def middle(self, name: str, x: float, y: float, height: float) -> None:
        """A region centred on a point."""
        _, _, w, h = self.sheet.regions[name]
        self.quad(name, x - height * w / h / 2, y - height / 2, height * w / h, height)

    def sprite(self, name: str, x: float, y: float) -> None:
        """A piece or mark on its square."""
        margin = self.sheet.margin
        self.quad(name, x - margin, y - margin, 1 + 2 * margin, 1 + 2 * margin)

    def text(self, glyphs: list[str], x: float, y: float, height: float, ink: str = "white") -> None:
        """Glyphs side by side, centred on a point."""
        widths = [height * self.sheet.regions[f"{ink}-{glyph}"][2] / 64 for glyph in glyphs]
        x -= sum(widths) / 2
        for glyph, width in zip(glyphs, widths, strict=True):
            self.quad(f"{ink}-{glyph}", x, y - height / 2, width, height)
            x += width

    def pill(self, name: str, glyphs: list[str], x: float, y: float, height: float) -> None:
        """Glyphs on a pill, centred on a point."""
        ink, size, cap = "dark" if name == "open" else "white", height * 0.62, height / 2
        wide = sum(size * self.sheet.regions[f"{ink}-{glyph}"][2] / 64 for glyph in glyphs)
        half = max(wide / 2 - height * 0.22, height * 0.1)
        self.quad(f"pill-{name}-left", x - half - cap, y - cap, cap, height)
        self.quad(f"pill-{name}-middle", x - half, y - cap, 2 * half, height)
        self.quad(f"pill-{name}-right", x + half, y - cap, cap, height)
        self.text(glyphs, x, y - height * 0.03, size, ink)

    def land(self, terrain: dict[tuple[int, int], str], theme: str, x0: float, y0: float) -> None:
        """Squares of terrain; square (0, 0) of the board lies at x0, y0."""
        self.tint = DIM if theme == "dark" else WHITE
        period = self.sheet.period
        for (x, y), letter in terrain.items():
            left, top = x % period / period, y % period / period
            part = (left, top, left + 1 / period, top + 1 / period)
            self.quad(f"texture-{letter}", x0 + x, y0 + y, 1, 1, part)
            for corner, (cx, cy) in zip(CORNERS, SQUARES, strict=True):
                dx, dy = 2 * cx - 1, 2 * cy - 1
                beside, above, diagonal = (
                    terrain.get(at) == letter for at in ((x + dx, y), (x, y + dy), (x + dx, y + dy))
                )
                case = case_of(beside, above, diagonal)
                if case < len(CASES) - 1:
                    self.quad(f"edge-{theme}-{letter}-{corner}-{case}", x0 + x + cx / 2, y0 + y + cy / 2, 0.5, 0.5)
        self.tint = WHITE

    def piece(self, piece: Piece, x: float, y: float) -> None:
        """A piece with its numbers."""
        match piece.kind:
            case "skyscraper":
                self.sprite(f"skyscraper-{piece.terrain}-{piece.value}", x, y)
                return
            case "ecomobile":
                self.sprite(f"ecomobile-{piece.counts}", x, y)
                self.text(list(str(piece.needs)), x + 0.265, y + 0.54, 0.36, "dark")
            case "windmill":
                self.sprite(f"windmill-{piece.zone}", x, y)
            case _:
                self.sprite("biodome", x, y)
                wide, high = max(a for a, _ in piece.shape) + 1, max(b for _, b in piece.shape) + 1
                pitch = min(0.185, 0.50 / wide, 0.46 / high)
                for a, b in piece.shape:
                    middle = x + 0.485 + (a + 0.5 - wide / 2) * pitch, y + 0.535 + (b + 0.5 - high / 2) * pitch
                    self.middle("dome-cell", *middle, pitch * 1.12)
        self.middle("value-disc", x + 0.825, y + 0.175, 0.38)
        self.text(list(str(piece.value)), x + 0.825, y + 0.175, 0.27)

    def save(self, path: Path) -> None:
        """Write the picture."""
        Image.fromarray(pixels(self.picture)).save(path)


def cities() -> Iterator[tuple[str, City]]:
    """A city that grows and a finished one, as computer players build them."""
    players = tuple(Player(name, "ai", "greedy") for name in "AB")
    state = new_game(Setup(players, ("ecomobile", "windmill")), 5)
    while len(state.cities[1].tiles) < 16:
        grown = len(state.cities[1].tiles)
        for action in choose(observe(state, state.seat), "greedy", 3).steps:
            state = apply(state, action)
        if len(state.cities[1].tiles) == 9 > grown:
            yield "growing", state.cities[1]
    yield "finished", state.cities[1]


def draw_city(sheet: Sheet, city: City, px: int, theme: str) -> View:
    """A city on its table."""
    board = PALETTE["board"][theme]
    view = View(sheet, px, 2 * (city.right - city.left) + 3, 2 * (city.bottom - city.top) + 3, board["table"])
    x0, y0 = 0.5 - 2 * city.left, 0.5 - 2 * city.top
    for laid in city.tiles:
        view.quad("tile-shadow", x0 + 2 * laid.cell[0] - 0.17, y0 + 2 * laid.cell[1] - 0.13, 2.5, 2.5)
    terrain: dict[tuple[int, int], str] = {}
    marks: dict[tuple[int, int], str | None] = {}
    for laid in city.tiles:
        for (dx, dy), letter, mark in zip(SQUARES, laid.face.terrain, laid.face.marks, strict=True):
            at = 2 * laid.cell[0] + dx, 2 * laid.cell[1] + dy
            terrain[at] = letter
            marks[at] = {"P": "park", "A": "sport"}.get(mark)
    view.land(terrain, theme, x0, y0)
    for (column, row), name in marks.items():
        if name:
            view.sprite(name, x0 + column, y0 + row)
    for prospect in forecast(city).prospects:
        built = prospect.built
        dx, dy = SQUARES[built.square]
        x, y = x0 + 2 * built.cell[0] + dx, y0 + 2 * built.cell[1] + dy
        view.piece(built.piece, x, y)
        state = prospect.outlook.value
        if not built.piece.is_skyscraper:  # below its value, and beside a windmill's board
            view.middle(f"badge-{state}", x + 0.88, y + 0.82, 0.42 if px < 48 else 0.32)
        elif px < 48:
            view.quad(f"badge-{state}", x + 0.68, y - 0.1, 0.42, 0.42)
        elif prospect.outlook is Outlook.OPEN:
            glyphs = [SIGNS[state][0], *str(prospect.has), "slash", *str(prospect.needs)]
            view.pill(state, glyphs, x + 0.5, y + 0.92, 0.31)
        else:
            view.middle(f"badge-{state}", x + 0.5, y + 0.92, 0.34)
    return view


def draw_samples(sheet: Sheet, px: int, theme: str) -> View:
    """Every piece on every ground, and all signs."""
    view = View(sheet, px, 22, 12, PALETTE["board"][theme]["table"])
    box = standard_box().pieces.values()
    kinds: dict[tuple[object, ...], Piece] = {}
    for piece in box:
        if not piece.is_skyscraper:
            kinds.setdefault((piece.kind, piece.counts, piece.needs, piece.zone, piece.shape), piece)
    for row, letter in enumerate(TERRAINS):
        view.land({(x, row): letter for x in range(22)}, theme, 0, 0)
        for x, value in enumerate(VALUES):
            view.sprite(f"skyscraper-{letter}-{value}", x, row)
        for x, mark in enumerate(("park", "sport")):
            view.sprite(mark, 7 + x, row)
        for x, piece in enumerate(list(kinds.values())[row % 2 * 9 :][:13]):
            view.piece(piece, 9 + x, row)
    for y, height in enumerate((64, 24, 16, 12)):
        size = height / px
        for x, ink in enumerate(("white", "dark")):
            names = [name.removeprefix(f"{ink}-") for name in sheet.regions if name.startswith(f"{ink}-")]
            view.text(names[y % 2 * 2 :][:16], 5.5 + 11 * x, 4.6 + y * 0.6, min(size, 0.55), ink)
        for x, state in enumerate((*SIGNS, *TERRAINS)):
            glyphs = {"safe": ["tick", "plus", "5"], "open": ["triangle", "7", "slash", "1", "0"]}.get(
                state, ["cross", "minus", "8"] if state in SIGNS else ["1", "2", "arrow", "1", "4"]
            )
            view.pill(state, glyphs, 0.9 + 1.6 * x, 7.2 + y * 0.5, min(size * 1.2, 0.48))
            if state in SIGNS:
                view.middle(f"badge-{state}", 14 + x * 0.6, 7.2 + y * 0.5, min(size * 1.2, 0.48))
    for x, (sign, shades) in enumerate(PALETTE["player"].items()):
        view.tint = tuple(colour(shades[theme]) / 255)
        view.middle("shield", 1 + 1.2 * x, 9.8, 1)
        view.middle(f"sign-{sign}", 6 + 1.2 * x, 9.8, 0.6)
        view.middle("leaf", 11 + x, 9.8, 0.9)
        view.tint = WHITE
        view.middle(f"sign-{sign}", 1 + 1.2 * x, 9.8, 0.55)
    for x, name in enumerate(("sign-skyscraper", "sign-utility", "equity-disc", "value-disc")):
        view.middle(name, 1 + 1.2 * x, 11.2, 1)
        view.middle(f"{name}-white" if f"{name}-white" in sheet.regions else name, 6 + 1.2 * x, 11.2, 0.4)
    view.quad("tile-shadow", 16.08, 9.12, 2.5, 2.5)
    view.quad("tile-back", 16.25, 9.25, 2, 2)
    view.quad("tile-back", 19.25, 9.25, 0.7, 0.7)
    return view


def main(folder: str) -> None:
    """Write every picture into a folder."""
    place, sheet = Path(folder), Sheet()
    place.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        for px in SIZES:
            draw_samples(sheet, px, theme).save(place / f"samples-{theme}-{px}.png")
            for name, city in cities():
                draw_city(sheet, city, px, theme).save(place / f"{name}-{theme}-{px}.png")


if __name__ == "__main__":
    main(sys.argv[1])
