"""Games under way, always the same ones, played by the engine's own players; nothing here needs a window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine import Action, Game, Phase, Player, Setup, observe
from engine.ai import choose

NAMES = ("Anna", "Ben", "Clara", "Robo")
SEED = 9  # of a game in which a tile is refused, and something is built in the middle
MIDDLE, TIGHT, LAST, END = 8, 13, 16, 17  # rounds to look at; in the 17th the game is over


@cache
def _steps(seats: int, seed: int) -> Sequence[Action]:
    """A whole game of computer players."""
    game = Game.new(Setup(tuple(Player(name) for name in NAMES[:seats])), seed)
    while game.state.phase is not Phase.OVER:
        for step in choose(observe(game.state, game.state.seat), "normal", seed).steps:
            game.apply(step)
    return game.actions


def position(round: int, people: int = 1, seats: int = 4, seed: int = SEED, level: str = "normal") -> Game:
    """A game at the begin of the first seat's turn in a round; people sit first, then computers of a level."""
    players = [Player(name) if seat < people else Player(name, "ai", level) for seat, name in enumerate(NAMES)]
    game = Game.new(Setup(tuple(players[:seats])), seed)
    game.extra["seed"] = seed
    for step in _steps(seats, seed):
        if (game.state.round, game.state.seat) == (round, 0):
            break
        game.apply(step)
    return game
