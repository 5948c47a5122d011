"""What the command line does: play, move, check, show and bench."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import BinaryIO

from engine.actions import Phase
from engine.ai import Why, choose
from engine.bench import random_games
from engine.components import Box
from engine.drawing import draw_game, table
from engine.fields import Malformed, parse
from engine.observation import observe
from engine.progress import progress
from engine.record import Game, dump, read_game, read_records, step_document, write_records
from engine.scoring import Standings, standings
from engine.state import Player, Setup

# Exit statuses: a record is refused, a file cannot be read.
REFUSED, UNREADABLE = 1, 2


def play_game(setup: Setup, seed: int) -> Game:
    """A whole game between computer players."""
    game = Game.new(setup, seed)
    game.extra["seed"] = seed
    while game.state.phase is not Phase.OVER:
        seat = game.state.seat
        for step in choose(observe(game.state, seat), str(setup.players[seat].level), seed).steps:
            game.apply(step)
    return game


def play(
    levels: Sequence[str],
    games: int,
    seed: int,
    utilities: tuple[str, str] | None,
    box: Box,
    record: Path | None,
) -> int:
    """Games between computer players: a record a line, and a table of results."""
    players = tuple(Player(f"{level} {seat}", "ai", level) for seat, level in enumerate(levels, 1))
    setup, ends = Setup(players, utilities, box), list[Standings]()

    def lines() -> Iterator[str]:
        for number in progress(range(games), games):
            game = play_game(setup, seed + number)
            ends.append(standings(game.state.cities))
            yield dump(game.record())

    if record is None:
        for _ in lines():
            pass
    else:
        write_records(record, lines())
    for line in results(levels, ends):
        print(line)
    print(f"1 game, seed {seed}" if games == 1 else f"{games} games, seeds {seed} to {seed + games - 1}")
    return 0


def results(levels: Sequence[str], ends: Sequence[Standings]) -> Iterator[str]:
    """A table of results by seat; a shared victory counts its part."""
    rows = []
    for seat, level in enumerate(levels):
        totals = [end.sheets[seat].total for end in ends]
        wins = sum(end.share(seat) for end in ends)
        row = (f"{seat + 1} {level}", f"{fmean(totals):.1f}", str(min(totals)), str(max(totals)))
        rows.append((*row, f"{wins:g}", f"{wins / len(ends):.1%}"))
    return table(("seat", "mean total", "least", "most", "wins", "share"), rows)


def move(level: str, seed: int, why: bool, source: BinaryIO) -> int:
    """Answer each record with the rest of its turn, or with an error; each line as if it were alone."""
    for line in source:
        print(json.dumps(_answer(line, level, seed, why)), flush=True)
    return 0


def _answer(line: bytes, level: str, seed: int, why: bool) -> dict[str, object]:
    try:
        game = read_game(parse(line))
    except Malformed as fault:
        return {"error": str(fault)}
    if game.state.phase is Phase.OVER:
        return {"error": "the game is over"}
    seat = game.state.seat
    answer: dict[str, object] = {"player": seat}
    choice = choose(observe(game.state, seat), level, seed)
    for step in choice.steps:
        answer |= step_document(step, game.origins[seat])
    if why:
        answer["why"] = [_reason(reason) for reason in choice.reasons]
    return answer


def _reason(why: Why) -> dict[str, object]:
    """A reason as JSON; what a motive does not use is left out."""
    return {key: value for key, value in why._asdict().items() if value} | {"motive": why.motive.name}


def check(files: Iterable[Path]) -> int:
    """Replay records; one line for each. A file that cannot be read is said, and the others are checked."""
    accepted = refused = 0
    status = 0
    for file in files:
        try:
            for number, found in read_records(file):
                if isinstance(found, Malformed):
                    refused += 1
                    print(f"{file}:{number}: {found}")
                else:
                    accepted += 1
                    print(f"{file}:{number}: ok")
        except OSError as fault:
            if fault.filename is None:  # not the file: our own output goes nowhere
                raise
            status = UNREADABLE
            print(f"{file}: {fault.strerror}", file=sys.stderr)
    print(f"{accepted} accepted, {refused} refused", file=sys.stderr)
    return REFUSED if refused else status


def show(file: Path, colour: bool) -> int:
    """Draw the cities and score sheets of every record in a file."""
    status = 0
    for number, found in read_records(file):
        if isinstance(found, Malformed):
            status = REFUSED
            print(f"{file}:{number}: {found}", file=sys.stderr)
            continue
        for line in draw_game(found, colour):
            print(line)
    return status


def bench(as_json: bool, seconds: float = 2.0) -> int:
    """Random games of two players, in CPU time."""
    random_games(seconds / 10)  # fills the caches
    sample = random_games(seconds)
    figures = {
        "games": sample.games,
        "decisions": sample.decisions,
        "legal_actions": sample.actions,
        "cpu_seconds": round(sample.cpu, 3),
        "microseconds_per_decision": round(sample.per_decision, 2),
        "microseconds_per_legal_action": round(sample.per_action, 3),
    }
    if as_json:
        print(json.dumps(figures))
    else:
        for line in table(
            ("random games of two players", ""), ((k.replace("_", " "), str(v)) for k, v in figures.items())
        ):
            print(line)
    return 0
