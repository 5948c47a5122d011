"""The levels by name, and how each one thinks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.actions import Action
from engine.ai.random import random_turn
from engine.observation import Observation

LEVELS = ("random",)


class Choice(NamedTuple):
    """The steps that are still to do in this turn."""

    steps: tuple[Action, ...]


def think(seen: Observation, level: str, seed: int) -> Iterator[Choice]:
    """Ever better choices; the same observation, level and seed give the same ones on any machine."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}, only {', '.join(LEVELS)}")
    yield Choice(random_turn(seen, Random(f"{seed}:{seen.turn}")))


def choose(seen: Observation, level: str, seed: int) -> Choice:
    """The best choice, thought out to the end."""
    *_, best = think(seen, level, seed)
    return best
