"""Counting points: a city's score sheet, and who has won (R6)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.city import Built, City
from engine.components import Piece
from engine.grid import REACH, Cell, Mask, line, to_corner

BONUS = 5  # for most parks, and for most sport facilities (R6.6)


class Line(NamedTuple):
    """One line of a score sheet: a piece and its points."""

    built: Built
    points: int


class ScoreSheet(NamedTuple):
    """The points of one city, line by line; the bonuses are 0 until cities are compared."""

    lines: tuple[Line, ...]
    parks: int
    sports: int
    park_bonus: int = 0
    sport_bonus: int = 0

    @property
    def built(self) -> int:
        """How many pieces were built, whatever they score."""
        return len(self.lines)

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(points for _, points in self.lines) + self.park_bonus + self.sport_bonus


class Decider(Enum):
    """What decided about the victory (R6.7)."""

    TOTAL = "total"
    BUILT = "built"
    SHARED = "shared"


class Standings(NamedTuple):
    """The end of a game: a sheet for each seat, the place of each (from 1), the winners, what decided."""

    sheets: tuple[ScoreSheet, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: Decider

    def share(self, seat: int) -> float:
        """A seat's part of the victory: a shared one counts for each winner in part."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def score(city: City) -> ScoreSheet:
    """The points of a city as it stands, without the bonuses, as if nothing were added to it any more."""
    points: dict[Built, int] = {}
    grouped: dict[Mask, list[Built]] = {}
    for built in city.pieces:
        match built.piece.kind:
            case "skyscraper" | "biodome":
                grouped.setdefault(city.district(built.at), []).append(built)
            case "ecomobile":
                points[built] = signed(built.piece, counted(city, built) >= built.piece.needs)
            case _:
                inside = all(in_zone(built.piece.zone, built.cell, frame) for frame in city.frames)
                points[built] = signed(built.piece, inside)
    for land, pieces in grouped.items():
        points |= _tower_points(land, [b for b in pieces if b.piece.is_skyscraper])
        points |= _dome_points(land, [b for b in pieces if not b.piece.is_skyscraper])
    lines = tuple(Line(built, points[built]) for built in city.pieces)
    return ScoreSheet(lines, city.parks.bit_count(), city.sports.bit_count())


def signed(piece: Piece, fulfilled: bool) -> int:
    """Plus or minus the value of a piece."""
    return piece.value if fulfilled else -piece.value


def _tower_points(land: Mask, towers: list[Built]) -> dict[Built, int]:
    """The best of a district's skyscrapers scores, the others are 0 (R6.1, R6.2)."""
    size = land.bit_count()
    points = {built: signed(built.piece, size >= built.piece.value) for built in towers}
    best = max(points, key=lambda built: points[built], default=None)
    return {built: points[built] if built == best else 0 for built in towers}


def _dome_points(land: Mask, domes: list[Built]) -> dict[Built, int]:
    """The dearest biodome whose shape the district has scores, of equal ones the first built (R6.5)."""
    shape = to_corner(land)
    matching = [built for built in domes if shape in built.piece.outlines]
    best = max(matching, key=lambda built: built.piece.value, default=None)
    return {built: signed(built.piece, built == best) for built in domes}


def counted(city: City, built: Built) -> int:
    """How many of what an ecomobile looks for lie in its row and its column (R6.3)."""
    return (features(city, built.piece.counts) & line(built.at.bit_length() - 1)).bit_count()


def features(city: City, counts: str) -> Mask:
    """The squares with what an ecomobile counts."""
    match counts:
        case "park":
            return city.parks
        case "sport":
            return city.sports
        case "park_or_sport":
            return city.parks | city.sports
        case "skyscraper":
            return city.towers
        case _:
            return city.utilities


def in_zone(zone: str, cell: Cell, frame: Cell) -> bool:
    """Does a cell lie in a windmill's zone of the 4 x 4 with this north-west cell (R6.4)?"""
    x, y = cell[0] - frame[0], cell[1] - frame[1]
    match zone:
        case "left":
            return x == 0
        case "right":
            return x == REACH
        case "top":
            return y == 0
        case "bottom":
            return y == REACH
        case "corner":
            return x in (0, REACH) and y in (0, REACH)
        case _:
            return x not in (0, REACH) and y not in (0, REACH)


def standings(cities: Sequence[City]) -> Standings:
    """The score sheets of all cities with their bonuses, and who has won (R6.6, R6.7)."""
    plain = [score(city) for city in cities]
    parks, sports = max(sheet.parks for sheet in plain), max(sheet.sports for sheet in plain)
    sheets = tuple(
        sheet._replace(
            park_bonus=BONUS if sheet.parks == parks else 0,
            sport_bonus=BONUS if sheet.sports == sports else 0,
        )
        for sheet in plain
    )
    ranks = [(sheet.total, sheet.built) for sheet in sheets]
    places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    if len(winners) > 1:
        decided_by = Decider.SHARED
    else:
        tied = sum(total == sheets[winners[0]].total for total, _ in ranks) > 1
        decided_by = Decider.BUILT if tied else Decider.TOTAL
    return Standings(sheets, places, winners, decided_by)
