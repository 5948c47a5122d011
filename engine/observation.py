"""What one seat may know (R2.7): all that the app renders for it, and all that a computer player sees."""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import ROUNDS, Phase
from engine.city import City
from engine.components import Box, Piece, Tile
from engine.state import State


class OtherHand(NamedTuple):
    """Another seat's hand: the tiles that all have seen, and how many more there are."""

    known: tuple[str, ...]
    hidden: int


class Observation(NamedTuple):
    """The game as one seat sees it. It holds values only, so nothing hidden can be reached from it."""

    box: Box
    seat: int  # who looks
    utilities: tuple[str, ...]
    cities: tuple[City, ...]
    hand: tuple[str, ...]  # of the seat itself
    others: tuple[OtherHand | None, ...]  # by seat; None for the seat itself
    supply: tuple[str, ...]
    row: tuple[str, ...]
    pile: int  # how many tiles
    unseen: tuple[str, ...]  # the regular tiles that may be in the pile or hidden in other hands, sorted
    turn: int
    phase: Phase

    @property
    def round(self) -> int:
        """The round, from 1 to 16."""
        return min(self.turn // len(self.cities) + 1, ROUNDS)

    @property
    def city(self) -> City:
        """The city of the seat itself."""
        return self.cities[self.seat]

    @property
    def tiles(self) -> list[Tile]:
        """The hand of the seat itself."""
        return [self.box.tiles[id] for id in self.hand]

    @property
    def pieces(self) -> list[Piece]:
        """The pieces in the supply."""
        return [self.box.pieces[id] for id in self.supply]


def observe(state: State, seat: int) -> Observation:
    """What a seat may know of a state."""
    others: list[OtherHand | None] = []
    hidden = set(state.pile)
    for other, hand in enumerate(state.hands):
        if other == seat:
            others.append(None)
            continue
        secret = state.secret.intersection(hand)
        hidden |= secret
        known = tuple(sorted(tile for tile in hand if tile not in secret))
        others.append(OtherHand(known, len(secret)))
    return Observation(
        state.box,
        seat,
        state.utilities,
        state.cities,
        state.hands[seat],
        tuple(others),
        state.supply,
        state.row,
        len(state.pile),
        tuple(sorted(hidden)),
        state.turn,
        state.phase,
    )
