"""Playthroughs: whole games as text, so that a changed rule shows as a difference in tests/data/playthrough-*.txt.

After a rule was changed on purpose, `python -m tests.engine.test_playthrough` writes them anew; read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine import Game, Phase, legal_actions
from engine.drawing import draw_game
from tests.engine.games import gleaner, setup

DATA = Path(__file__).parents[1] / "data"
SEATS = (2, 3, 4)
DRAWN_IN_ROUND = (6, 11)  # and at the end


def playthrough(seats: int) -> Iterator[str]:
    """A game line by line: who does what, among how many legal actions."""
    game, random = Game.new(setup(seats), 100 + seats), Random(seats)
    start = game.state
    yield f"{seats} players, {'s and '.join(start.utilities)}s"
    yield f"supply: {' '.join(start.supply)}"
    yield f"hands: {', '.join(' '.join(hand) for hand in start.hands)}"
    yield f"row: {' '.join(start.row)}"
    yield f"pile: {' '.join(start.pile)}"
    yield ""
    while legal := legal_actions(game.state):
        state = game.state
        action = gleaner(state, legal, random)
        if state.phase is Phase.LAY:
            if state.seat == 0 and state.round in DRAWN_IN_ROUND:
                yield from ("", *draw_game(game, False))
            yield f"{state.round}. {game.players[state.seat].name}"
        yield f"    {action} (of {len(legal)})"
        game.apply(action)
    yield from ("", *draw_game(game, False))


def file(seats: int) -> Path:
    return DATA / f"playthrough-{seats}.txt"


@pytest.mark.parametrize("seats", SEATS)
def test_a_game_goes_as_written_down(seats: int) -> None:
    assert list(playthrough(seats)) == file(seats).read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    for number in SEATS:
        file(number).write_text("\n".join(playthrough(number)) + "\n", encoding="utf-8")
