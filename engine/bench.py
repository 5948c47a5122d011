"""How fast the engine is: random whole games, in CPU time."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import NamedTuple

from engine.rules import apply, legal_actions, new_game
from engine.state import Player, Setup


class Sample(NamedTuple):
    """What was done in how many seconds of CPU time; `actions` counts all legal actions that were offered."""

    games: int
    decisions: int
    actions: int
    cpu: float

    @property
    def per_decision(self) -> float:
        """Microseconds a decision: legal actions, choice and apply."""
        return self.cpu / self.decisions * 1e6

    @property
    def per_action(self) -> float:
        """Microseconds for each legal action."""
        return self.cpu / self.actions * 1e6


def random_games(seconds: float, seed: int = 1) -> Sample:
    """Random whole games of two players, for about so long."""
    setup, random = Setup((Player("a"), Player("b"))), Random(seed)
    games = decisions = actions = 0
    start = process_time()
    while process_time() - start < seconds:
        state = new_game(setup, random.getrandbits(32))
        while legal := legal_actions(state):
            decisions += 1
            actions += len(legal)
            state = apply(state, random.choice(legal))
        games += 1
    return Sample(games, decisions, actions, process_time() - start)
