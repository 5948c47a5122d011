"""The levels by name, and how each one thinks."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.actions import Action
from engine.ai.greedy import greedy_turn
from engine.ai.random import random_turn
from engine.ai.reasons import Why, explain
from engine.ai.search import Plan, Search
from engine.ai.tables import learned
from engine.observation import Observation

PLANS = {
    "easy": Plan(noise=2.0, blind=0.5, eager=2.0),
    "normal": Plan(noise=1.6),
    "hard": Plan(noise=0.7),
    "expert": Plan(wide=1600, deep=5000),
}
CHARACTERS = {
    "easy": "A dreamer: loves tall skyscrapers, forgets what they need, and often overlooks the utilities.",
    "normal": "A cheerful neighbour: knows what is good, but does not always look closely.",
    "hard": "A careful planner: finds the best turn for the city of today.",
    "expert": "A city architect: thinks three turns ahead, and about what to draw for them.",
    "random": "A yardstick: any legal turn.",
    "greedy": "A yardstick: the highest score at this moment, whatever comes after.",
}
YARDSTICKS = {"random": random_turn, "greedy": greedy_turn}
DONE = object()
LEVELS = (*PLANS, *YARDSTICKS)


class Choice(NamedTuple):
    """The steps that are still to do in this turn."""

    steps: tuple[Action, ...]
    seen: Observation  # what it was chosen from

    @property
    def reasons(self) -> tuple[Why, ...]:
        """Why it is good, the weightiest reason first."""
        return explain(self.seen, self.steps)


def think(seen: Observation, level: str, seed: int) -> Iterator[Choice]:
    """Ever better choices; the same observation, level and seed give the same ones on any machine."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}, only {', '.join(LEVELS)}")
    random = Random(f"{seed}:{seen.turn}:{seen.phase.value}")
    if level in YARDSTICKS:
        yield Choice(YARDSTICKS[level](seen, random), seen)
        return
    search = Search(seen, PLANS[level], random)
    yield Choice(search.best, seen)
    tables = learned(len(seen.cities))  # the first time, reading them is a step of its own
    yield Choice(search.best, seen)
    steps, going = search.steps(tables), True
    while going:
        was_on = gc.isenabled()
        gc.disable()  # a search leaves no cycles behind, and a collection would take longer than a step
        try:
            going = next(steps, DONE) is not DONE
            choice = Choice(search.best, seen)
        finally:
            if was_on:
                gc.enable()
        yield choice


def choose(seen: Observation, level: str, seed: int) -> Choice:
    """The best choice, thought out to the end."""
    *_, best = think(seen, level, seed)
    return best
