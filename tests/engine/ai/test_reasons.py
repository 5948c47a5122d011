"""Reasons: what a turn does for the city, told in numbers that make a sentence."""

from __future__ import annotations

import pytest

from engine import SKIP, Build, City, Draw, Observation, Place, new_game, observe
from engine.ai import Motive, Why, choose
from engine.ai.reasons import explain
from tests.engine.cities import city, tile
from tests.engine.games import setup, walk


def seen_with(own: City, *hand: str, supply: tuple[str, ...] | None = None) -> Observation:
    """What the first seat sees that has this city and these tiles (terrain, and marks behind a slash)."""
    seen = observe(new_game(setup(2), 1), 0)
    tiles = []
    for index, text in enumerate(hand):
        terrain, _, marks = text.partition("/")
        tiles.append(tile(terrain, marks or "----", f"hand {index}"))
    box = type(seen.box)({**seen.box.tiles, **{one.id: one for one in tiles}}, seen.box.pieces)
    supply = seen.supply if supply is None else supply
    return seen._replace(box=box, cities=(own, seen.cities[1]), hand=tuple(one.id for one in tiles), supply=supply)


def motives(why: tuple[Why, ...]) -> list[Motive]:
    return [reason.motive for reason in why]


def test_a_tower_that_gets_enough_squares_becomes_safe() -> None:
    own = city("""
        E4  E
        E   F
    """)
    why = explain(seen_with(own, "EFSS"), [Place("hand 0", (-1, 0), 1), SKIP, Draw(None)])
    assert why[0] == Why(Motive.NOW_SAFE, 4.0, "skyscraper-E-4", has=4, needs=4, room=why[0].room)


def test_a_tower_that_grows_says_how_far_it_is() -> None:
    own = city("""
        W10 W
        W   F
    """)
    why = explain(seen_with(own, "WWSE"), [Place("hand 0", (1, 0), 3), SKIP, Draw(None)])
    grows = next(reason for reason in why if reason.motive is Motive.GROWS)
    assert (grows.piece, grows.has, grows.needs) == ("skyscraper-W-10", 5, 10)
    assert grows.room >= 5


def test_a_new_piece_is_safe_or_has_prospects() -> None:
    own = city("""
        E   E
        S   E
    """)
    seen = seen_with(own, "EFSS")
    laid = Place("hand 0", (1, 0), 0)
    assert Motive.BUILT_SAFE in motives(explain(seen, [laid, Build("skyscraper-E-4", 0), Draw(0)]))
    open_one = explain(seen, [laid, Build("skyscraper-E-8", 0), Draw(0)])
    assert next(w for w in open_one if w.piece) == Why(
        Motive.BUILT_OPEN, 2.0, "skyscraper-E-8", has=4, needs=8, room=next(w for w in open_one if w.piece).room
    )


def test_a_hopeless_piece_is_no_reason() -> None:
    own = city("""
        E   E  | F  F
        S   E  | F  F
        S   S  | F  F
        S   S  | F  F
    """)
    seen = seen_with(own, "EFSS")
    why = explain(seen, [Place("hand 0", (2, 0), 0), Build("windmill-left-a", 0), Draw(0)])
    assert "windmill-left-a" not in {reason.piece for reason in why}


def test_a_district_without_tower_is_prepared_for_the_next_one_in_the_supply() -> None:
    own = city("""
        E   E
        S   E
    """)
    seen = seen_with(own, "EFSS", supply=("skyscraper-E-4", "skyscraper-E-6", "skyscraper-F-5"))
    why = explain(seen, [Place("hand 0", (1, 0), 0), SKIP, Draw(0)])
    assert Why(Motive.PREPARES, 1.0, terrain="E", has=4, needs=6) in why


def test_a_lead_in_marks_and_the_tile_drawn_are_told() -> None:
    own = city("""
        E   E
        S   E
    """)
    seen = seen_with(own, "EFSS/P--A")
    why = explain(seen, [Place("hand 0", (1, 0), 0), SKIP, Draw(2)])
    assert Why(Motive.MOST_PARKS, 1.25, has=1, needs=0) in why
    assert Why(Motive.MOST_SPORTS, 1.25, has=1, needs=0) in why
    assert why[-1] == Why(Motive.DRAWS, 0.0, tile=seen.row[2])


@pytest.mark.parametrize("steps", [0, 1, 2, 30, 31, 47, 90, 91, 92, 93, 95])
def test_every_choice_can_be_explained_in_every_phase(steps: int) -> None:
    state = walk(2, 6, steps).state
    why = choose(observe(state, state.seat), "hard", 1).reasons
    assert [reason.weight for reason in why] == sorted((reason.weight for reason in why), reverse=True)
    for reason in why:
        assert reason.piece or reason.tile or reason.terrain or reason.has
