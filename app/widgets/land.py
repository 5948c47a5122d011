"""The land of a city, or of a single tile, as quads of the atlas: districts read as one piece across tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, pi, sin

from kivy.graphics import Color, InstructionGroup

from app.art import Point, Quads, atlas, new_mesh
from app.style import Theme, faded, rgba
from engine import Cell, Laid

Square = tuple[int, int]  # of the board: (0, 0) is the north-west square of cell (0, 0)

TILE_RADIUS = 0.13  # of a tile's corner
SLAB = (0.03, 0.055)  # the thickness of the board, seen from above left
# Of each square of a tile, clockwise from the north-west: its place, the way outwards, and its name in the atlas.
CORNERS = (((0, 0), (-1, -1), "nw"), ((1, 0), (1, -1), "ne"), ((1, 1), (1, 1), "se"), ((0, 1), (-1, 1), "sw"))
# The quarter cells of the atlas: is the square beside, above or below, and across of the same terrain?
_CASES = {(True, False, False): 1, (True, False, True): 2, (False, True, False): 3, (False, True, True): 4}
_INNER, _CLEAR = 5, 6


def square_of(cell: Cell, corner: int) -> Square:
    """A square of a cell: 0 north-west, then clockwise."""
    (dx, dy), _, _ = CORNERS[corner]
    return 2 * cell[0] + dx, 2 * cell[1] + dy


def terrain_of(tiles: Iterable[Laid]) -> dict[Square, str]:
    """The terrain of every square."""
    return {square_of(laid.cell, corner): laid.face.terrain[corner] for laid in tiles for corner in range(len(CORNERS))}


def case_of(beside: bool, above: bool, across: bool) -> int:
    """Which quarter cell of the atlas joins a square with its neighbours."""
    if beside and above:
        return _CLEAR if across else _INNER
    return _CASES.get((beside, above, across), 0)


def put_land(quads: Quads, tiles: Iterable[Laid], shade: str) -> None:
    """The textures of the land, with borders where a district ends."""
    laid = list(tiles)
    terrain, cells = terrain_of(laid), {each.cell for each in laid}
    for (x, y), letter in terrain.items():
        _put_square(quads, x, y, letter, terrain, cells, shade)


def _put_square(
    quads: Quads, x: int, y: int, letter: str, terrain: Mapping[Square, str], cells: set[Cell], shade: str
) -> None:
    period = atlas().period
    tx, ty = x % period / period, y % period / period
    whole = True
    edges: list[tuple[str, float, float, list[Point] | None]] = []
    for (cx, cy), (dx, dy), name in CORNERS:
        case = case_of(
            terrain.get((x + dx, y)) == letter,
            terrain.get((x, y + dy)) == letter,
            terrain.get((x + dx, y + dy)) == letter,
        )
        if case == _CLEAR:
            continue
        px, py = x + cx / 2, y + cy / 2
        cut = None
        if (x % 2, y % 2) == (cx, cy) and not {(x // 2 + dx, y // 2), (x // 2, y // 2 + dy)} & cells:
            cut, whole = _cut_corner(px, py, dx, dy), False  # the tile's own corner, seen from outside
        edges.append((f"edge-{shade}-{letter}-{name}-{case}", px, py, cut))
    if whole:
        quads.part(f"texture-{letter}", x, y, 1, (tx, ty, tx + 1 / period, ty + 1 / period))
    else:
        _put_cut_ground(quads, x, y, letter, (tx, ty), edges)
    for region, px, py, cut in edges:
        if cut is None:
            quads.put(region, px, py, 0.5, 0.5)
        else:
            quads.fan(region, cut, (px, py, 0.5))


def _put_cut_ground(
    quads: Quads,
    x: int,
    y: int,
    letter: str,
    origin: Point,
    edges: list[tuple[str, float, float, list[Point] | None]],
) -> None:
    """The texture of a square whose corner is rounded, quarter by quarter."""
    period = atlas().period
    cuts = {(px, py): cut for _, px, py, cut in edges}
    for (cx, cy), _, _ in CORNERS:
        px, py = x + cx / 2, y + cy / 2
        corners = cuts.get((px, py)) or [(px, py), (px + 0.5, py), (px + 0.5, py + 0.5), (px, py + 0.5)]
        quads.fan(f"texture-{letter}", corners, (x - origin[0] * period, y - origin[1] * period, period))


def _cut_corner(px: float, py: float, dx: int, dy: int) -> list[Point]:
    """A quarter of a square without its outermost bit; dx and dy say which corner is outermost."""
    ox, oy = (px if dx < 0 else px + 0.5), (py if dy < 0 else py + 0.5)
    cx, cy = ox - dx * TILE_RADIUS, oy - dy * TILE_RADIUS
    arc = [
        (cx + dx * TILE_RADIUS * cos(angle), cy + dy * TILE_RADIUS * sin(angle))
        for angle in (pi / 2 * k / 4 for k in range(5))
    ]
    inner_x, inner_y = (px + 0.5 if dx < 0 else px), (py + 0.5 if dy < 0 else py)
    return [*arc, (inner_x, oy), (inner_x, inner_y), (ox, inner_y)]


class Land(InstructionGroup):
    """The drawn land: shadow, thickness of the board, textures and marks, and hair lines between tiles."""

    def __init__(self) -> None:
        super().__init__()
        self._slab_colour, self._land_colour, self._seam_colour = Color(), Color(), Color()
        self._shadow, self._slab, self._land, self._seams = (new_mesh() for _ in range(4))
        for instruction in (
            Color(1, 1, 1, 1),
            self._shadow,
            self._slab_colour,
            self._slab,
            self._land_colour,
            self._land,
            self._seam_colour,
            self._seams,
        ):
            self.add(instruction)

    def draw(self, tiles: Iterable[Laid], theme: Theme, flat: bool = False) -> None:
        """Draw these tiles; `flat` leaves out shadow and thickness, for pictures too small to show them."""
        laid = list(tiles)
        shadow, slab, land, seams = (Quads() for _ in range(4))
        if not flat:
            for (cx, cy), *_ in ((each.cell, each) for each in laid):
                shadow.put("tile-shadow", 2 * cx - 0.17, 2 * cy - 0.13, 2.5, 2.5)
                slab.rounded(2 * cx + SLAB[0], 2 * cy + SLAB[1], 2, 2, TILE_RADIUS)
            put_seams(seams, terrain_of(laid))
        put_land(land, laid, theme.shade)
        put_marks(land, laid)
        self._slab_colour.rgba, self._land_colour.rgba = theme.slabColor, theme.landColor
        self._seam_colour.rgba = faded(rgba("#3A2E18"), 0.22)
        for quads, mesh in ((shadow, self._shadow), (slab, self._slab), (land, self._land), (seams, self._seams)):
            quads.into(mesh)


def put_seams(quads: Quads, terrain: Mapping[Square, str]) -> None:
    """A hair line where two tiles of one district meet."""
    for (x, y), letter in terrain.items():
        if x % 2 == 0 and terrain.get((x - 1, y)) == letter:
            quads.line((x, y + 0.1), (x, y + 0.9), 0.018)
        if y % 2 == 0 and terrain.get((x, y - 1)) == letter:
            quads.line((x + 0.1, y), (x + 0.9, y), 0.018)


def put_marks(quads: Quads, tiles: Iterable[Laid]) -> None:
    """Parks, sport facilities, and the number of an equity tile."""
    names = {"P": "park", "A": "sport"}
    for laid in tiles:
        for corner, mark in enumerate(laid.face.marks):
            if mark in names:
                quads.sprite(names[mark], *square_of(laid.cell, corner))
        number = laid.tile.id.removeprefix("equity")
        if number != laid.tile.id:
            x, y = 2 * laid.cell[0] + 1, 2 * laid.cell[1] + 1
            quads.put("equity-disc", x - 0.19, y - 0.19, 0.38, 0.38)
            quads.text(number, x, y, 0.26, "dark")
