"""The rules: a new game, what is legal, why something is not, and what an action leads to."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import (
    FINISH,
    ROUNDS,
    ROW_TILES,
    SKIP,
    Action,
    Build,
    Draw,
    Finish,
    IllegalAction,
    Phase,
    Place,
    Reason,
    Skip,
    draws,
    phase_after_building,
)
from engine.city import EMPTY, City, build, builds, lay, placements, why_not_build, why_not_lay
from engine.components import EQUITY_TILES, UTILITIES, Box
from engine.state import DEALT, LEFT_OUT, PLAYERS, TOKENS_OF_A_KIND, Setup, State


def new_game(setup: Setup, seed: int) -> State:
    """Shuffle and deal (R2): the only randomness of the game."""
    box, seats, random = setup.box, len(setup.players), Random(seed)
    if seats not in PLAYERS:
        raise ValueError(f"2 to 4 players, not {seats}")
    kinds = sorted(setup.utilities or random.sample(UTILITIES, 2))
    if len(set(kinds)) != 2 or not set(kinds) <= set(UTILITIES):
        raise ValueError(f"utilities must be two different kinds of {', '.join(UTILITIES)}")
    tokens: set[str] = set()
    for kind in kinds:
        every = [piece.id for piece in box.pieces.values() if piece.kind == kind]
        tokens.update(random.sample(every, TOKENS_OF_A_KIND[seats]))
    in_game = set(skyscrapers(box, seats)) | tokens
    supply = tuple(id for id in box.pieces if id in in_game)
    tiles = random.sample(box.regular, len(box.regular))
    hands = tuple((EQUITY_TILES[seat], *tiles[DEALT * seat : DEALT * (seat + 1)]) for seat in range(seats))
    rest = tiles[DEALT * seats :]
    return deal(box, tuple(kinds), supply, hands, tuple(rest[:ROW_TILES]), tuple(rest[ROW_TILES:]))


def skyscrapers(box: Box, seats: int) -> list[str]:
    """The skyscrapers in the supply of so many players (R2.2)."""
    return [p.id for p in box.pieces.values() if p.is_skyscraper and p.value not in LEFT_OUT[seats]]


def deal(
    box: Box,
    utilities: tuple[str, ...],
    supply: tuple[str, ...],
    hands: tuple[tuple[str, ...], ...],
    row: tuple[str, ...],
    pile: tuple[str, ...],
) -> State:
    """The first state of a game that was dealt so."""
    secret = frozenset(tile for hand in hands for tile in hand if tile not in EQUITY_TILES)
    return State(box, utilities, (EMPTY,) * len(hands), hands, secret, supply, row, pile, 0, Phase.LAY)


def legal_actions(state: State) -> Sequence[Action]:
    """All that the player in turn may do now, in a fixed order: the one source of truth."""
    match state.phase:
        case Phase.LAY:
            return placements(state.city, state.hand)
        case Phase.BUILD:
            return [SKIP, *builds(state.city, state.pieces)]
        case Phase.DRAW:
            return draws(len(state.row), len(state.pile))
        case Phase.FINISH:
            return (FINISH,)
        case Phase.OVER:
            return ()


def why_illegal(state: State, action: Action) -> Reason | None:
    """Why an action may not be done now; None exactly for the legal ones."""
    if state.phase is Phase.OVER:
        return Reason.GAME_OVER
    match action:
        case Place():
            if state.phase is not Phase.LAY:
                return Reason.ALREADY_LAID
            return why_not_lay(state.city, state.hand, action)
        case Build() | Skip():
            if state.phase is not Phase.BUILD:
                return Reason.LAY_FIRST if state.phase is Phase.LAY else Reason.ALREADY_BUILT
            if isinstance(action, Skip):
                return None
            offered = (state.box.pieces[action.piece],) if action.piece in state.supply else ()
            return why_not_build(state.city, offered, action)
        case Draw() | Finish():
            if state.phase in (Phase.LAY, Phase.BUILD):
                return Reason.LAY_FIRST if state.phase is Phase.LAY else Reason.BUILD_FIRST
            return _why_not_end(state, action)


def _why_not_end(state: State, action: Draw | Finish) -> Reason | None:
    """Why a turn may not end so: with a draw, or in round 16 without (R3.2 to R3.4)."""
    if isinstance(action, Finish):
        return Reason.MUST_DRAW if state.phase is Phase.DRAW else None
    if state.phase is Phase.FINISH:
        return Reason.NO_DRAW
    if action.source is None:
        return None if state.pile else Reason.PILE_EMPTY
    return None if action.source in range(len(state.row)) else Reason.NOT_IN_ROW


def apply(state: State, action: Action) -> State:
    """The state after a legal action; IllegalAction carries the reason against an illegal one."""
    if (reason := why_illegal(state, action)) is not None:
        raise IllegalAction(reason)
    match action:
        case Place():
            return _laid(state, action)
        case Build():
            city = build(state.city, state.box.pieces[action.piece], action.square)
            supply = tuple([id for id in state.supply if id != action.piece])
            return _decided(state, _with_city(state, city), supply)
        case Skip():
            return _decided(state, state.cities, state.supply)
        case Draw():
            return _drawn(state, action)
        case Finish():
            turn = state.turn + 1
            over = turn == ROUNDS * state.seats
            return state._replace(turn=turn, phase=Phase.OVER if over else Phase.LAY)


def _with_city(state: State, city: City) -> tuple[City, ...]:
    """All cities, with this one for the player in turn."""
    cities, seat = state.cities, state.seat
    return (*cities[:seat], city, *cities[seat + 1 :])


def _with_hand(state: State, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """All hands, with this one for the player in turn."""
    seat = state.seat
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _laid(state: State, action: Place) -> State:
    id = action.tile
    city = lay(state.city, state.box.tiles[id], action.cell, action.rotation)
    hand = tuple([other for other in state.hands[state.seat] if other != id])
    box, kinds, _, _, secret, supply, row, pile, turn, _ = state
    if id in secret:
        secret -= {id}
    return State(
        box, kinds, _with_city(state, city), _with_hand(state, hand), secret, supply, row, pile, turn, Phase.BUILD
    )


def _decided(state: State, cities: tuple[City, ...], supply: tuple[str, ...]) -> State:
    box, kinds, _, hands, secret, _, row, pile, turn, _ = state
    phase = phase_after_building(state.round, len(row), len(pile))
    return State(box, kinds, cities, hands, secret, supply, row, pile, turn, phase)


def _drawn(state: State, action: Draw) -> State:
    """A row tile is replaced in its place by the pile's next; without one the row closes up (R3.2, R3.3)."""
    box, kinds, cities, _, secret, supply, row, pile, turn, _ = state
    index = action.source
    if index is None:
        tile, pile = pile[0], pile[1:]
        secret |= {tile}
    else:
        tile = row[index]
        row, pile = (*row[:index], *pile[:1], *row[index + 1 :]), pile[1:]
    hands = _with_hand(state, (*state.hands[state.seat], tile))
    return State(box, kinds, cities, hands, secret, supply, row, pile, turn + 1, Phase.LAY)
