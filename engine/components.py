"""What lies in the box: terrains, tiles and pieces, read from one data file and checked (R1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from engine.fields import Malformed, array, choice, integer, member, obj, parse, shown, text
from engine.grid import CORNERS, SIDE, Mask, district, mask

TERRAINS = "EFSW"  # earth, forest, stone, water
MARKS = "-PA"  # none, park, sport facility (athlete)
VALUES = (4, 5, 6, 7, 8, 10, 12)  # of the skyscrapers of each terrain (R1.3)
UTILITIES = ("biodome", "ecomobile", "windmill")
COUNTS = ("park", "sport", "park_or_sport", "skyscraper", "utility")
ZONES = ("left", "right", "top", "bottom", "corner", "center")
REGULAR_TILES = 74
EQUITY_TILES = ("equity1", "equity2", "equity3", "equity4")
TOKENS = 12  # of each kind of utility (R1.4)
MOST = 99  # no number on a piece is larger


class Face(NamedTuple):
    """A tile as it lies after some quarter turns; masks are those of a tile in the grid's corner."""

    terrain: str
    marks: str
    land: tuple[Mask, ...]  # for each terrain in the order of TERRAINS
    parks: Mask
    sports: Mask


@dataclass(frozen=True)
class Tile:
    """Two by two squares of terrain, listed clockwise from the north-west (R1.1, R1.2)."""

    id: str
    terrain: str
    marks: str

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The tile after 0, 1, 2 and 3 clockwise quarter turns."""
        return tuple(_face(_turned(self.terrain, turns), _turned(self.marks, turns)) for turns in range(4))


def _turned(squares: str, turns: int) -> str:
    """One clockwise quarter turn moves the last square to the front."""
    return squares[-turns:] + squares[:-turns]


def _face(terrain: str, marks: str) -> Face:
    def where(letters: str, letter: str) -> Mask:
        return sum(bit for bit, found in zip(CORNERS, letters, strict=True) if found == letter)

    land = tuple(where(terrain, letter) for letter in TERRAINS)
    return Face(terrain, marks, land, where(marks, "P"), where(marks, "A"))


@dataclass(frozen=True)
class Piece:
    """A skyscraper or a utility; what does not apply to its kind is empty (R1.3, R1.4)."""

    id: str
    kind: str
    value: int
    terrain: str = ""  # skyscraper
    counts: str = ""  # ecomobile: what it looks for
    needs: int = 0  # ecomobile: how many
    zone: str = ""  # windmill
    shape: tuple[tuple[int, int], ...] = ()  # biodome: (x, y), y down
    outbid: bool = False  # biodome: the box holds a dearer one of the same shape

    @cached_property
    def outlines(self) -> frozenset[Mask]:
        """The shape in each rotation, pushed into the grid's corner; mirror images do not count (R6.5)."""
        return outlines(self.shape)

    @property
    def is_skyscraper(self) -> bool:
        """Skyscrapers and utilities obey different rules."""
        return self.kind == "skyscraper"


def outlines(shape: Iterable[tuple[int, int]]) -> frozenset[Mask]:
    """A shape in its four rotations, each pushed into the grid's corner."""
    squares, found = list(shape), set()
    for _ in range(4):
        left, top = min(x for x, _ in squares), min(y for _, y in squares)
        found.add(mask((x - left, y - top) for x, y in squares))
        squares = [(-y, x) for x, y in squares]
    return frozenset(found)


@dataclass(frozen=True)
class Box:
    """Everything in the box, by id."""

    tiles: Mapping[str, Tile]
    pieces: Mapping[str, Piece]

    @cached_property
    def regular(self) -> tuple[str, ...]:
        """The tiles that are shuffled (R2.5)."""
        return tuple(sorted(set(self.tiles) - set(EQUITY_TILES)))

    def document(self) -> dict[str, Any]:
        """The box as a record holds it."""
        return {
            "tiles": {t.id: {"terrain": t.terrain, "marks": t.marks} for t in self.tiles.values()},
            "pieces": {p.id: _piece_document(p) for p in self.pieces.values()},
        }


def _piece_document(piece: Piece) -> dict[str, Any]:
    match piece.kind:
        case "skyscraper":
            own: dict[str, Any] = {"terrain": piece.terrain}
        case "ecomobile":
            own = {"counts": piece.counts, "needs": piece.needs}
        case "windmill":
            own = {"zone": piece.zone}
        case _:
            own = {"shape": [list(square) for square in piece.shape]}
    return {"kind": piece.kind, **own, "value": piece.value}


@cache
def standard_box() -> Box:
    """The box that comes with the game."""
    return load_box(Path(__file__).with_name("box.json"))


def load_box(path: Path) -> Box:
    """Read a box from a file of its own; Malformed says what is wrong with it, OSError why it cannot be read."""
    return read_box(parse(path.read_bytes()), "box")


def read_box(document: object, where: str) -> Box:
    """A box from JSON, its counts checked (R1)."""
    fields = obj(document, where)
    tiles = {
        id: _read_tile(id, entry, f"{where}: tile {shown(id)}")
        for id, entry in obj(member(fields, "tiles", where), f"{where}: tiles").items()
    }
    pieces = {
        id: _read_piece(id, entry, f"{where}: piece {shown(id)}")
        for id, entry in obj(member(fields, "pieces", where), f"{where}: pieces").items()
    }
    _check_counts(tiles, pieces, where)
    return Box(tiles, _with_outbid(pieces))


def _check_counts(tiles: Mapping[str, Tile], pieces: Mapping[str, Piece], where: str) -> None:
    if missing := [id for id in EQUITY_TILES if id not in tiles]:
        raise Malformed(f"{where}: tiles: {missing[0]} is missing")
    if (regular := len(tiles) - len(EQUITY_TILES)) != REGULAR_TILES:
        raise Malformed(f"{where}: tiles: {regular} regular tiles instead of {REGULAR_TILES}")
    towers = sorted((p.terrain, p.value) for p in pieces.values() if p.is_skyscraper)
    if towers != list(product(TERRAINS, VALUES)):
        each = ", ".join(map(str, VALUES))
        raise Malformed(f"{where}: pieces: skyscrapers must be one each of {each} for every terrain")
    for kind in UTILITIES:
        if (count := sum(p.kind == kind for p in pieces.values())) != TOKENS:
            raise Malformed(f"{where}: pieces: {count} of kind {kind} instead of {TOKENS}")


def _with_outbid(pieces: Mapping[str, Piece]) -> dict[str, Piece]:
    dearest: dict[frozenset[Mask], int] = {}
    for piece in pieces.values():
        if piece.shape:
            dearest[piece.outlines] = max(piece.value, dearest.get(piece.outlines, 0))
    return {id: replace(p, outbid=True) if p.shape and p.value < dearest[p.outlines] else p for id, p in pieces.items()}


def _read_tile(id: str, entry: object, where: str) -> Tile:
    fields = obj(entry, where)
    terrain = text(member(fields, "terrain", where), f"{where}: terrain")
    marks = text(member(fields, "marks", where), f"{where}: marks")
    for name, letters, allowed in (("terrain", terrain, TERRAINS), ("marks", marks, MARKS)):
        if len(letters) != len(CORNERS) or not set(letters) <= set(allowed):
            raise Malformed(f"{where}: {name} must be four letters out of {allowed}")
    return Tile(text(id, where), terrain, marks)


def _read_piece(id: str, entry: object, where: str) -> Piece:
    text(id, where)
    fields = obj(entry, where)
    kind = choice(member(fields, "kind", where), ("skyscraper", *UTILITIES), f"{where}: kind")
    value = integer(member(fields, "value", where), 1, MOST, f"{where}: value")
    match kind:
        case "skyscraper":
            terrain = choice(member(fields, "terrain", where), TERRAINS, f"{where}: terrain")
            return Piece(id, kind, value, terrain=terrain)
        case "ecomobile":
            counts = choice(member(fields, "counts", where), COUNTS, f"{where}: counts")
            needs = integer(member(fields, "needs", where), 1, MOST, f"{where}: needs")
            return Piece(id, kind, value, counts=counts, needs=needs)
        case "windmill":
            return Piece(id, kind, value, zone=choice(member(fields, "zone", where), ZONES, f"{where}: zone"))
        case _:
            return Piece(id, kind, value, shape=_read_shape(member(fields, "shape", where), f"{where}: shape"))


def _read_shape(entry: object, where: str) -> tuple[tuple[int, int], ...]:
    """A connected set of squares that fits into a finished city."""
    shape = []
    for square in array(entry, where):
        x, y = array(square, f"{where}: each square", (2,))
        shape.append((integer(x, -MOST, MOST, where), integer(y, -MOST, MOST, where)))
    if not shape:
        raise Malformed(f"{where} is empty")
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    if max(max(x - left, y - top) for x, y in shape) >= 2 * SIDE:
        raise Malformed(f"{where} is larger than a city")
    if len(set(shape)) < len(shape):
        raise Malformed(f"{where} names a square twice")
    whole = mask((x - left, y - top) for x, y in shape)
    if district(whole & -whole, whole) != whole:
        raise Malformed(f"{where} is not connected")
    return tuple(shape)
