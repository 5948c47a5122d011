"""One city: its land and pieces as sets of squares, where a tile fits and what may stand on it (R4, R5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.actions import Build, Place, Reason
from engine.components import TERRAINS, Face, Piece, Tile
from engine.grid import (
    BIT,
    CELL,
    CORNERS,
    FRAMES,
    REACH,
    ROW,
    START,
    TILE,
    Cell,
    Mask,
    bits,
    cells,
    district,
    districts,
    neighbours,
    spot,
)

SQUARES = range(len(CORNERS))


class Laid(NamedTuple):
    """A tile where it lies."""

    tile: Tile
    cell: Cell
    rotation: int

    @property
    def face(self) -> Face:
        """The tile as it lies."""
        return self.tile.faces[self.rotation]


class Built(NamedTuple):
    """A piece where it stands: a square of a cell, 0 north-west, then clockwise."""

    piece: Piece
    cell: Cell
    square: int

    @property
    def at(self) -> Mask:
        """Its square."""
        return spot(self.cell, self.square)


class City(NamedTuple):
    """One player's city. It is a value: laying and building make a new one."""

    tiles: tuple[Laid, ...]
    pieces: tuple[Built, ...]
    cells: Mask  # the north-west square of every tile
    open: Mask  # the north-west square of every cell where the next tile may lie (R4.1, R4.3)
    left: int  # the outermost columns and rows of cells that hold a tile
    top: int
    right: int
    bottom: int
    land: tuple[Mask, ...]  # the squares of each terrain
    claimed: tuple[Mask, ...]  # of each terrain, the districts that hold a skyscraper
    parks: Mask
    sports: Mask
    towers: Mask
    utilities: Mask

    @property
    def covered(self) -> Mask:
        """All squares that hold land."""
        return self.cells * TILE

    @property
    def frames(self) -> list[Cell]:
        """The north-west cells of the 4 x 4 squares that the finished city can still be (R4.3)."""
        lefts = range(self.right - REACH, self.left + 1)
        tops = range(self.bottom - REACH, self.top + 1)
        return [(left, top) for top in tops for left in lefts]

    @property
    def within(self) -> Mask:
        """All squares of all frames that are still possible."""
        return within(self.left, self.top, self.right, self.bottom)

    def district(self, at: Mask) -> Mask:
        """The district of a square that holds land, or nothing."""
        land = next((land for land in self.land if land & at), 0)
        return district(at, land) if land else 0


EMPTY = City((), (), 0, 1 << BIT[START], *START, *START, (0,) * 4, (0,) * 4, 0, 0, 0, 0)


@cache
def within(left: int, top: int, right: int, bottom: int) -> Mask:
    """All squares of all frames that are possible with these outermost columns and rows (R4.3)."""
    found = 0
    for x in range(right - REACH, left + 1):
        for y in range(bottom - REACH, top + 1):
            found |= FRAMES[x, y]
    return found


def lay(city: City, tile: Tile, cell: Cell, rotation: int) -> City:
    """The city with one more tile; whether it may lie there is not asked."""
    face, bit = tile.faces[rotation], BIT[cell]
    land, claimed = list(city.land), list(city.claimed)
    for terrain, new in enumerate(face.land):
        if new:
            new <<= bit
            land[terrain] |= new
            if (taken := claimed[terrain]) and neighbours(new) & taken:
                claimed[terrain] = district(taken, land[terrain])
    x, y = cell
    left, top, right, bottom = city.left, city.top, city.right, city.bottom
    left, right = (x, right) if x < left else (left, max(x, right))
    top, bottom = (y, bottom) if y < top else (top, max(y, bottom))
    all_cells = city.cells | 1 << bit
    beside = all_cells << 2 | all_cells >> 2 | all_cells << 2 * ROW | all_cells >> 2 * ROW
    return City(
        (*city.tiles, Laid(tile, cell, rotation)),
        city.pieces,
        all_cells,
        beside & ~all_cells & within(left, top, right, bottom),
        left,
        top,
        right,
        bottom,
        tuple(land),
        tuple(claimed),
        city.parks | face.parks << bit,
        city.sports | face.sports << bit,
        city.towers,
        city.utilities,
    )


def joins(city: City, face: Face, bit: int) -> bool:
    """Would this tile join two districts that each hold a skyscraper (R4.5)?"""
    towers = city.towers
    for terrain, claimed in enumerate(city.claimed):
        new = face.land[terrain] << bit
        if new and (claimed & towers).bit_count() > 1:
            touched = neighbours(new) & claimed
            while touched:
                own = district(touched & -touched, claimed)
                touched &= ~own
                if touched and district(own, city.land[terrain] | new) & touched:
                    return True
    return False


def _contested(city: City) -> Mask:
    """The open cells that touch two districts with a skyscraper of one terrain: only there can a tile join."""
    contested, towers = 0, city.towers
    for claimed in city.claimed:
        if (claimed & towers).bit_count() > 1:
            touched = 0
            for own in districts(claimed):
                beside = cells(neighbours(own)) & city.open
                contested |= touched & beside
                touched |= beside
    return contested


def placements(city: City, hand: Iterable[Tile]) -> list[Place]:
    """Every way to lay a tile of the hand: by tile, then row by row, then by rotation (R4)."""
    tiles, contested, where = sorted(hand, key=_id), _contested(city), list(bits(city.open))
    found: list[Place] = []
    for tile in tiles:
        turns = _turns(tile.id)
        for bit in where:
            if contested >> bit & 1:
                found += [place for place in turns[bit] if not joins(city, tile.faces[place.rotation], bit)]
            else:
                found += turns[bit]
    if not found:  # no other option is left (R4.6)
        found = [place for tile in tiles for bit in where for place in _turns(tile.id)[bit]]
    return found


def why_not_lay(city: City, hand: Sequence[Tile], place: Place) -> Reason | None:
    """Why this tile may not lie there, as turned (R4); None if it may."""
    tile = next((tile for tile in hand if tile.id == place.tile), None)
    if tile is None:
        return Reason.NOT_IN_HAND
    if place.rotation not in SQUARES:
        return Reason.NO_SUCH_ROTATION
    bit = BIT.get(place.cell)
    if bit is None or not city.open >> bit & 1:
        return _why_not_there(city, place.cell)
    if joins(city, tile.faces[place.rotation], bit) and place not in placements(city, hand):
        return Reason.JOINS_SKYSCRAPERS
    return None


def _why_not_there(city: City, cell: Cell) -> Reason:
    x, y = cell
    if not city.tiles:
        return Reason.NOT_AT_START
    if cell in BIT and city.cells >> BIT[cell] & 1:
        return Reason.OCCUPIED
    if max(x, city.right) - min(x, city.left) > REACH:
        return Reason.TOO_WIDE
    if max(y, city.bottom) - min(y, city.top) > REACH:
        return Reason.TOO_HIGH
    return Reason.NOT_BESIDE


def _id(tile: Tile) -> str:
    return tile.id


@lru_cache(maxsize=1 << 9)
def _turns(tile: str) -> dict[int, tuple[Place, ...]]:
    """The four ways to lay a tile, by cell; kept, because making them anew is what would take the time."""
    return {bit: tuple(Place(tile, cell, rotation) for rotation in range(4)) for bit, cell in CELL.items()}


def build(city: City, piece: Piece, square: int) -> City:
    """The city with a piece on a square of the tile laid last; whether it may stand there is not asked."""
    last = city.tiles[-1]
    built = Built(piece, last.cell, square)
    at = built.at
    claimed, towers, utilities = city.claimed, city.towers, city.utilities
    if piece.is_skyscraper:
        terrain = TERRAINS.index(last.face.terrain[square])
        towers |= at
        own = district(at, city.land[terrain])
        claimed = (*claimed[:terrain], claimed[terrain] | own, *claimed[terrain + 1 :])
    else:
        utilities |= at
    return City(
        city.tiles,
        (*city.pieces, built),
        city.cells,
        city.open,
        city.left,
        city.top,
        city.right,
        city.bottom,
        city.land,
        claimed,
        city.parks,
        city.sports,
        towers,
        utilities,
    )


def builds(city: City, supply: Iterable[Piece]) -> list[Build]:
    """Every way to build a piece of the supply on the tile laid last: by piece, then by square (R5)."""
    last = city.tiles[-1]
    terrain, marks, bit = last.face.terrain, last.face.marks, BIT[last.cell]
    ground: dict[str, tuple[int, ...]] = dict.fromkeys(("", *TERRAINS), ())  # utilities have no terrain
    for square in SQUARES:
        if marks[square] == "-":  # R5.1
            ground[""] += (square,)  # R5.3
            own = terrain[square]
            if not CORNERS[square] << bit & city.claimed[TERRAINS.index(own)]:  # R5.2
                ground[own] += (square,)
    found: list[Build] = []
    for piece in supply:
        if squares := ground[piece.terrain]:
            found += _on(piece.id, squares)
    return found


def why_not_build(city: City, supply: Iterable[Piece], action: Build) -> Reason | None:
    """Why this piece may not stand there (R5); None if it may."""
    piece = next((piece for piece in supply if piece.id == action.piece), None)
    if piece is None:
        return Reason.NOT_IN_SUPPLY
    if action.square not in SQUARES:
        return Reason.NO_SUCH_SQUARE
    last = city.tiles[-1]
    if last.face.marks[action.square] != "-":
        return Reason.ON_A_MARK
    if piece.is_skyscraper:
        if last.face.terrain[action.square] != piece.terrain:
            return Reason.WRONG_TERRAIN
        if CORNERS[action.square] << BIT[last.cell] & city.claimed[TERRAINS.index(piece.terrain)]:
            return Reason.DISTRICT_TAKEN
    return None


@lru_cache(maxsize=1 << 11)
def _on(piece: str, squares: tuple[int, ...]) -> tuple[Build, ...]:
    """The ways to build a piece on these squares; kept, like those to lay a tile."""
    return tuple(Build(piece, square) for square in squares)
