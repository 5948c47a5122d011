"""The drawings: one atlas, and meshes of its regions.

Everything on the board is quads of one texture, so that a whole city is drawn in a call or two. Coordinates are those
of the board: x to the right, y down, one square is 1 x 1; the widget that draws a mesh brings it to its place.
"""

from __future__ import annotations

import json
from functools import cache
from math import cos, hypot, pi, sin
from typing import Any, NamedTuple

from kivy.core.image import Image as CoreImage
from kivy.graphics import Mesh
from kivy.graphics.texture import Texture
from kivy.graphics.transformation import Matrix

from app.style import ASSETS

Point = tuple[float, float]


class Region(NamedTuple):
    """A part of the atlas: its corners in the texture, and its proportions."""

    left: float
    top: float
    right: float
    bottom: float
    aspect: float  # width by height


class Atlas(NamedTuple):
    """Where everything lies in the texture."""

    regions: dict[str, Region]
    margin: float  # of a piece's drawing round its square, in squares
    period: int  # squares after which a texture of the land repeats


@cache
def atlas() -> Atlas:
    """The regions of the atlas, read once."""
    document: dict[str, Any] = json.loads((ASSETS / "atlas.json").read_text(encoding="utf-8"))
    size = document["size"]
    regions = {
        name: Region(x / size, y / size, (x + w) / size, (y + h) / size, w / h)
        for name, (x, y, w, h) in document["regions"].items()
    }
    return Atlas(regions, document["margin"] / document["square"], document["period"])


@cache
def texture() -> Texture:
    """The atlas as a texture, loaded at the first use; small cities need its mipmaps."""
    found = CoreImage(str(ASSETS / "atlas.png"), mipmap=True).texture
    found.min_filter = "linear_mipmap_linear"
    return found


class Quads:
    """A mesh in the making."""

    def __init__(self) -> None:
        self.vertices: list[float] = []
        self.indices: list[int] = []

    def put(self, region: str, x: float, y: float, width: float, height: float) -> None:
        """A region of the atlas on a rectangle."""
        left, top, right, bottom, _ = atlas().regions[region]
        self._quad(x, y, x + width, y + height, left, top, right, bottom)

    def part(self, region: str, x: float, y: float, size: float, of: tuple[float, float, float, float]) -> None:
        """A part of a region, given in parts of it (left, top, right, bottom), on a square."""
        left, top, right, bottom, _ = atlas().regions[region]
        wide, high = right - left, bottom - top
        self._quad(
            x, y, x + size, y + size, left + of[0] * wide, top + of[1] * high, left + of[2] * wide, top + of[3] * high
        )

    def _quad(self, x0: float, y0: float, x1: float, y1: float, u0: float, v0: float, u1: float, v1: float) -> None:
        first = len(self.vertices) // 4
        self.vertices += (x0, y0, u0, v0, x1, y0, u1, v0, x1, y1, u1, v1, x0, y1, u0, v1)
        self.indices += (first, first + 1, first + 2, first, first + 2, first + 3)

    def fan(self, region: str, corners: list[Point], box: tuple[float, float, float]) -> None:
        """A convex polygon cut out of a region that covers the square at x, y of this size."""
        left, top, right, bottom, _ = atlas().regions[region]
        x, y, size = box
        first = len(self.vertices) // 4
        for px, py in corners:
            self.vertices += (px, py, left + (px - x) / size * (right - left), top + (py - y) / size * (bottom - top))
        for k in range(1, len(corners) - 1):
            self.indices += (first, first + k, first + k + 1)

    def sprite(self, name: str, x: float, y: float, scale: float = 1.0) -> None:
        """A piece or a mark on the square whose north-west corner is x, y."""
        margin = atlas().margin * scale
        self.put(name, x - margin, y - margin, scale + 2 * margin, scale + 2 * margin)

    def text(self, text: str, x: float, y: float, height: float, ink: str = "white") -> None:
        """A number with its signs, centred on a point."""
        names = [f"{ink}-{_GLYPHS.get(letter, letter)}" for letter in text]
        x -= sum(atlas().regions[name].aspect for name in names) * height / 2
        for name in names:
            width = atlas().regions[name].aspect * height
            self.put(name, x, y - height / 2, width, height)
            x += width

    def pill(self, colour: str, text: str, x: float, y: float, height: float, ink: str = "white") -> None:
        """A text on a pill, centred on a point."""
        wide = self.text_width(text, height * 0.62)
        half = max(wide / 2 + height * 0.12, height * 0.1)
        cap = height / 2
        self.put(f"pill-{colour}-left", x - half - cap, y - cap, cap, height)
        self.put(f"pill-{colour}-middle", x - half, y - cap, 2 * half, height)
        self.put(f"pill-{colour}-right", x + half, y - cap, cap, height)
        self.text(text, x, y, height * 0.62, ink)

    @staticmethod
    def text_width(text: str, height: float) -> float:
        """How wide a number with its signs is."""
        return sum(atlas().regions[f"white-{_GLYPHS.get(letter, letter)}"].aspect for letter in text) * height

    def line(self, start: Point, end: Point, thickness: float) -> None:
        """A straight white line, to be tinted."""
        (x0, y0), (x1, y1) = start, end
        length = hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = -(y1 - y0) / length * thickness / 2, (x1 - x0) / length * thickness / 2
        self.solid([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)])

    def rounded(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        """A white rounded rectangle, to be tinted."""
        self.solid(rounded(x, y, width, height, radius))

    def solid(self, corners: list[Point]) -> None:
        """A white convex polygon, to be tinted."""
        u, v = _white()
        first = len(self.vertices) // 4
        for x, y in corners:
            self.vertices += (x, y, u, v)
        for k in range(1, len(corners) - 1):
            self.indices += (first, first + k, first + k + 1)

    def box(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A white rectangle, to be tinted."""
        self.solid([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])

    def ring(self, x: float, y: float, width: float, height: float, radius: float, thickness: float) -> None:
        """The white outline of a rounded rectangle, inside its border."""
        outer = rounded(x, y, width, height, radius)
        inner = rounded(
            x + thickness,
            y + thickness,
            width - 2 * thickness,
            height - 2 * thickness,
            max(0.0, radius - thickness),
        )
        self.band(outer, inner)

    def band(self, outer: list[Point], inner: list[Point]) -> None:
        """The white space between two closed lines with as many corners."""
        u, v = _white()
        first, count = len(self.vertices) // 4, len(outer)
        for (ox, oy), (ix, iy) in zip(outer, inner, strict=True):
            self.vertices += (ox, oy, u, v, ix, iy, u, v)
        for k in range(count):
            a, b = first + 2 * k, first + 2 * ((k + 1) % count)
            self.indices += (a, b, a + 1, b, b + 1, a + 1)

    def into(self, mesh: Mesh) -> None:
        """Give everything to a mesh."""
        mesh.vertices, mesh.indices = self.vertices, self.indices


@cache
def _white() -> Point:
    """A white spot of the texture."""
    left, top, right, bottom, _ = atlas().regions["white"]
    return (left + right) / 2, (top + bottom) / 2


_GLYPHS = {
    "/": "slash",
    "+": "plus",
    "−": "minus",
    "→": "arrow",
    "×": "times",
    "✓": "tick",
    "✕": "cross",
    "▲": "triangle",
}


def rounded(x: float, y: float, width: float, height: float, radius: float, steps: int = 4) -> list[Point]:
    """The corners of a rounded rectangle."""
    found = []
    for cx, cy, start in (
        (x + width - radius, y + radius, -pi / 2),
        (x + width - radius, y + height - radius, 0.0),
        (x + radius, y + height - radius, pi / 2),
        (x + radius, y + radius, pi),
    ):
        for k in range(steps + 1):
            angle = start + pi / 2 * k / steps
            found.append((cx + radius * cos(angle), cy + radius * sin(angle)))
    return found


def new_mesh() -> Mesh:
    """An empty mesh on the atlas."""
    return Mesh(vertices=[], indices=[], mode="triangles", texture=texture())


def board_matrix(x: float, y: float, unit: float) -> Matrix:
    """Brings the board to the window: its origin to x, y, a square to so many pixels, y upside down."""
    matrix = Matrix()
    matrix.set(flat=(unit, 0, 0, 0, 0, -unit, 0, 0, 0, 0, 1, 0, x, y, 0, 1))
    return matrix


def turned_matrix(x: float, y: float, unit: float, degrees: float, centre: Point) -> Matrix:
    """The same, with the board turned clockwise round one of its points, which comes to x, y."""
    c, s = cos(degrees * pi / 180) * unit, sin(degrees * pi / 180) * unit
    cx, cy = centre
    matrix = Matrix()
    matrix.set(flat=(c, -s, 0, 0, -s, -c, 0, 0, 0, 0, 1, 0, x - c * cx + s * cy, y + s * cx + c * cy, 0, 1))
    return matrix
