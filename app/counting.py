"""Counting points when the game is over: line by line, each with its place in the city (R6). Pure: it draws nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from app.i18n import ntr, tr
from app.texts import COUNTED, ZONES, piece_name, plain
from engine import Built, City, Decider, Outlook, Prospect, ScoreSheet, Standings, forecast, in_zone, places

Square = tuple[int, int]  # of the board: (0, 0) is the north-west square of cell (0, 0)

PIECES = ("skyscraper", "ecomobile", "windmill", "biodome")
BONUSES = ("park", "sport")
LINE = 0.35  # seconds for a line
WHOLE = 12.0  # seconds that all lines together take at most


class Step(NamedTuple):
    """One line: a piece and its points, or one of the two bonuses."""

    seat: int
    category: str  # a kind of piece, park or sport
    points: int
    squares: frozenset[Square]  # what the points come from
    text: str
    built: Built | None = None  # None for a bonus

    @property
    def outlook(self) -> Outlook:
        """How the points look: won, lost, or none at all."""
        return Outlook.SAFE if self.points > 0 else Outlook.LOST if self.points < 0 else Outlook.VOID

    @property
    def square(self) -> Square | None:
        """Where the piece stands."""
        return None if self.built is None else next(places(self.built.at))


class Amount(NamedTuple):
    """What one city has in one category."""

    points: int
    parts: tuple[int, ...]  # the points of each piece
    marks: int | None = None  # how many parks or sport facilities


def categories(utilities: Iterable[str]) -> tuple[str, ...]:
    """The lines of the table, in their order, for a game with these two kinds of utility (R2.3)."""
    kinds = {"skyscraper", *utilities}
    return (*(kind for kind in PIECES if kind in kinds), *BONUSES)


def steps(standings: Standings, cities: Sequence[City]) -> list[Step]:
    """Every line of every city: seat by seat, by category, pieces in the order of building."""
    return [
        step
        for seat, (sheet, city) in enumerate(zip(standings.sheets, cities, strict=True))
        for step in (*_pieces(seat, sheet, city), *_bonuses(seat, standings, city))
    ]


def _pieces(seat: int, sheet: ScoreSheet, city: City) -> list[Step]:
    prospects = forecast(city).prospects  # how many squares or parks there are; the points are those of the sheet
    found = [
        Step(seat, built.piece.kind, points, ground(city, built), _text(sheet, city, prospect, points), built)
        for (built, points), prospect in zip(sheet.lines, prospects, strict=True)
    ]
    return sorted(found, key=lambda step: PIECES.index(step.category))


def _bonuses(seat: int, standings: Standings, city: City) -> tuple[Step, Step]:
    sheet = standings.sheets[seat]
    parks = max(other.parks for other in standings.sheets)
    sports = max(other.sports for other in standings.sheets)
    return (
        Step(seat, "park", sheet.park_bonus, frozenset(places(city.parks)), _parks_text(sheet.parks, parks)),
        Step(seat, "sport", sheet.sport_bonus, frozenset(places(city.sports)), _sports_text(sheet.sports, sports)),
    )


def ground(city: City, built: Built) -> frozenset[Square]:
    """What a piece's points come from: its district, its row and column, or the zone of the finished city."""
    match built.piece.kind:
        case "skyscraper" | "biodome":
            return frozenset(places(city.district(built.at)))
        case "ecomobile":  # R6.3
            [(own_x, own_y)] = places(built.at)
            return frozenset((x, y) for x, y in places(city.covered) if own_x == x or own_y == y)
        case _:  # R6.4
            corner = (city.left, city.top)
            return frozenset(
                (x, y) for x, y in places(city.covered) if in_zone(built.piece.zone, (x // 2, y // 2), corner)
            )


def beats(of: Iterable[Step], together: bool) -> list[tuple[Step, ...]]:
    """What is shown at the same moment: one line after another, or (`together`) the next line of every city."""
    lines = list(of)
    if not together:
        return [(step,) for step in lines]
    seats = sorted({step.seat for step in lines})
    found: list[tuple[Step, ...]] = []
    for category in (*PIECES, *BONUSES):
        columns = [[step for step in lines if (step.seat, step.category) == (seat, category)] for seat in seats]
        found += [tuple(step for step in row if step is not None) for row in zip_longest(*columns)]
    return found


def pace(lines: int) -> float:
    """Seconds for each of so many lines: fewer when there are many, so that nobody waits long."""
    return min(LINE, WHOLE / max(1, lines))


def amount(of: Iterable[Step], sheet: ScoreSheet, seat: int, category: str) -> Amount | None:
    """What these lines bring a city in a category; None as long as there is none of them."""
    own = tuple(step.points for step in of if (step.seat, step.category) == (seat, category))
    if category in BONUSES:
        marks = sheet.parks if category == "park" else sheet.sports
        return Amount(sum(own), (), marks) if own else None
    return Amount(sum(own), own) if own else None


def total(of: Iterable[Step], seat: int) -> int:
    """What these lines bring a city altogether."""
    return sum(step.points for step in of if step.seat == seat)


# --- sentences


def _text(sheet: ScoreSheet, city: City, prospect: Prospect, points: int) -> str:
    """A piece, and why it has its points."""
    built, piece = prospect.built, prospect.built.piece
    name = piece_name(piece)
    match piece.kind:
        case "skyscraper":
            if points == 0:
                return tr("{name}: another one of its district counts").format(name=name)
            return ntr("{name}: {n} square", "{name}: {n} squares", prospect.has, name=name)
        case "ecomobile":
            return tr("{name}: {has} of {needs} {things}").format(
                name=name, has=prospect.has, needs=prospect.needs, things=tr(COUNTED[piece.counts])
            )
        case "windmill":
            text = tr("{name}: {zone}") if points > 0 else tr("{name}: not {zone}")
            return text.format(name=name, zone=tr(ZONES[piece.zone]))
        case _:
            if points > 0:
                return tr("{name}: exactly its shape").format(name=name)
            if _outbid(sheet, city, built):
                return tr("{name}: another one of its district counts").format(name=name)
            return tr("{name}: not its shape").format(name=name)


def _outbid(sheet: ScoreSheet, city: City, built: Built) -> bool:
    """Does another biodome of the same shape score in this district (R6.5)?"""
    own = city.district(built.at)
    return any(
        points > 0 and other.at & own and other.piece.outlines == built.piece.outlines
        for other, points in sheet.lines
        if other.piece.kind == "biodome"
    )


def _parks_text(own: int, most: int) -> str:
    if own == most:
        return tr("Most parks: {n}").format(n=own)
    return ntr("{n} park, the most are {most}", "{n} parks, the most are {most}", own, most=most)


def _sports_text(own: int, most: int) -> str:
    if own == most:
        return tr("Most sport facilities: {n}").format(n=own)
    return ntr("{n} sport facility, the most are {most}", "{n} sport facilities, the most are {most}", own, most=most)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: "Anna", "Anna and Ben", "Anna, Ben and Clara"."""
    if len(names) < 2:
        return "".join(names)
    return tr("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def victory(standings: Standings, names: Sequence[str]) -> str:
    """Who has won."""
    winners = [names[seat] for seat in standings.winners]
    if len(winners) == 1:
        return tr("{name} wins").format(name=winners[0])
    return tr("{names} win together").format(names=listed(winners))


def decision(standings: Standings, names: Sequence[str]) -> str:
    """How a tie was broken, or why it was not (R6.7); nothing if there was none."""
    first = standings.sheets[standings.winners[0]]
    match standings.decided_by:
        case Decider.BUILT:
            tied = sorted((sheet.built for sheet in standings.sheets if sheet.total == first.total), reverse=True)
            return tr("Tie: {name} built more pieces ({counts})").format(
                name=names[standings.winners[0]], counts=" : ".join(map(str, tied))
            )
        case Decider.SHARED:
            return tr("Tie: {points} points and {pieces} pieces each").format(
                points=plain(first.total), pieces=first.built
            )
        case _:
            return ""
