"""Whole games to make records of, the same ones in every run."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine import Action, Box, Build, Game, Phase, Player, Setup, legal_actions, standard_box
from engine.components import read_box
from engine.fields import parse
from engine.record import dump


def players(seats: int) -> tuple[Player, ...]:
    return tuple(Player(f"player {seat}") for seat in range(seats))


def played(seats: int, seed: int, turns: int | None = None) -> Game:
    """A game of any legal actions, to the end or for so many turns."""
    game, random = Game.new(Setup(players(seats)), seed), Random(seed)
    while game.state.phase is not Phase.OVER and (turns is None or game.state.turn < turns):
        game.apply(random.choice(legal_actions(game.state)))
    return game


@cache
def crowded_box() -> Box:
    """A box of three tiles only, in which skyscrapers soon stand in each other's way."""
    document, random = standard_box().document(), Random(1)
    for tile in document["tiles"].values():
        tile["terrain"] = random.choice(("EEEE", "EEEF", "FSWF"))
    return read_box(document, "box")


def crowded(seats: int, seed: int) -> Game:
    """A game of players who build skyscrapers wherever they may: joins are often forced (R4.6)."""
    game, random = Game.new(Setup(players(seats), None, crowded_box()), seed), Random(seed)
    while actions := legal_actions(game.state):
        towers: list[Action] = [a for a in actions if isinstance(a, Build) and a.piece.startswith("skyscraper")]
        game.apply(random.choice(towers or actions))
    return game


def document(game: Game) -> dict[str, Any]:
    """The record as a reader gets it."""
    found: dict[str, Any] = parse(dump(game.record()))
    return found


def finished(seats: int = 2, seed: int = 1) -> dict[str, Any]:
    """The record of a whole game."""
    return document(played(seats, seed))
