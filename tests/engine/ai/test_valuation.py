"""The worth of a turn, found by adding up what changes, is the worth of the city that it leads to."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Build, Phase, apply, legal_actions, new_game, observe, score
from engine.actions import ROUNDS
from engine.ai.land import Memory, ways_to_complete
from engine.ai.tables import SIZES, entries, learned
from engine.ai.valuation import Valuation, rivals
from engine.city import City, build, builds, lay, placements
from engine.grid import BIT, CORNERS, mask
from engine.observation import Observation
from tests.engine.cities import piece
from tests.engine.games import BOXES, POLICIES, examples, setup


def played(seats: int, box: str, policy: str, seed: int, turns: int) -> Observation:
    """What the seat in turn sees after so many turns of a game."""
    random, state = Random(seed), new_game(setup(seats, BOXES[box]()), seed)
    while state.turn < turns:
        state = apply(state, POLICIES[policy](state, legal_actions(state), random))
    return observe(state, state.seat)


moments = st.builds(
    played,
    st.integers(2, 4),
    st.sampled_from(sorted(BOXES)),
    st.sampled_from(sorted(POLICIES)),
    st.integers(0, 10**6),
    st.integers(0, 31),
)


def valuation(seen: Observation, left: int | None = None) -> Valuation:
    left = ROUNDS - seen.round if left is None else left
    return Valuation(seen.city, tuple(seen.pieces), rivals(seen), learned(len(seen.cities)).at(left), Memory())


@given(moments, st.randoms(use_true_random=False))
@examples(40)
def test_the_worth_of_a_turn_is_the_worth_of_the_city_after_it(seen: Observation, random: Random) -> None:
    found = valuation(seen)
    for place in random.sample(legal := placements(seen.city, seen.tiles), min(6, len(legal))):
        tile = seen.box.tiles[place.tile]
        options = found.options(tile.faces[place.rotation], BIT[place.cell])
        for worth, built, square in random.sample(options, min(6, len(options))):
            city, supply = lay(seen.city, tile, place.cell, place.rotation), tuple(seen.pieces)
            if built is not None:
                city, supply = build(city, built, square), tuple(other for other in supply if other != built)
            left = ROUNDS - seen.round
            after = Valuation(city, supply, rivals(seen), learned(len(seen.cities)).at(left), Memory())
            assert after.present() == pytest.approx(worth)
        best = found.best(tile.faces[place.rotation], BIT[place.cell])
        assert best == pytest.approx(max(option.worth for option in options))


@given(moments)
@examples(40)
def test_options_offer_one_piece_of_each_design_on_every_legal_square(seen: Observation) -> None:
    """What is built is legal; only pieces that are alike are left out, and biodomes that cannot score (R6.5)."""
    found = valuation(seen)
    place = placements(seen.city, seen.tiles)[0]
    tile = seen.box.tiles[place.tile]
    city = lay(seen.city, tile, place.cell, place.rotation)
    legal = set(builds(city, seen.pieces))
    options = found.options(tile.faces[place.rotation], BIT[place.cell])
    offered = {Build(option.piece.id, option.square) for option in options if option.piece is not None}
    assert offered <= legal

    def alike(action: Build) -> tuple[object, ...]:
        one = seen.box.pieces[action.piece]
        return one.kind, one.value, one.terrain, one.counts, one.needs, one.zone, one.shape, action.square

    domed = {square for square in range(4) if _holds_biodome(city, square)}
    expected = {alike(a) for a in legal if not (seen.box.pieces[a.piece].kind == "biodome" and a.square in domed)}
    assert {alike(action) for action in offered} == expected


def _holds_biodome(city: City, square: int) -> bool:
    own = city.district(CORNERS[square] << BIT[city.tiles[-1].cell])
    return any(built.at & own for built in city.pieces if built.piece.kind == "biodome")


@given(st.integers(2, 4), st.sampled_from(["standard", "motley"]), st.integers(0, 10**6))
@examples(20)
def test_at_the_end_the_worth_is_the_score(seats: int, box: str, seed: int) -> None:
    """With no tile left, only the two bonuses are not certain yet."""
    random, state = Random(seed), new_game(setup(seats, BOXES[box]()), seed)
    while state.phase is not Phase.OVER:
        state = apply(state, random.choice(legal_actions(state)))
    for seat in range(seats):
        seen = observe(state, seat)
        domed = [seen.city.district(built.at) for built in seen.city.pieces if built.piece.kind == "biodome"]
        if len(set(domed)) < len(domed):  # only guessed at: the first one counts
            continue
        found = valuation(seen, left=0)
        worth = learned(seats).at(0)
        bonuses = worth["PM", found.last, found.parks] + worth["PM", found.last, found.sports]
        assert found.present() - bonuses == pytest.approx(score(seen.city).total)


def test_the_ways_to_complete_a_shape_are_counted() -> None:
    """Two squares in a row become the L of three in four ways, one of which is blocked here."""
    own, around = mask({(4, 4), (5, 4)}), {(4, 3), (5, 3), (4, 5), (5, 5), (3, 4), (6, 4)}
    corner = piece("biodome-L3-a")
    assert ways_to_complete(corner, own, mask(around)) == 4
    assert ways_to_complete(corner, own, mask(around - {(5, 5)})) == 3
    assert ways_to_complete(piece("biodome-I3-a"), own, mask(around)) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shipped_tables_have_every_number(players: int) -> None:
    tables = learned(players)
    assert {name: len(numbers) for name, numbers in tables.tables.items()} == SIZES
    assert {"games", "start"} <= set(tables.made)


def test_readings_beyond_the_tables_count_as_the_last_entry() -> None:
    for left in (0, 1, 7, 15):
        assert list(entries(("T", 12, 11, 20, 9, 7), left)) == list(entries(("T", 12, 10, 7, 5, 4), left))
        assert list(entries(("X", 60), left)) == list(entries(("X", 31), left))
        assert list(entries(("PM", 1, -12), left)) == list(entries(("PM", 1, -7), left))
