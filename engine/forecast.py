"""What will become of the pieces of a city that still grows: safe, open or lost.

Safe and lost are promises: a safe piece ends with plus its value, a lost one with minus its value, however the game
goes on, short of a forced join (R4.6). They are not complete: what cannot be shown cheaply is open.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.city import Built, City
from engine.grid import BIT, FRAMES, TILE, Cell, Mask, bits, cells, district, line, neighbours, to_corner
from engine.scoring import counted, in_zone


class Outlook(Enum):
    """What will become of a piece."""

    SAFE = "safe"
    OPEN = "open"
    LOST = "lost"
    VOID = "void"  # a skyscraper that scores 0, because another one of its district is scored (R6.2)


class Prospect(NamedTuple):
    """The forecast of one piece: "7 of 10, and 5 more are possible".

    What is counted are the district's squares for a skyscraper and a biodome, what it looks for in its line for an
    ecomobile, and the frames that suit it for a windmill (`needs` is then the number of frames still possible).
    """

    built: Built
    outlook: Outlook
    has: int
    needs: int
    room: int  # how much can be added at the most


class Forecast(NamedTuple):
    """The forecast of a city; later pieces and the two bonuses are not in its range of totals."""

    prospects: tuple[Prospect, ...]

    @property
    def settled(self) -> int:
        """The points of the safe pieces minus those of the lost ones."""
        return self._sum(Outlook.SAFE) - self._sum(Outlook.LOST)

    @property
    def least(self) -> int:
        """The total if every open piece fails."""
        return self.settled - self._sum(Outlook.OPEN)

    @property
    def most(self) -> int:
        """The total if every open piece succeeds."""
        return self.settled + self._sum(Outlook.OPEN)

    def _sum(self, outlook: Outlook) -> int:
        return sum(p.built.piece.value for p in self.prospects if p.outlook is outlook)


def forecast(city: City, buildable: Cell | None = None) -> Forecast:
    """The prospects of every built piece, in the order of building.

    `buildable` is the tile just laid, as long as it is not decided what is built on it.
    """
    frames = [FRAMES[frame] & ~city.covered for frame in city.frames]  # what is still free in each
    prospects = []
    for built in city.pieces:
        match built.piece.kind:
            case "skyscraper":
                prospects.append(_skyscraper(city, built, frames))
            case "biodome":
                prospects.append(_biodome(city, built, frames, buildable))
            case "ecomobile":
                prospects.append(_ecomobile(city, built, frames, buildable))
            case _:
                prospects.append(_windmill(city, built))
    return Forecast(tuple(prospects))


def _growth(city: City, own: Mask, free: Mask) -> Mask:
    """The squares that a district can hold at the end, if these are free: its own among them.

    A district with a skyscraper never meets another such district (R4.5), so squares beside one are barred to it.
    """
    land, claimed = next(pair for pair in zip(city.land, city.claimed, strict=True) if pair[0] & own)
    if own & claimed:
        others = claimed & ~own
        free &= ~neighbours(others)
        land &= ~others
    return district(own, land | free)


def _skyscraper(city: City, built: Built, frames: list[Mask]) -> Prospect:
    """Safe when its district is large enough, lost when it can no longer grow enough in any frame (R6.1)."""
    own, value = city.district(built.at), built.piece.value
    size = own.bit_count()
    most = max(_growth(city, own, free).bit_count() for free in frames)
    rivals = [other.piece.value for other in city.pieces if other.at & own & city.towers and other != built]
    return Prospect(built, _tower_outlook(value, size, most, rivals), size, value, most - size)


def _tower_outlook(value: int, size: int, most: int, rivals: list[int]) -> Outlook:
    """Of several skyscrapers in a district the dearest that holds is scored, or else the cheapest (R6.2)."""
    if value > most:
        return Outlook.VOID if any(rival < value for rival in rivals) else Outlook.LOST
    if value <= size:
        if any(value < rival <= size for rival in rivals):
            return Outlook.VOID
        return Outlook.OPEN if any(value < rival <= most for rival in rivals) else Outlook.SAFE
    return Outlook.OPEN


def _biodome(city: City, built: Built, frames: list[Mask], buildable: Cell | None) -> Prospect:
    """Safe when its district has the shape and can no longer change, lost when it cannot get the shape (R6.5)."""
    own, piece = city.district(built.at), built.piece
    size, needs = own.bit_count(), len(piece.shape)
    growths = [_growth(city, own, free) for free in frames]
    closed = all(growth == own for growth in growths)
    if _outranked(city, built, own):
        outlook = Outlook.LOST
    elif size == needs and to_corner(own) in piece.outlines:
        may_be_outbid = piece.outbid and buildable is not None and own & TILE << BIT[buildable]
        outlook = Outlook.SAFE if closed and not may_be_outbid else Outlook.OPEN
    elif size < needs and any(_can_become(city, own, piece.outlines, growth) for growth in growths):
        outlook = Outlook.OPEN
    else:
        outlook = Outlook.LOST
    return Prospect(built, outlook, size, needs, max(growth.bit_count() for growth in growths) - size)


def _outranked(city: City, built: Built, own: Mask) -> bool:
    """Does another biodome of the district score whenever this one's shape is there?"""
    mine = city.pieces.index(built)
    return any(
        other.piece.outlines == built.piece.outlines and (other.piece.value, mine) > (built.piece.value, index)
        for index, other in enumerate(city.pieces)
        if other.at & own and other.piece.kind == "biodome"
    )


def _can_become(city: City, own: Mask, outlines: frozenset[Mask], growth: Mask) -> bool:
    """Can a district become one of these shapes by growing only here?"""
    lowest = (own & -own).bit_length() - 1
    land = next(land for land in city.land if land & own)
    for outline in outlines:
        for bit in bits(outline):
            shape, cut = outline << lowest >> bit, outline << lowest & (1 << bit) - 1  # cut: beyond the grid's edge
            if not cut and not own & ~shape and not shape & ~growth and not neighbours(shape) & land & ~shape:
                return True
    return False


def _ecomobile(city: City, built: Built, frames: list[Mask], buildable: Cell | None) -> Prospect:
    """Safe when its line holds enough, lost when the free squares of its line no longer suffice (R6.3)."""
    along, piece = line(built.at.bit_length() - 1), built.piece
    has = counted(city, built)
    if piece.counts in ("skyscraper", "utility"):  # at most one on each tile still to come
        room = max(cells(along & free).bit_count() for free in frames)
        if buildable is not None:
            room += bool(TILE << BIT[buildable] & along & ~(city.parks | city.sports))
    else:
        room = max((along & free).bit_count() for free in frames)
    return Prospect(built, _counted_outlook(has, piece.needs, room), has, piece.needs, room)


def _counted_outlook(has: int, needs: int, room: int) -> Outlook:
    if has >= needs:
        return Outlook.SAFE
    return Outlook.OPEN if has + room >= needs else Outlook.LOST


def _windmill(city: City, built: Built) -> Prospect:
    """Safe when it is in its zone in every frame still possible, lost when in none (R6.4)."""
    frames = city.frames
    has = sum(in_zone(built.piece.zone, built.cell, frame) for frame in frames)
    outlook = Outlook.SAFE if has == len(frames) else Outlook.OPEN if has else Outlook.LOST
    return Prospect(built, outlook, has, len(frames), 0)
