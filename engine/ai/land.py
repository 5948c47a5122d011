"""The land of one terrain: what its districts are worth, and what could be built on them.

Looking ahead comes across the same land again and again, in cities that differ elsewhere. So everything here depends
only on what is near the land, and a search remembers it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.ai.tables import Worth
from engine.components import VALUES, Piece
from engine.grid import ROW, SIDE, Mask, bits, cells, district, districts, neighbours, to_corner

REACH = 3  # squares that a biodome may lack and still be hoped for; what is farther away does not matter


class NewTower(NamedTuple):
    """A skyscraper that could be built: what it adds, and how many squares are missing then."""

    gain: float
    missing: int
    piece: Piece


class NewUtility(NamedTuple):
    """A utility that could be built, and what it adds."""

    gain: float
    piece: Piece


class Holdings(NamedTuple):
    """What stands on one terrain, and what the supply offers for it."""

    towers: tuple[tuple[Mask, int], ...]  # where, and their value
    domes: tuple[tuple[Mask, Piece], ...]
    tower_offers: tuple[Piece, ...]
    dome_offers: tuple[Piece, ...]


class Terrain:
    """One terrain with what stands on it and is offered for it, with so many tiles left."""

    def __init__(self, number: int, worth: Worth, holdings: Holdings) -> None:
        self.number, self.worth, self.left = number, worth, worth.left
        self.towers, self.domes, self.offers, self.dome_offers = holdings
        values = tuple(piece.value for piece in self.offers)
        self.carries = _carries(values)
        self.carries_without = [_carries(tuple(v for v in values if v != own)) for own in values]


@cache
def _carries(offers: tuple[int, ...]) -> list[tuple[int, int]]:
    """For a district of each size: the highest of these skyscrapers that it carries, and what the next one lacks."""
    found = []
    for size in range(4 * SIDE * SIDE + 1):
        carried = [value for value in offers if value <= size]
        higher = [value - size for value in offers if value > size]
        carries = VALUES.index(max(carried)) + 1 if carried else 0
        found.append((carries, min(*higher, 6) if higher else 0))
    return found


class Memory:
    """What a search has come across. It is given up with the search."""

    def __init__(self) -> None:
        self._terrains: dict[tuple[object, ...], Terrain] = {}
        self._lands: dict[tuple[int, Mask, Mask], Land] = {}

    def terrain(self, worth: Worth, holdings: Holdings) -> Terrain:
        """What stands on a terrain and is offered for it."""
        towers, domes, tower_offers, dome_offers = holdings
        standing = tuple((at, piece.id) for at, piece in domes)
        offered = tuple(piece.id for piece in (*tower_offers, *dome_offers))
        key = (worth.left, towers, standing, offered)
        found = self._terrains.get(key)
        if found is None:
            found = self._terrains[key] = Terrain(len(self._terrains), worth, holdings)
        return found

    def land(self, terrain: Terrain, squares: Mask, free: Mask) -> Land:
        """Land on these squares, with these ones free for tiles still to come."""
        near = squares
        for _ in range(REACH):
            near |= near << 1 | near >> 1 | near << ROW | near >> ROW
        key = (terrain.number, squares, free & near)
        found = self._lands.get(key)
        if found is None:
            found = self._lands[key] = Land(terrain, squares, free & near)
        return found


Unclaimed = list[tuple[int, int, int]]  # size, free squares beside it, land to merge with


class Land:
    """All districts of one terrain."""

    __slots__ = ("_claims", "_districts", "claimed", "free", "missing", "squares", "terrain", "worth")

    def __init__(self, terrain: Terrain, squares: Mask, free: Mask) -> None:
        self.terrain, self.squares, self.free = terrain, squares, free
        self._districts = list(districts(squares))
        self.claimed: Mask = 0
        for at, _ in terrain.towers:
            if not at & self.claimed:
                self.claimed |= next(own for own in self._districts if own & at)
        self._claims: dict[Mask, Claim] = {}
        settled, self.missing, unclaimed = self.read(self.claimed)
        self.worth = settled + self.unclaimed(unclaimed, terrain.carries)

    def claim(self, at: Mask) -> Claim:
        """What could be built on the district of a square."""
        for own in self._districts:
            if own & at:
                break
        claim = self._claims.get(own)
        if claim is None:
            claim = self._claims[own] = Claim(self, own)
        return claim

    def read(self, claimed: Mask, left_out: Mask = 0) -> tuple[float, int, Unclaimed]:
        """The worth of skyscrapers and biodomes, what the skyscrapers lack, and the districts without skyscraper.

        The skyscraper of one district may be left out: the one that is about to be built.
        """
        terrain, free, squares = self.terrain, self.free, self.squares
        total, missing, unclaimed = 0.0, 0, []
        for own in self._districts:
            beside = (own << 1 | own >> 1 | own << ROW | own >> ROW) & free
            if terrain.domes:
                total += self._biodomes(own, beside)
            if own == left_out:
                continue
            if own & claimed:
                points, lacks = self._skyscraper(own, beside, claimed)
                total += points
                missing += lacks
            elif beside and terrain.left:
                size, merge = own.bit_count(), 0
                if size > 1 and (touched := neighbours(beside) & squares & ~own):
                    merge = 5 if touched & claimed else min(4, district(touched, squares).bit_count())
                unclaimed.append((size, beside.bit_count(), merge))
        return total, missing, unclaimed

    def unclaimed(self, found: Unclaimed, carries: list[tuple[int, int]]) -> float:
        """The worth of districts without skyscraper."""
        worth, total = self.terrain.worth, 0.0
        for size, beside, merge in found:
            total += worth["U", size, beside, carries[size], merge]
        return total

    def _skyscraper(self, own: Mask, beside: Mask, claimed: Mask) -> tuple[float, int]:
        """The worth of a district's skyscraper, and the squares that it lacks (R6.1)."""
        size, values = own.bit_count(), [value for at, value in self.terrain.towers if at & own]
        value = values[0]
        if len(values) > 1:  # a forced join: the best one counts (R6.2)
            return max(value if size >= value else -value for value in values), 0
        if (lacks := value - size) <= 0:
            return value, 0
        growth = self.growth(own, beside, claimed)
        if not self.terrain.left or not growth[0]:
            return -value, 0
        return self.terrain.worth["T", value, lacks, *growth], lacks

    def growth(self, own: Mask, beside: Mask, claimed: Mask) -> tuple[int, int, int]:
        """Where a district with a skyscraper can grow: free squares beside it, land to merge with, cells beside it."""
        if others := claimed & ~own:
            beside &= ~neighbours(others)  # squares there would join two skyscrapers (R4.5)
        unclaimed = self.squares & ~(claimed | own)
        touched = neighbours(beside) & unclaimed
        merge = district(touched, unclaimed).bit_count() if touched else 0
        return beside.bit_count(), merge, cells(beside).bit_count()

    def _biodomes(self, own: Mask, beside: Mask) -> float:
        """The worth of the biodomes in a district: the first may score, further ones fail (R6.5)."""
        total, first = 0.0, True
        for at, piece in self.terrain.domes:
            if at & own:
                total += self.biodome(piece, own, beside) if first else -piece.value
                first = False
        return total

    def biodome(self, piece: Piece, own: Mask, beside: Mask) -> float:
        """What a biodome is worth in a district with these free squares beside it."""
        value, size, terrain = piece.value, own.bit_count(), self.terrain
        missing = len(piece.shape) - size
        if missing == 0 and to_corner(own) in piece.outlines:
            certain = not beside or not terrain.left
            return value if certain else terrain.worth["D0", value, beside.bit_count()]
        if not 0 < missing <= REACH or not beside or not terrain.left:
            return -value
        ways = ways_to_complete(piece, own, self.free)
        return terrain.worth["D1", value, missing, ways] if ways else -value


class Claim:
    """What could be built on one district, and what it adds."""

    __slots__ = ("biodomes", "towers")

    def __init__(self, land: Land, own: Mask) -> None:
        beside = neighbours(own) & land.free
        self.towers = [] if own & land.claimed or not land.terrain.offers else self._skyscrapers(land, own, beside)
        taken = any(at & own for at, _ in land.terrain.domes)  # one in a district can score (R6.5)
        offers = () if taken else land.terrain.dome_offers
        self.biodomes = [NewUtility(land.biodome(piece, own, beside), piece) for piece in offers]

    def _skyscrapers(self, land: Land, own: Mask, beside: Mask) -> list[NewTower]:
        terrain, size, found = land.terrain, own.bit_count(), []
        others, missing, unclaimed = land.read(land.claimed | own, left_out=own)
        growth = land.growth(own, beside, land.claimed)
        hopeless = not terrain.left or not growth[0]
        others -= land.worth
        missing -= land.missing
        for piece, carries in zip(terrain.offers, terrain.carries_without, strict=True):
            value, lacks = piece.value, piece.value - size
            gain = others + land.unclaimed(unclaimed, carries) if unclaimed else others
            if lacks <= 0:
                found.append(NewTower(gain + value, missing, piece))
            elif hopeless:
                found.append(NewTower(gain - value, missing, piece))
            else:
                found.append(NewTower(gain + terrain.worth["T", value, lacks, *growth], missing + lacks, piece))
        return found


def ways_to_complete(piece: Piece, own: Mask, free: Mask) -> int:
    """In how many ways a district can get a biodome's shape by free squares alone."""
    lowest = (own & -own).bit_length() - 1
    found, allowed = 0, own | free
    for shape in _anchored(piece.outlines):
        placed = shape << lowest >> ANCHOR
        if not own & ~placed and not placed & ~allowed:
            found += 1
    return found


ANCHOR = 8 * ROW + 8  # a bit that every shape fits around


@cache
def _anchored(outlines: frozenset[Mask]) -> tuple[Mask, ...]:
    """Every shape with each of its squares in turn on the anchor."""
    return tuple(outline << ANCHOR >> bit for outline in outlines for bit in bits(outline))
