"""Learning the tables of the computer players by playing against itself.

Every seat plays the best turn by its worth, with some chance added to it; then the worth of each of its cities is
corrected towards what came of it: TD(λ) on the whole final total, bonuses included. Each entry of the tables that
took part carries an equal share of the correction. The file is written after every batch, so that learning can be
stopped at any time and goes on from there.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from engine.actions import ROUNDS, Phase
from engine.ai.land import Memory
from engine.ai.search import Plan, Search
from engine.ai.tables import SIZES, Reading, Tables, Worth, entries
from engine.ai.valuation import Rivals, Valuation
from engine.observation import Observation, observe
from engine.record import write_records
from engine.rules import apply, new_game
from engine.scoring import standings
from engine.state import Player, Setup
from engine.workers import workers

LAMBDA = 0.8  # how far a correction reaches back
GAMES, TASKS = 4, 12  # games of one task, tasks between two writings of the tables


class Moment(NamedTuple):
    """A city after one of its owner's turns: the points that are settled, and its readings."""

    settled: float
    readings: tuple[Reading, ...]


class Lesson(NamedTuple):
    """What one seat went through, city by city, and its final total."""

    moments: tuple[Moment, ...]
    total: int


class _Noting(Worth):
    """Tables that note which readings are asked for."""

    def __init__(self, tables: dict[str, list[float]], left: int) -> None:
        super().__init__(tables, left)
        self.asked: list[Reading] = []

    def __getitem__(self, reading: Reading) -> float:
        self.asked.append(reading)
        return super().__getitem__(reading)


def learn(path: Path, players: int, games: int, step: float, noise: float, jobs: int | None, seed: int) -> int:
    """Play so many games, with a step that falls to a tenth, and write the tables after every batch."""
    tables = Tables.load(path) if path.exists() else empty_tables()
    command = f"learn --players {players} --games {games} --step {step} --noise {noise} --seed {seed}"
    random, start, done, recent = Random(f"{seed}:{tables.made['games']}"), time.monotonic(), 0, list[float]()
    with workers(jobs) as pool:
        while done < games:
            rate = step * (1 - 0.9 * done / games)
            tasks = [(tables, players, noise, [random.getrandbits(48) for _ in range(GAMES)]) for _ in range(TASKS)]
            for lessons in pool.imap_unordered(_play, tasks):
                for lesson in lessons:
                    correct(tables, lesson, rate)
                recent = [*recent, *(lesson.total for lesson in lessons)][-1000:]
            done += GAMES * TASKS
            games_before = tables.made["games"]
            made = {"games": games_before + GAMES * TASKS, "mean_total": round(fmean(recent), 2), "command": command}
            tables = Tables(tables.tables, tables.made | made)
            write_records(path, [tables.dump()])
            pace = done / (time.monotonic() - start)
            print(
                f"{done}/{games} games, {pace:.1f} a second, step {rate:.3f}, mean total of late {fmean(recent):.2f}",
                file=sys.stderr,
                flush=True,
            )
    return 0


def empty_tables() -> Tables:
    """Tables that know nothing, to learn from scratch."""
    return Tables({name: [0.0] * size for name, size in SIZES.items()}, {"start": "nothing", "games": 0})


def correct(tables: Tables, lesson: Lesson, rate: float) -> None:
    """Move the worth of each city towards what came of it."""
    target: float = lesson.total
    worth_after: float = lesson.total
    for left, moment in enumerate(reversed(lesson.moments)):
        active = [entry for reading in moment.readings for entry in entries(reading, left)]
        worth = moment.settled + sum(tables.tables[name][index] * factor for name, index, factor in active)
        target = LAMBDA * target + (1 - LAMBDA) * worth_after
        worth_after = worth
        if active:
            share = rate * (target - worth) / len(active)
            for name, index, factor in active:
                tables.tables[name][index] += share / factor


def _play(task: tuple[Tables, int, float, list[int]]) -> list[Lesson]:
    """Some games, every seat by these tables with chance added; what each seat went through."""
    tables, players, noise, seeds = task
    return [lesson for seed in seeds for lesson in _play_one(tables, players, Plan(noise=noise), seed)]


def _play_one(tables: Tables, players: int, plan: Plan, seed: int) -> list[Lesson]:
    random = Random(seed)
    state = new_game(Setup((Player(""),) * players), seed)
    moments: list[list[Moment]] = [[] for _ in range(players)]
    while state.phase is not Phase.OVER:
        seen = observe(state, seat := state.seat)
        search = Search(seen, plan, random)
        for _ in search.steps(tables):
            pass
        for step in search.best:
            if state.phase in (Phase.DRAW, Phase.FINISH):
                moments[seat].append(_moment(observe(state, seat), search.others, tables))
            state = apply(state, step)
    totals = [sheet.total for sheet in standings(state.cities).sheets]
    return [Lesson(tuple(own), total) for own, total in zip(moments, totals, strict=True)]


def _moment(seen: Observation, others: Rivals, tables: Tables) -> Moment:
    left = ROUNDS - seen.round
    noting = _Noting(tables.tables, left)
    worth = Valuation(seen.city, tuple(seen.pieces), others, noting, Memory()).present()
    readings = tuple(noting.asked)
    return Moment(worth - sum(noting[reading] for reading in readings), readings)
