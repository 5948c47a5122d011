"""What a seat may know (R2.7): exactly the pile and the secret tiles of other hands are hidden."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import SKIP, Draw, Game, Observation, State, apply, legal_actions, new_game, observe
from engine.components import EQUITY_TILES
from tests.engine.games import dealt_anew, examples, exchanged, games, hidden, play, setup


def dealt(seats: int = 2) -> State:
    return new_game(setup(seats), 1)


def drawn(source: int | None) -> State:
    """After the first player's turn, who drew from there."""
    state = dealt()
    for action in (legal_actions(state)[0], SKIP, Draw(source)):
        state = apply(state, action)
    return state


def swapped(state: State, one: str, other: str) -> State:
    return exchanged(state, {one: other, other: one})


@examples(25)
@given(games(), st.randoms(use_true_random=False))
def test_what_is_hidden_can_be_permuted_unnoticed(game: Game, random: Random) -> None:
    """R2.7: the pile's order, and pile tiles exchanged with the secret ones of others."""
    for state in random.sample(game.states, 12):
        for seat in range(state.seats):
            other = dealt_anew(state, seat, random)
            assert observe(other, seat) == observe(state, seat)
            assert repr(observe(other, seat)) == repr(observe(state, seat))


@examples(25)
@given(games(), st.randoms(use_true_random=False))
def test_nothing_else_can_be_exchanged_unnoticed(game: Game, random: Random) -> None:
    """R2.7: own hand, row, equity tiles and tiles taken from the row are known."""
    for state in random.sample(game.states[:-1], 6):
        for seat in range(state.seats):
            out = set(hidden(state, seat))
            known = [tile for tile in (*state.row, *(tile for hand in state.hands for tile in hand)) if tile not in out]
            for tile in known:
                assert observe(swapped(state, tile, state.pile[0]), seat) != observe(state, seat), tile


@examples(25)
@given(games())
def test_seen_and_unseen_tiles_are_all_tiles(game: Game) -> None:
    for state in game.states[::5]:
        for seat in range(state.seats):
            seen = observe(state, seat)
            laid = [laid.tile.id for city in seen.cities for laid in city.tiles]
            others = [other for other in seen.others if other]
            known = [tile for other in others for tile in other.known]
            tiles = Counter((*seen.hand, *known, *seen.row, *seen.unseen, *laid))
            assert tiles == Counter((*state.box.regular, *EQUITY_TILES[: state.seats]))
            assert len(seen.unseen) == seen.pile + sum(other.hidden for other in others)
            assert list(seen.unseen) == sorted(hidden(state, seat))


@examples(15)
@given(games())
def test_what_is_open_is_observed_as_it_is(game: Game) -> None:
    for state in game.states[::7]:
        for seat in range(state.seats):
            seen = observe(state, seat)
            assert seen.seat == seat and seen.others[seat] is None and seen.hand == state.hands[seat]
            for name in ("box", "utilities", "cities", "supply", "row", "turn", "phase"):
                assert getattr(seen, name) == getattr(state, name), name
            assert seen.pile == len(state.pile)
            assert seen.round == state.round and seen.city == state.cities[seat]
            assert [tile.id for tile in seen.tiles] == list(seen.hand)
            assert [piece.id for piece in seen.pieces] == list(seen.supply)


def other(seen: Observation, seat: int) -> tuple[tuple[str, ...], int]:
    found = seen.others[seat]
    assert found is not None
    return found


def test_of_another_hand_only_the_equity_tile_is_known_at_first() -> None:
    """R2.7."""
    state = dealt(4)
    for seat in range(4):
        seen = observe(state, seat)
        assert seen.hand == state.hands[seat]
        assert [other(seen, i) for i in range(4) if i != seat] == [
            ((f"equity{i + 1}",), 2) for i in range(4) if i != seat
        ]
        assert not set(seen.unseen) & set(EQUITY_TILES)


def test_a_tile_taken_from_the_row_is_known_to_all() -> None:
    """R2.7."""
    before, after = dealt(), drawn(2)
    known, _ = other(observe(after, 1), 0)
    assert before.row[2] in known
    assert before.row[2] not in observe(after, 1).unseen


def test_a_tile_drawn_from_the_pile_is_known_to_its_owner_only() -> None:
    """R2.7."""
    top, after = dealt().pile[0], drawn(None)
    assert top in observe(after, 0).hand and top not in observe(after, 0).unseen
    known, _ = other(observe(after, 1), 0)
    assert top not in known and top in observe(after, 1).unseen


def test_a_tile_that_refills_the_row_is_seen_by_all() -> None:
    after = drawn(0)
    assert after.row[0] == dealt().pile[0]
    assert all(after.row[0] not in observe(after, seat).unseen for seat in (0, 1))


def reachable(thing: object) -> Iterator[object]:
    """Everything that can be got hold of from a thing, but for code."""
    seen, waiting = set[int](), [thing]
    while waiting:
        current = waiting.pop()
        if id(current) in seen or isinstance(current, type) or callable(current):
            continue
        seen.add(id(current))
        yield current
        waiting += gc.get_referents(current)


def test_an_observation_reaches_neither_the_state_nor_what_is_hidden() -> None:
    """R2.7: it holds values only."""
    state = play(3, 2, "builder").states[40]
    for seat in range(3):
        found = list(reachable(observe(state, seat)))
        others = [hand for other, hand in enumerate(state.hands) if other != seat]
        assert not any(isinstance(thing, State) for thing in found)
        assert not any(thing == tiles for thing in found for tiles in (state.pile, *others))
