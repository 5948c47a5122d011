"""Cities written as pictures, so that a position can be checked by eye.

    city('''
        E   E   | F   F
        E8  EP  | F   W
                | Wa  W
                | W   W
    ''', a="biodome-L3-a")

A square is its terrain, then what is on it: P a park, A a sport facility, a number a skyscraper of that value, a small
letter a piece named beside the picture, or a dot for land that is missing. Two lines and two columns are a tile. Bars
between tiles may be left out; a tile that is not there is four dots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import Build, Place
from engine.city import EMPTY, City, build, joins, lay, why_not_build, why_not_lay
from engine.components import Piece, Tile, standard_box
from engine.forecast import Outlook, forecast
from engine.grid import BIT, Cell
from engine.scoring import score

AROUND = ((0, 0), (1, 0), (1, 1), (0, 1))  # the squares of a tile, clockwise from the north-west

Drawn = tuple[Tile, tuple[Piece, int] | None]  # a tile as it lies, and what is built on which of its squares


def piece(id: str) -> Piece:
    """A piece of the standard box."""
    return standard_box().pieces[id]


def tile(terrain: str, marks: str = "----", id: str = "tile") -> Tile:
    """A tile as no box holds it."""
    return Tile(id, terrain, marks)


def drawn(picture: str, **named: str | Piece) -> dict[Cell, Drawn]:
    """The tiles of a picture by their column and row in it."""
    lines = [line.replace("|", " ").split() for line in picture.strip().splitlines() if set(line.strip()) - set("-+")]
    assert len(lines) % 2 == 0 and {len(line) for line in lines} == {len(lines[0])} and len(lines[0]) % 2 == 0, lines
    found: dict[Cell, Drawn] = {}
    for y in range(0, len(lines), 2):
        for x in range(0, len(lines[0]), 2):
            squares = [lines[y + dy][x + dx] for dx, dy in AROUND]
            if set(squares) != {"."}:
                found[x // 2, y // 2] = _drawn_tile(f"tile {x // 2},{y // 2}", squares, named)
    return found


def _drawn_tile(id: str, squares: list[str], named: dict[str, str | Piece]) -> Drawn:
    marks, pieces = "", []
    for index, square in enumerate(squares):
        terrain, what = square[0], square[1:]
        marks += what if what in ("P", "A") else "-"
        if what.isdecimal():
            pieces.append((piece(f"skyscraper-{terrain}-{what}"), index))
        elif what and what not in "PA":
            own = named[what]
            pieces.append((piece(own) if isinstance(own, str) else own, index))
    assert len(pieces) < 2, f"{id}: only one piece a turn"
    return Tile(id, "".join(square[0] for square in squares), marks), pieces[0] if pieces else None


def city(picture: str, order: Sequence[Cell] = (), legal: bool = False, **named: str | Piece) -> City:
    """The city of a picture. Tiles are laid in the given order of cells, then each next one, row by row, that fits.

    The first tile is on cell (0, 0), so cells of the city are counted from it. `legal` asserts that every tile and
    every piece was allowed, without a join (R4, R5).
    """
    tiles = drawn(picture, **named)
    found, first = EMPTY, order[0] if order else min(tiles, key=_row_by_row)
    for at in _in_order(tiles, order):
        laid, on = tiles[at]
        cell = (at[0] - first[0], at[1] - first[1])
        if legal:
            assert why_not_lay(found, [laid], Place(laid.id, cell, 0)) is None, at
            assert not joins(found, laid.faces[0], BIT[cell]), at
        found = lay(found, laid, cell, 0)
        if on:
            if legal:
                assert why_not_build(found, [on[0]], Build(on[0].id, on[1])) is None, at
            found = build(found, *on)
    return found


def _row_by_row(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _in_order(tiles: Iterable[Cell], order: Sequence[Cell]) -> list[Cell]:
    left, found = sorted(set(tiles) - set(order), key=_row_by_row), list(order)
    while left:
        beside = [(x, y) for x, y in left if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(found)]
        found.append(beside[0] if found else left[0])
        left.remove(found[-1])
    return found


def points(of: City) -> dict[str, int]:
    """What each piece of a city scores as it stands, by id."""
    return {line.built.piece.id: line.points for line in score(of).lines}


def outlooks(of: City, buildable: Cell | None = None) -> dict[str, Outlook]:
    """The forecast of each piece of a city, by id."""
    return {prospect.built.piece.id: prospect.outlook for prospect in forecast(of, buildable).prospects}
