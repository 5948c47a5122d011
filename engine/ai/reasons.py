"""Why a turn is good, as data that an app can turn into sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from engine.actions import Action, Build, Draw, Place
from engine.city import City, build, lay
from engine.components import TERRAINS
from engine.forecast import Outlook, Prospect, forecast
from engine.grid import BIT, TILE, districts
from engine.observation import Observation
from engine.scoring import BONUS


class Motive(Enum):
    """What a turn is good for; the fields that a motive fills are named behind it."""

    BUILT_SAFE = "the new piece is safe at once"  # piece, has, needs
    BUILT_OPEN = "the new piece has good prospects"  # piece, has, needs, room
    NOW_SAFE = "a piece becomes safe"  # piece, has, needs
    GROWS = "a piece comes closer to what it needs"  # piece, has, needs, room
    PREPARES = "a district grows for a later skyscraper"  # terrain, has, needs (the next skyscraper in the supply)
    MOST_PARKS = "the city has the most parks"  # has, needs (the most that another city has)
    MOST_SPORTS = "the city has the most sport facilities"  # has, needs (likewise)
    DRAWS = "this tile promises most for the next turn"  # tile


class Why(NamedTuple):
    """One reason for a turn, with the numbers that make it a sentence: "7 of 10, room for 5 more"."""

    motive: Motive
    weight: float  # points at stake; the first reason is the weightiest
    piece: str | None = None
    tile: str | None = None
    terrain: str | None = None
    has: int = 0
    needs: int = 0
    room: int = 0


def explain(seen: Observation, steps: Sequence[Action]) -> tuple[Why, ...]:
    """The reasons for the rest of a turn, the weightiest first."""
    before = after = seen.city
    for step in steps:
        if isinstance(step, Place):
            after = lay(after, seen.box.tiles[step.tile], step.cell, step.rotation)
        elif isinstance(step, Build):
            after = build(after, seen.box.pieces[step.piece], step.square)
    found = [*_pieces(before, after), *_districts(seen, after), *_marks(seen, before, after)]
    for step in steps:
        if isinstance(step, Draw) and step.source is not None:
            found.append(Why(Motive.DRAWS, 0.0, tile=seen.row[step.source]))
    return tuple(sorted(found, key=lambda why: -why.weight))


def _pieces(before: City, after: City) -> Iterator[Why]:
    """What the turn does for each piece."""
    known = {prospect.built: prospect for prospect in forecast(before).prospects}
    for prospect in forecast(after).prospects:
        if (motive := _motive(known.get(prospect.built), prospect)) is not None:
            piece, weight = prospect.built.piece, float(prospect.built.piece.value)
            if prospect.outlook is Outlook.OPEN:  # a step on the way, not the whole way
                weight *= prospect.has / prospect.needs / 2
            has, needs, room = prospect.has, prospect.needs, prospect.room
            yield Why(motive, weight, piece=piece.id, has=has, needs=needs, room=room)


def _motive(then: Prospect | None, now: Prospect) -> Motive | None:
    if then is None:
        return {Outlook.SAFE: Motive.BUILT_SAFE, Outlook.OPEN: Motive.BUILT_OPEN}.get(now.outlook)
    if then.outlook is not Outlook.OPEN:
        return None
    if now.outlook is Outlook.SAFE:
        return Motive.NOW_SAFE
    return Motive.GROWS if now.outlook is Outlook.OPEN and now.has * then.needs > then.has * now.needs else None


def _districts(seen: Observation, after: City) -> Iterator[Why]:
    """Districts without skyscraper that the tile belongs to, and the next skyscraper that they could carry."""
    tile = TILE << BIT[after.tiles[-1].cell] if after.tiles else 0
    for terrain, land, claimed in zip(TERRAINS, after.land, after.claimed, strict=True):
        values = sorted(piece.value for piece in seen.pieces if piece.terrain == terrain)
        for own in districts(land & ~claimed):
            size = own.bit_count()
            higher = [value for value in values if value > size]
            if own & tile and own & ~tile and higher:
                yield Why(Motive.PREPARES, size / 4, terrain=terrain, has=size, needs=higher[0])


def _marks(seen: Observation, before: City, after: City) -> Iterator[Why]:
    """A lead in parks or sport facilities that the turn wins or widens."""
    others = [city for seat, city in enumerate(seen.cities) if seat != seen.seat]
    for motive, then, now, best in (
        (Motive.MOST_PARKS, before.parks, after.parks, max(city.parks.bit_count() for city in others)),
        (Motive.MOST_SPORTS, before.sports, after.sports, max(city.sports.bit_count() for city in others)),
    ):
        if then.bit_count() < now.bit_count() > best:
            yield Why(motive, BONUS / 4, has=now.bit_count(), needs=best)
