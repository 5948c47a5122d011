"""Levels against each other on paired deals: each deal is played once for every rotation of the seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from statistics import fmean, median, stdev
from time import process_time
from typing import NamedTuple

from engine.actions import Phase
from engine.ai import choose
from engine.drawing import table
from engine.observation import observe
from engine.progress import progress
from engine.rules import apply, new_game
from engine.scoring import standings
from engine.state import Player, Setup
from engine.workers import workers


class Outcome(NamedTuple):
    """One game: for each seat its level, total, share of the victory and CPU seconds of every turn."""

    deal: int
    levels: tuple[str, ...]
    totals: tuple[int, ...]
    shares: tuple[float, ...]
    seconds: tuple[tuple[float, ...], ...]


class Estimate(NamedTuple):
    """A mean with the half width of its 95 % interval."""

    mean: float
    error: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Estimate:
        """The mean of independent numbers."""
        error = 1.96 * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else float("inf")
        return cls(fmean(numbers), error)


def arena(levels: Sequence[str], games: int, players: int, jobs: int | None, seed: int) -> Iterator[str]:
    """Play and report, line by line. The levels take the seats in turn; games are rounded up to whole deals."""
    lineup = tuple(levels[seat % len(levels)] for seat in range(players))
    rotations = list(dict.fromkeys(lineup[turn:] + lineup[:turn] for turn in range(players)))
    deals = -(-games // len(rotations))
    tasks = [(deal, rotation) for deal in range(seed, seed + deals) for rotation in rotations]
    with workers(jobs) as pool:
        outcomes = list(progress(pool.imap_unordered(_play, tasks), len(tasks)))
    yield from report(sorted(outcomes))


def _play(task: tuple[int, tuple[str, ...]]) -> Outcome:
    deal, levels = task
    state = new_game(Setup(tuple(Player(level, "ai", level) for level in levels)), deal)
    seconds: list[list[float]] = [[] for _ in levels]
    while state.phase is not Phase.OVER:
        seat, start = state.seat, process_time()
        choice = choose(observe(state, seat), levels[seat], deal)
        seconds[seat].append(process_time() - start)
        for step in choice.steps:
            state = apply(state, step)
    end = standings(state.cities)
    shares = tuple(end.share(seat) for seat in range(len(levels)))
    totals = tuple(sheet.total for sheet in end.sheets)
    return Outcome(deal, levels, totals, shares, tuple(map(tuple, seconds)))


def report(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Two tables: by level, and by seat. The games of one deal count as one observation."""
    players, deals = len(outcomes[0].levels), {outcome.deal for outcome in outcomes}
    yield f"{len(outcomes)} games of {players} players on {len(deals)} deals; ± is the 95 % interval"
    yield ""
    rows = [_level_row(level, outcomes) for level in dict.fromkeys(chain(*(outcome.levels for outcome in outcomes)))]
    head = ("level", "win share", "±", "margin", "±", "mean total", "±", "ms a turn", "most")
    yield from table(head, rows)
    yield ""
    wins = [fmean(outcome.shares[seat] for outcome in outcomes) for seat in range(players)]
    totals = [fmean(outcome.totals[seat] for outcome in outcomes) for seat in range(players)]
    seats = [(str(seat + 1), f"{wins[seat]:.1%}", f"{totals[seat]:.1f}") for seat in range(players)]
    yield from table(("seat", "win share", "mean total"), seats)


def _level_row(level: str, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    shares: dict[int, list[float]] = {}
    margins: dict[int, list[float]] = {}
    totals: dict[int, list[float]] = {}
    seconds: list[float] = []
    for outcome in outcomes:
        for seat in (seat for seat, other in enumerate(outcome.levels) if other == level):
            others = [total for other, total in enumerate(outcome.totals) if other != seat]
            shares.setdefault(outcome.deal, []).append(outcome.shares[seat])
            margins.setdefault(outcome.deal, []).append(outcome.totals[seat] - fmean(others))
            totals.setdefault(outcome.deal, []).append(outcome.totals[seat])
            seconds += outcome.seconds[seat]
    share, margin, total = (Estimate.of([fmean(of) for of in by.values()]) for by in (shares, margins, totals))
    return (
        level,
        f"{share.mean:.1%}",
        f"{share.error:.1%}",
        f"{margin.mean:+.1f}",
        f"{margin.error:.1f}",
        f"{total.mean:.1f}",
        f"{total.error:.1f}",
        f"{1000 * median(seconds):.1f}",
        f"{1000 * max(seconds):.0f}",
    )
