"""The yardstick at the bottom: any legal turn, each step drawn evenly."""

from __future__ import annotations

from random import Random

from engine.actions import FINISH, SKIP, Action, Phase, draws, phase_after_building
from engine.city import builds, lay, placements
from engine.observation import Observation


def random_turn(seen: Observation, random: Random) -> tuple[Action, ...]:
    """The steps that are still to do in this turn."""
    steps: list[Action] = []
    city, row, pile = seen.city, len(seen.row), seen.pile
    if seen.phase is Phase.LAY:
        place = random.choice(placements(city, seen.tiles))
        city = lay(city, seen.box.tiles[place.tile], place.cell, place.rotation)
        steps.append(place)
    if seen.phase in (Phase.LAY, Phase.BUILD):
        options: list[Action] = [SKIP, *builds(city, seen.pieces)]
        steps.append(random.choice(options))
    ends_by_drawing = phase_after_building(seen.round, row, pile) is Phase.DRAW
    steps.append(random.choice(draws(row, pile)) if ends_by_drawing else FINISH)
    return tuple(steps)
