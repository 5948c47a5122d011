"""Perft: how many sequences of actions there are from fixed positions, as in tests/data/perft.json.

A position is a deal (box, players, seed) after so many random steps. `python -m tests.engine.test_perft` writes the
counts anew, after a rule was changed on purpose; the naive rules of naive.py, which count here too, must agree.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import Build, Draw, Game, Phase, Place, State, apply, legal_actions
from tests.engine.games import walk
from tests.engine.naive import Option, Table, Town

FILE = Path(__file__).parents[1] / "data" / "perft.json"
Position = dict[str, Any]


def positions() -> list[Position]:
    found: list[Position] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def start(position: Position) -> Game:
    return walk(position["players"], position["seed"], position["steps"], position["box"])


def perft(state: State, depth: int) -> int:
    """How many sequences of so many actions there are."""
    legal = legal_actions(state)
    return len(legal) if depth == 1 else sum(perft(apply(state, action), depth - 1) for action in legal)


class NaiveCount:
    """The same by the naive rules: does, counts, and takes back."""

    def __init__(self, game: Game) -> None:
        self.table, self.seats = Table(game.record()), game.state.seats
        self.known: dict[str, list[Option]] = {}  # what may be laid, by city and hand: asked a thousand times
        for state, action in zip(game.states, game.actions, strict=False):
            match action:
                case Place(tile, cell, rotation):
                    self.table.lay(state.seat, tile, cell, rotation)
                case Build(piece, square):
                    self.table.build(state.seat, piece, square)
                case Draw(source):
                    self.table.draw(state.seat, source)

    def count(self, turn: int, step: str, depth: int) -> int:
        """How many sequences there are from this step of this turn."""
        ways = [] if turn == 16 * self.seats else self.ways(turn, step)
        return len(ways) if depth == 1 else sum(self.after(turn, step, way, depth - 1) for way in ways)

    def ways(self, turn: int, step: str) -> Sequence[Any]:
        seat, table = turn % self.seats, self.table
        if step == "lay":
            key = repr((seat, table.hands[seat], table.towns[seat]))
            if key not in self.known:
                self.known[key], _ = table.placements(seat)
            return self.known[key]
        if step == "build":
            return [None, *table.builds(seat)]
        if turn // self.seats == 15:
            return ["finish"]
        return [*range(len(table.row)), None] if table.pile else range(len(table.row))

    def after(self, turn: int, step: str, way: Any, depth: int) -> int:
        seat, table = turn % self.seats, self.table
        town = table.towns[seat]
        tiles = list(table.hands[seat]), list(table.row), list(table.pile), list(table.supply)
        copy = Town(list(town.cells), dict(town.terrain), dict(town.marks), dict(town.pieces))
        if step == "lay":
            table.lay(seat, *way)
            found = self.count(turn, "build", depth)
        elif step == "build":
            if way:
                table.build(seat, *way)
            found = self.count(turn, "draw", depth)
        else:
            if way != "finish":
                table.draw(seat, way)
            found = self.count(turn + 1, "lay", depth)
        table.hands[seat], table.row, table.pile, table.supply = tiles
        table.towns[seat] = copy
        return found


def name(position: Position) -> str:
    return "{box}-{players}-{seed}-{steps}".format(**position)


@pytest.mark.parametrize("position", positions(), ids=name)
def test_there_are_as_many_sequences_of_actions_as_written_down(position: Position) -> None:
    state = start(position).state
    assert [perft(state, depth) for depth in range(1, len(position["counts"]) + 1)] == position["counts"]


@pytest.mark.parametrize("position", positions(), ids=name)
def test_the_naive_rules_count_the_same(position: Position) -> None:
    """So the counts are not merely what the engine happens to do."""
    game = start(position)
    step = {Phase.LAY: "lay", Phase.BUILD: "build"}.get(game.state.phase, "draw")
    naive, depths = NaiveCount(game), range(1, len(position["counts"]) + 1)
    assert [naive.count(game.state.turn, step, depth) for depth in depths] == position["counts"]


def rewrite(new: list[Position]) -> None:
    """Count anew, one position a line."""
    lines = []
    for position in new:
        state = start(position).state
        counts = [perft(state, depth) for depth in range(1, position["depth"] + 1)]
        lines.append(
            json.dumps({key: position[key] for key in ("box", "players", "seed", "steps")} | {"counts": counts})
        )
    FILE.write_text("[\n " + ",\n ".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    rewrite([position | {"depth": len(position["counts"])} for position in positions()])
