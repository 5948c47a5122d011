"""Computer players: legal, honest, repeatable, and ready to answer at any moment."""

from __future__ import annotations

import gc
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    EMPTY,
    FINISH,
    Build,
    Draw,
    Game,
    Phase,
    Place,
    Player,
    Setup,
    Skip,
    apply,
    dump,
    legal_actions,
    new_game,
    observe,
    read_game,
)
from engine.ai import CHARACTERS, LEVELS, choose, think
from engine.ai.levels import PLANS
from engine.ai.search import BREATH, Plan, Search, choice_of
from engine.ai.tables import learned
from engine.fields import parse
from engine.observation import Observation
from tests.engine.games import BOXES, dealt_anew, examples, setup, walk

QUICK = ("easy", "normal", "hard", "random")
# Whole games of each level and number of players: (in a test run, in a soak).
CAMPAIGN = {"easy": (2, 1000), "normal": (2, 1000), "hard": (1, 100), "expert": (1, 30), "greedy": (1, 10)}


def play(seats: int, level: str, seed: int, box: str = "standard") -> Game:
    players = tuple(Player(f"{level} {seat}", "ai", level) for seat in range(seats))
    game = Game.new(Setup(players, box=BOXES[box]()), seed)
    while game.state.phase is not Phase.OVER:
        for step in choose(observe(game.state, game.state.seat), level, seed).steps:
            game.apply(step)
    return game


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", CAMPAIGN)
def test_every_move_of_a_level_is_legal_and_its_records_are_accepted(level: str, seats: int) -> None:
    for seed in range(CAMPAIGN[level][0]):
        game = play(seats, level, seed)
        assert read_game(parse(dump(game.record()))).states == game.states


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", CAMPAIGN)
def test_whole_campaigns_are_legal_and_accepted(level: str, seats: int, part: int) -> None:
    for seed in range(part, CAMPAIGN[level][1], 10):
        game = play(seats, level, seed)
        assert read_game(parse(dump(game.record()))).states == game.states


@pytest.mark.parametrize("box", ["lumpy", "motley"])
def test_a_level_plays_any_box_by_the_rules(box: str) -> None:
    """Forced joins (R4.6) and unknown biodomes among them."""
    assert play(2, "hard", 3, box).state.phase is Phase.OVER


def test_expert_plays_from_the_first_turn_to_the_last_by_the_rules() -> None:
    """At some moments of a game, so that it does not take long."""
    for turns in (0, 13, 27, 30, 31):
        state = walk(2, 5, 3 * turns).state
        for step in choose(observe(state, state.seat), "expert", 1).steps:
            state = apply(state, step)
        assert state.turn == turns + 1


@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 95), st.sampled_from(QUICK), st.randoms())
@examples(60)
def test_what_is_hidden_changes_neither_observation_nor_choice(
    seats: int, seed: int, steps: int, level: str, random: Random
) -> None:
    state = walk(seats, seed, steps).state
    other = dealt_anew(state, state.seat, random)
    seen = observe(state, state.seat)
    assert observe(other, state.seat) == seen
    assert choose(observe(other, state.seat), level, seed).steps == choose(seen, level, seed).steps


def test_expert_does_not_know_what_is_hidden() -> None:
    state = walk(3, 8, 60).state
    other = dealt_anew(state, state.seat, Random(1))
    assert other != state
    chosen = choose(observe(state, state.seat), "expert", 1).steps
    assert choose(observe(other, state.seat), "expert", 1).steps == chosen


@pytest.mark.parametrize("level", QUICK)
def test_the_same_observation_and_seed_give_the_same_choice(level: str) -> None:
    state = walk(2, 3, 30).state
    seen = observe(state, state.seat)
    assert choose(seen, level, 7) == choose(seen, level, 7)


@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 95), st.sampled_from(QUICK))
@examples(60)
def test_in_mid_turn_a_level_does_just_what_is_left(seats: int, seed: int, steps: int, level: str) -> None:
    game = walk(seats, seed, steps)
    state, expected = game.state, []
    kinds = {Phase.LAY: Place, Phase.BUILD: (Build, Skip), Phase.DRAW: Draw, Phase.FINISH: type(FINISH)}
    for step in choose(observe(state, state.seat), level, seed).steps:
        assert isinstance(step, kinds[state.phase])  # type: ignore[arg-type]
        expected.append(state.phase)
        state = apply(state, step)
    assert state.turn == game.state.turn + 1


@pytest.mark.parametrize("steps", [0, 31, 32, 46])
def test_every_choice_on_the_way_is_a_whole_legal_turn(steps: int) -> None:
    """However early it is asked for its best so far."""
    start = walk(2, 11, steps).state
    for choice in islice(think(observe(start, start.seat), "expert", 1), 0, 400, 7):
        state = start
        for step in choice.steps:
            state = apply(state, step)
        assert state.turn == start.turn + 1


def test_the_work_between_two_steps_is_small_and_its_sum_within_the_budget() -> None:
    """Counted in turns valued, not in seconds: the same on any machine."""
    state = walk(2, 11, 24).state
    plan = Plan(wide=300, deep=600)
    search = Search(observe(state, state.seat), plan, Random(1))
    before = 0
    for _ in search.steps(learned(2)):
        assert search.valued - before <= BREATH
        before = search.valued
    gathered = len(legal_actions(state))
    node = 6 * 4 * 12  # turns valued for one look: tiles, rotations, cells at the most
    assert gathered < search.valued <= gathered + plan.wide + plan.deep + (2 + plan.branches) * node


def test_thinking_leaves_nothing_for_the_garbage_collector() -> None:
    """A collection would take longer than a step: what is done with is free at once."""
    state = walk(2, 11, 24).state
    seen = observe(state, state.seat)
    gc.collect()
    gc.disable()
    try:
        choose(seen, "hard", 1)
        assert not [thing for thing in gc.get_objects() if type(thing).__module__ == "engine.ai.valuation"]
        assert gc.isenabled() is False
    finally:
        gc.enable()


def test_every_level_begins_a_city() -> None:
    state = new_game(setup(2), 1)
    assert state.city == EMPTY
    for level in PLANS:
        first = choose(observe(state, 0), level, 1).steps
        assert isinstance(first[0], Place) and first[0].cell == (0, 0)


def test_a_choice_among_tiles_is_worth_more_than_the_mean_and_less_than_the_best() -> None:
    assert choice_of([3.0]) == 3.0
    assert 2.0 < choice_of([1.0, 2.0, 3.0]) < 3.0
    assert choice_of([1.0, 2.0, 3.0]) == choice_of([3.0, 1.0, 2.0])


def test_every_level_has_a_character() -> None:
    assert set(CHARACTERS) == set(LEVELS) == {"easy", "normal", "hard", "expert", "random", "greedy"}
    assert all(sentence.endswith(".") for sentence in CHARACTERS.values())


def test_an_unknown_level_is_refused() -> None:
    seen: Observation = observe(new_game(setup(2), 1), 0)
    with pytest.raises(ValueError, match="there is no level 'god'"):
        choose(seen, "god", 1)
