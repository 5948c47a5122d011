"""Computer players think in slices of a frame: no thread, no lock, and the table stays smooth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from kivy.clock import Clock

from engine import Observation, Player
from engine.ai import LEVELS, Choice, think

SLICE = 0.006  # seconds of a frame
PATIENCE = 2.0  # seconds after which the best choice so far is taken
USUAL = "normal"


def level_of(player: Player) -> str:
    """The level of a computer player; a record from elsewhere may name none, or one that we do not have."""
    return player.level if player.level in LEVELS else USUAL


class Thinking:
    """One turn being thought out; `done` gets the choice."""

    def __init__(self, done: Callable[[Choice], None]) -> None:
        self._done = done
        self._event: Any = None
        self._choices: Iterator[Choice] = iter(())
        self._best: Choice | None = None
        self._began = 0.0

    @property
    def busy(self) -> bool:
        """Is it thinking?"""
        return self._event is not None

    def start(self, seen: Observation, level: str, seed: int) -> None:
        """Think about what a seat sees."""
        self.stop()
        self._choices, self._best, self._began = think(seen, level, seed), None, perf_counter()
        self._event = Clock.schedule_interval(self._think, 0)

    def stop(self) -> None:
        """Forget it."""
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def hurry(self) -> None:
        """Take the best choice so far."""
        if self._event is not None:
            while self._best is None:
                self._best = next(self._choices)
            self._finish()

    def _think(self, _: float) -> None:
        until = perf_counter() + SLICE
        for choice in self._choices:
            self._best = choice
            now = perf_counter()
            if now - self._began > PATIENCE:
                break
            if now >= until:
                return
        self._finish()

    def _finish(self) -> None:
        self.stop()
        if self._best is not None:
            self._done(self._best)
