"""The whole game at one moment, and how it is set up (R2, R3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.actions import ROUNDS, Phase
from engine.city import City
from engine.components import Box, Piece, Tile, standard_box

PLAYERS = range(2, 5)  # R2.1
DEALT = 2  # tiles from the pile for each player, besides the equity tile (R2.7)
LEFT_OUT = {2: (5, 7), 3: (7,), 4: ()}  # values of skyscrapers that are not in the supply (R2.2)
TOKENS_OF_A_KIND = {2: 5, 3: 6, 4: 7}  # R2.4


@dataclass(frozen=True)
class Player:
    """Who sits at the table; a computer player has a level."""

    name: str
    kind: str = "human"  # or "ai"
    level: str | None = None


@dataclass(frozen=True)
class Setup:
    """What is decided before the deal: seats in turn order, two kinds of utility (None: drawn at random, R2.3)."""

    players: tuple[Player, ...]
    utilities: tuple[str, str] | None = None
    box: Box = field(default_factory=standard_box)


class State(NamedTuple):
    """The game at one moment, hidden tiles included. It is a value: an action makes a new one."""

    box: Box
    utilities: tuple[str, ...]  # the two kinds in the game
    cities: tuple[City, ...]
    hands: tuple[tuple[str, ...], ...]
    secret: frozenset[str]  # tiles in hands that only their owner has seen (R2.7)
    supply: tuple[str, ...]
    row: tuple[str, ...]
    pile: tuple[str, ...]  # next drawn first
    turn: int  # turns completed by all players together
    phase: Phase

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.cities)

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.turn % len(self.cities)

    @property
    def round(self) -> int:
        """The round, from 1 to 16."""
        return min(self.turn // len(self.cities) + 1, ROUNDS)

    @property
    def city(self) -> City:
        """The city of the player in turn."""
        return self.cities[self.turn % len(self.cities)]

    @property
    def hand(self) -> list[Tile]:
        """The tiles of the player in turn."""
        tiles = self.box.tiles
        return [tiles[id] for id in self.hands[self.turn % len(self.cities)]]

    @property
    def pieces(self) -> list[Piece]:
        """The pieces in the supply."""
        pieces = self.box.pieces
        return [pieces[id] for id in self.supply]
