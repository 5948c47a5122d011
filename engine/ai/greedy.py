"""The other yardstick: the turn with the highest present score, whatever comes after it."""

from __future__ import annotations

from random import Random

from engine.actions import FINISH, SKIP, Action, Phase, draws, phase_after_building
from engine.city import City, build, builds, lay, placements
from engine.observation import Observation
from engine.scoring import score


def greedy_turn(seen: Observation, random: Random) -> tuple[Action, ...]:
    """The steps that are still to do in this turn; among equals, and for the draw, chance decides."""
    row, pile = len(seen.row), seen.pile
    ends_by_drawing = phase_after_building(seen.round, row, pile) is Phase.DRAW
    ending: Action = random.choice(draws(row, pile)) if ends_by_drawing else FINISH
    return (*_best(seen, random), ending)


def _best(seen: Observation, random: Random) -> tuple[Action, ...]:
    if seen.phase not in (Phase.LAY, Phase.BUILD):
        return ()
    laid: list[tuple[tuple[Action, ...], City]] = [((), seen.city)]
    if seen.phase is Phase.LAY:
        tiles = seen.box.tiles
        laid = [
            ((place,), lay(seen.city, tiles[place.tile], place.cell, place.rotation))
            for place in placements(seen.city, seen.tiles)
        ]
    turns: list[tuple[int, float, tuple[Action, ...]]] = []
    for steps, city in laid:
        turns.append((score(city).total, random.random(), (*steps, SKIP)))
        for option in builds(city, seen.pieces):
            built = build(city, seen.box.pieces[option.piece], option.square)
            turns.append((score(built).total, random.random(), (*steps, option)))
    return max(turns, key=lambda turn: turn[:2])[2]
