"""Everything that is in the atlas, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, NamedTuple

from PIL import Image

from assets.art import badges, glyphs, marks, signs, tiles, utilities
from assets.art.canvas import Canvas
from assets.art.edges import CASES, CORNERS, quarter
from assets.art.palette import PAINT, PALETTE, TERRAINS, THEMES, VALUES
from assets.art.textures import texture
from assets.art.tiles import SQUARE
from assets.art.towers import skyscraper

MARGIN = 16  # pixels around the square of a piece, for its shadow


class Sprite(NamedTuple):
    """A picture and what surrounds it in the atlas: its own other side, its edge repeated, or nothing."""

    name: str
    picture: Image.Image
    around: Literal["wrap", "edge", "clear"] = "clear"


def _piece(draw: Callable[[Canvas], None]) -> Image.Image:
    """A piece or mark on its square, with the margin."""
    whole, margin = (SQUARE + 2 * MARGIN) / SQUARE, MARGIN / SQUARE
    canvas = Canvas(SQUARE, whole, whole, (margin, margin))
    draw(canvas)
    return canvas.done()


def _land() -> Iterator[Sprite]:
    for letter, terrain in TERRAINS.items():
        yield Sprite(f"texture-{letter}", Image.fromarray(texture(terrain, SQUARE)).convert("RGBA"), "wrap")
        for theme in THEMES:
            for corner in CORNERS:
                for number, case in enumerate(CASES[:-1]):
                    cell = Image.fromarray(quarter(terrain, case, corner, SQUARE, theme))
                    yield Sprite(f"edge-{theme}-{letter}-{corner}-{number}", cell, "edge")


def _pieces() -> Iterator[Sprite]:
    for letter, material in TERRAINS.items():
        for value in VALUES:
            drawn = _piece(partial(skyscraper, material=material, value=value))
            yield Sprite(f"skyscraper-{letter}-{value}", drawn)
    for counted in utilities.COUNTED:
        yield Sprite(f"ecomobile-{counted}", _piece(partial(utilities.ecomobile, counted=counted)))
    for zone in utilities.ZONES:
        yield Sprite(f"windmill-{zone}", _piece(partial(utilities.windmill, zone=zone)))
    yield Sprite("biodome", _piece(utilities.biodome))
    yield Sprite("dome-cell", utilities.dome_cell())
    yield Sprite("park", _piece(marks.park))
    yield Sprite("sport", _piece(marks.sport))


def _signs() -> Iterator[Sprite]:
    white, ink = PAINT["white"], PALETTE["ui"]["light"]["ink"]
    for name in glyphs.GLYPHS:
        yield Sprite(f"white-{name}", glyphs.glyph(name, white))
        yield Sprite(f"dark-{name}", glyphs.glyph(name, ink))
    for name in badges.STATES:
        yield Sprite(f"badge-{name}", badges.badge(name))
    for name, slices in badges.pills().items():
        for part, drawn in slices.items():
            yield Sprite(f"pill-{name}-{part}", drawn, "edge")
    yield Sprite("value-disc", badges.value_disc())
    yield Sprite("equity-disc", badges.equity_disc())
    for name in signs.PLAYERS:
        yield Sprite(f"sign-{name}", signs.player(name, white))
    for name in ("skyscraper", "utility"):
        yield Sprite(f"sign-{name}", signs.picture(name, ink))
        yield Sprite(f"sign-{name}-white", signs.picture(name, white))
    yield Sprite("shield", signs.shield(white))
    yield Sprite("leaf", signs.leaf(white))


def sprites() -> Iterator[Sprite]:
    """All pictures of the app."""
    yield from _land()
    yield from _pieces()
    yield from _signs()
    yield Sprite("tile-back", tiles.back(), "edge")
    yield Sprite("tile-shadow", tiles.shadow(), "edge")
    yield Sprite("white", Image.new("RGBA", (16, 16), PAINT["white"]), "edge")
