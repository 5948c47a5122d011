"""Our engine's speed beside python-chess and catanatron: random whole games, in CPU time, taken in turns.

A decision is: list the legal actions, draw one, apply it, see whether the game is over. Setting up the games
counts too. The engines take turns in one process, so that a slow moment of the machine hits them alike, and
the median of the rounds counts. Every loop is the leanest that its library allows; what they play:

- python-chess: to the end, which is mate, stalemate, too little material or the 75-move rule. Asking
  is_game_over() instead would list the moves twice and cost it 40 % more.
- catanatron: two players, to the end (10 points, or its own limit of 1000 turns), actions not checked again.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import chess
from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT

from engine.bench import Sample, random_games

CHESS = "python-chess"
PLIES = 150  # the 75-move rule


def chess_game(rng: random.Random) -> tuple[int, int]:
    """Decisions and legal moves of one random game."""
    board = chess.Board()
    decisions = actions = 0
    while (moves := list(board.legal_moves)) and board.halfmove_clock < PLIES:
        if board.is_insufficient_material():
            break
        decisions += 1
        actions += len(moves)
        board.push(rng.choice(moves))
    return decisions, actions


def catan_game(rng: random.Random) -> tuple[int, int]:
    """The same of a game of Catan."""
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=rng.randrange(1, 1 << 32))
    decisions = actions = 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        playable = game.state.playable_actions
        decisions += 1
        actions += len(playable)
        game.execute(rng.choice(playable), validate_action=False)
    return decisions, actions


def sampler(play: Callable[[random.Random], tuple[int, int]]) -> Callable[[float, int], Sample]:
    """What random_games is for our engine: whole games until the time is up."""

    def sample(seconds: float, seed: int) -> Sample:
        rng = random.Random(seed)
        games = decisions = actions = 0
        start = time.process_time()
        while (cpu := time.process_time() - start) < seconds:
            more_decisions, more_actions = play(rng)
            games += 1
            decisions += more_decisions
            actions += more_actions
        return Sample(games=games, decisions=decisions, actions=actions, cpu=cpu)

    return sample


ENGINES: dict[str, Callable[[float, int], Sample]] = {
    "neoville": random_games,
    CHESS: sampler(chess_game),
    "catanatron": sampler(catan_game),
}


def measure(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """One row an engine."""
    samples: dict[str, list[Sample]] = {name: [] for name in ENGINES}
    for seed in range(1, rounds + 1):
        for name, run in ENGINES.items():
            samples[name].append(run(seconds, seed))
    rows = [row(name, taken) for name, taken in samples.items()]
    base = next(each for each in rows if each["engine"] == CHESS)
    for each in rows:
        each["decision_ratio"] = each["us_decision"] / base["us_decision"]
        each["action_ratio"] = each["us_action"] / base["us_action"]
    return rows


def row(name: str, taken: list[Sample]) -> dict[str, Any]:
    """An engine's sums, and its medians over the rounds."""
    decisions = sum(s.decisions for s in taken)
    return {
        "engine": name,
        "games": sum(s.games for s in taken),
        "decisions": decisions,
        "actions_a_decision": sum(s.actions for s in taken) / decisions,
        "us_decision": statistics.median(s.cpu / s.decisions for s in taken) * 1e6,
        "us_action": statistics.median(s.cpu / s.actions for s in taken) * 1e6,
    }


def import_ms(runs: int = 5) -> float:
    """CPU time of `import engine` in a fresh interpreter, compiled files in place; a median."""
    code = "import time; t = time.process_time(); import engine; print(time.process_time() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(runs + 1)]
    return statistics.median(times[1:]) * 1e3  # the first one may have compiled


COLUMNS = {
    "engine": "{engine}",
    "decisions": "{decisions}",
    "legal/decision": "{actions_a_decision:.1f}",
    "µs/decision": "{us_decision:.1f}",
    "µs/legal": "{us_action:.2f}",
    "decision : chess": "{decision_ratio:.2f}",
    "legal : chess": "{action_ratio:.2f}",
}


def table(rows: list[dict[str, Any]]) -> str:
    """The rows for people."""
    lines = [list(COLUMNS), *([form.format(**each) for form in COLUMNS.values()] for each in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.rjust, line, widths)) for line in lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Our engine's speed beside python-chess and catanatron.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds an engine and round")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    rows, python = measure(given.rounds, given.seconds), sys.version.split()[0]
    if given.json:
        print(json.dumps({"python": python, "import_ms": import_ms(), "engines": rows}, indent=2))
        return
    print(f"Random whole games in CPU time, median of {given.rounds} x {given.seconds:g} s, Python {python}:")
    print("\n" + table(rows))
    print(f"\nimport engine: {import_ms():.1f} ms")


if __name__ == "__main__":
    main()
