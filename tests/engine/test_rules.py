"""Setup (R2), the turn (R3), and every reason for a refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from engine import (
    FINISH,
    SKIP,
    Action,
    Box,
    Build,
    Draw,
    Game,
    IllegalAction,
    Phase,
    Place,
    Player,
    Reason,
    Setup,
    State,
    Tile,
    apply,
    legal_actions,
    new_game,
    why_illegal,
)
from engine.components import EQUITY_TILES, UTILITIES, standard_box
from tests.engine.cities import city
from tests.engine.games import play, setup, walk

BOX = standard_box()


def dealt(seats: int = 2, seed: int = 1) -> State:
    return new_game(setup(seats), seed)


def lay_any(state: State) -> State:
    return apply(state, legal_actions(state)[0])


def turn(state: State, draw: Action | None = None) -> State:
    """A whole turn: the first tile that fits, nothing built, a draw."""
    state = apply(lay_any(state), SKIP)
    return apply(state, draw or legal_actions(state)[0])


def in_round(number: int, seats: int = 2) -> State:
    """The first player's turn in a round."""
    state = dealt(seats)
    while state.round < number:
        state = turn(state)
    return state


# Setup (R2).


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_only_2_to_4_can_play(seats: int) -> None:
    """R2.1."""
    with pytest.raises(ValueError, match="2 to 4 players"):
        new_game(Setup(tuple(Player(str(seat)) for seat in range(seats))), 1)


@pytest.mark.parametrize(
    ("seats", "values"), [(2, (4, 6, 8, 10, 12)), (3, (4, 5, 6, 8, 10, 12)), (4, (4, 5, 6, 7, 8, 10, 12))]
)
def test_the_supply_holds_the_skyscrapers_for_the_number_of_players(seats: int, values: tuple[int, ...]) -> None:
    """R2.2: without 5 and 7 for two, without 7 for three."""
    towers = [BOX.pieces[id] for id in dealt(seats).supply if BOX.pieces[id].is_skyscraper]
    assert sorted((tower.terrain, tower.value) for tower in towers) == [(t, value) for t in "EFSW" for value in values]


@pytest.mark.parametrize(("seats", "each"), [(2, 5), (3, 6), (4, 7)])
def test_the_supply_holds_so_many_of_both_kinds_of_utility(seats: int, each: int) -> None:
    """R2.3, R2.4."""
    for seed in range(20):
        state = dealt(seats, seed)
        kinds = Counter(BOX.pieces[id].kind for id in state.supply)
        del kinds["skyscraper"]
        assert kinds == dict.fromkeys(state.utilities, each)
        assert len(set(state.supply)) == len(state.supply)


def test_any_two_kinds_of_utility_can_be_drawn() -> None:
    """R2.3: drawn at random by default."""
    assert {dealt(seed=seed).utilities for seed in range(50)} == set(combinations(sorted(UTILITIES), 2))


@pytest.mark.parametrize("kinds", [("biodome", "windmill"), ("windmill", "ecomobile")])
def test_the_kinds_of_utility_can_be_chosen(kinds: tuple[str, str]) -> None:
    """R2.3."""
    assert all(set(new_game(setup(2, utilities=kinds), seed).utilities) == set(kinds) for seed in range(10))


@pytest.mark.parametrize("kinds", [("biodome", "biodome"), ("biodome", "skyscraper"), ("biodome", "zeppelin")])
def test_two_different_kinds_of_utility_are_needed(kinds: tuple[str, str]) -> None:
    """R2.3."""
    with pytest.raises(ValueError, match="two different kinds"):
        new_game(setup(2, utilities=kinds), 1)


def test_which_tokens_join_the_supply_is_random() -> None:
    """R2.4: every token can, and every token can stay in the box."""
    supplies = [set(new_game(setup(2, utilities=("biodome", "windmill")), seed).supply) for seed in range(100)]
    tokens = {id for id, piece in BOX.pieces.items() if piece.kind in ("biodome", "windmill")}
    assert all(any(token in supply for supply in supplies) for token in tokens)
    assert not any(all(token in supply for supply in supplies) for token in tokens)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_row_hands_and_pile_hold_each_regular_tile_once(seats: int) -> None:
    """R2.5, R2.7."""
    state = dealt(seats)
    assert len(state.row) == 4
    assert len(state.pile) == 74 - 4 - 2 * seats
    in_hands = [tile for hand in state.hands for tile in hand if tile not in EQUITY_TILES]
    assert Counter((*state.row, *state.pile, *in_hands)) == Counter(BOX.regular)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_holds_its_equity_tile_and_two_more(seats: int) -> None:
    """R2.6, R2.7."""
    for seat, hand in enumerate(dealt(seats).hands):
        assert [tile for tile in hand if tile in EQUITY_TILES] == [f"equity{seat + 1}"]
        assert len(hand) == 3


def test_the_first_player_begins_with_an_empty_city() -> None:
    state = dealt(3)
    assert (state.seat, state.round, state.phase, state.turn) == (0, 1, Phase.LAY, 0)
    assert all(not city.tiles and not city.pieces for city in state.cities)


def test_a_deal_depends_on_its_seed_alone() -> None:
    assert dealt(3, 7) == dealt(3, 7)
    assert len({(dealt(seed=seed).pile, dealt(seed=seed).supply) for seed in range(30)}) == 30


# The turn (R3).


def test_a_turn_is_to_lay_perhaps_to_build_and_to_draw() -> None:
    """R3.1."""
    state = dealt()
    phases = [state.phase]
    for action in (legal_actions(state)[0], SKIP, Draw(None)):
        state = apply(state, action)
        phases.append(state.phase)
    assert phases == [Phase.LAY, Phase.BUILD, Phase.DRAW, Phase.LAY]
    assert (state.seat, state.turn, state.round) == (1, 1, 1)


def test_at_most_one_piece_is_built_a_turn() -> None:
    """R5."""
    state = lay_any(dealt())
    piece = legal_actions(state)[1]
    assert isinstance(piece, Build)
    after = apply(state, piece)
    assert after.phase is Phase.DRAW
    assert [built.piece.id for built in after.city.pieces] == [piece.piece]
    assert set(state.supply) - set(after.supply) == {piece.piece}


def test_a_piece_that_was_built_is_gone_for_everybody() -> None:
    """R2.4: the supply is common."""
    state = lay_any(dealt())
    piece = next(a for a in legal_actions(state) if isinstance(a, Build) and not a.piece.startswith("sky"))
    state = apply(apply(state, piece), Draw(0))
    state = lay_any(state)
    assert piece not in legal_actions(state)
    assert why_illegal(state, piece) is Reason.NOT_IN_SUPPLY


@pytest.mark.parametrize("index", range(4))
def test_the_row_is_refilled_in_place(index: int) -> None:
    """R3.2."""
    state = apply(lay_any(dealt()), SKIP)
    after = apply(state, Draw(index))
    expected = list(state.row)
    expected[index] = state.pile[0]
    assert list(after.row) == expected
    assert after.pile == state.pile[1:]
    assert after.hands[0] == (*state.hands[0], state.row[index])
    assert after.secret == state.secret  # all have seen it


def test_the_top_of_the_pile_may_be_drawn() -> None:
    """R3.2; R2.7: only its owner has seen it."""
    state = apply(lay_any(dealt()), SKIP)
    after = apply(state, Draw(None))
    assert after.hands[0] == (*state.hands[0], state.pile[0])
    assert (after.row, after.pile) == (state.row, state.pile[1:])
    assert after.secret == state.secret | {state.pile[0]}


def test_a_draw_is_from_the_row_or_the_pile() -> None:
    """R3.2."""
    state = apply(lay_any(dealt()), SKIP)
    assert list(legal_actions(state)) == [Draw(0), Draw(1), Draw(2), Draw(3), Draw(None)]


def test_an_empty_pile_no_longer_refills_the_row() -> None:
    """R3.3: the row closes up, later indices move down."""
    state = apply(lay_any(dealt()), SKIP)._replace(pile=())
    assert list(legal_actions(state)) == [Draw(0), Draw(1), Draw(2), Draw(3)]
    assert why_illegal(state, Draw(None)) is Reason.PILE_EMPTY
    after = apply(state, Draw(1))
    assert after.row == (state.row[0], state.row[2], state.row[3])
    after = apply(lay_any(after), SKIP)
    assert list(legal_actions(after)) == [Draw(0), Draw(1), Draw(2)]
    assert why_illegal(after, Draw(3)) is Reason.NOT_IN_ROW


def test_the_last_tile_of_the_pile_still_refills_the_row() -> None:
    """R3.3."""
    state = apply(lay_any(dealt()), SKIP)
    state = state._replace(pile=state.pile[:1])
    after = apply(state, Draw(3))
    assert after.row == (*state.row[:3], state.pile[0])
    assert after.pile == ()


def test_a_turn_ends_without_a_draw_when_nothing_is_left_to_draw() -> None:
    """R3.3."""
    state = apply(lay_any(dealt())._replace(pile=(), row=()), SKIP)
    assert state.phase is Phase.FINISH
    assert list(legal_actions(state)) == [FINISH]
    state = apply(state, FINISH)
    assert (state.seat, state.phase) == (1, Phase.LAY)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_draws_in_round_16(seats: int) -> None:
    """R3.4 [ruling]: the turn is finished instead, so that the last build can still be undone."""
    state = in_round(16, seats)
    for seat in range(seats):
        assert (state.seat, state.round, len(state.hands[seat])) == (seat, 16, 3)
        row, pile = state.row, state.pile
        state = apply(lay_any(state), SKIP)
        assert state.phase is Phase.FINISH
        assert list(legal_actions(state)) == [FINISH]
        state = apply(state, FINISH)
        assert (state.row, state.pile) == (row, pile)
    assert state.phase is Phase.OVER
    assert list(legal_actions(state)) == []


def test_in_round_15_all_still_draw() -> None:
    """R3.4."""
    assert apply(lay_any(in_round(15)), SKIP).phase is Phase.DRAW


@pytest.mark.parametrize(("seats", "left"), [(2, 36), (3, 19), (4, 2)])
def test_the_pile_never_runs_out(seats: int, left: int) -> None:
    """R3.3: four players leave two tiles in it."""
    game = play(seats, 3, "chance")
    assert len(game.state.pile) == left
    assert game.state.turn == 16 * seats


def test_players_take_turns_in_order() -> None:
    """R3.1: 16 rounds."""
    game = play(3, 3, "chance")
    seats = [state.seat for state in game.states if state.phase is Phase.LAY]
    rounds = [state.round for state in game.states if state.phase is Phase.LAY]
    assert seats == [0, 1, 2] * 16
    assert rounds == [number for number in range(1, 17) for _ in range(3)]


def test_an_equity_tile_is_played_like_any_other() -> None:
    """R3.5: at once, or in the last round."""
    assert {action.tile for action in legal_actions(dealt()) if isinstance(action, Place)} >= {"equity1"}
    late = in_round(16)  # the first tile by name is always laid, so it was laid long ago: give it back
    late = late._replace(hands=((*late.hands[0][:2], "equity4"), late.hands[1]))
    assert {action.tile for action in legal_actions(late) if isinstance(action, Place)} == set(late.hands[0])


def test_apply_leaves_the_state_as_it_was() -> None:
    """States are values: what was handed in still holds."""
    state = walk(2, 5, 31).state
    copy, text = state._replace(), repr(state)
    for action in legal_actions(state):
        apply(state, action)
        assert state == copy
    assert repr(state) == text


def test_a_laid_tile_leaves_the_hand() -> None:
    state = dealt()
    place = legal_actions(state)[-1]
    assert isinstance(place, Place)
    after = apply(state, place)
    assert sorted((*after.hands[0], place.tile)) == sorted(state.hands[0])
    assert [(laid.tile.id, laid.cell, laid.rotation) for laid in after.city.tiles] == [
        (place.tile, place.cell, place.rotation)
    ]
    assert place.tile not in after.secret
    assert after.hands[1] == state.hands[1] and after.cities[1] == state.cities[1]


# Every reason for a refusal, provoked once.


def before_a_join() -> State:
    """The hand could also be laid below, so R4.5 holds."""
    box = Box({**BOX.tiles, "t": Tile("t", "EEEE", "----")}, BOX.pieces)
    of = city("""
        F F   F E8   . .   E10 F
        F F   F F    . .   F   F
        F F   F F    F F   F   F
        F F   F F    F F   F   F
    """)
    state = dealt()
    return state._replace(box=box, cities=(of, state.cities[1]), hands=(("t",), state.hands[1]))


def with_tile(terrain: str, marks: str = "----", cities: str | None = None) -> State:
    """The build phase, this tile just laid beside the city of a picture."""
    box = Box({**BOX.tiles, "t": Tile("t", terrain, marks)}, BOX.pieces)
    state = dealt()
    state = state._replace(box=box, hands=(("t",), state.hands[1]))
    if cities:
        state = state._replace(cities=(city(cities), state.cities[1]))
    return apply(state, Place("t", (1, 0) if cities else (0, 0), 0))


def placing(x: int, y: int, rotation: int = 0) -> Callable[[], tuple[State, Action]]:
    """In a strip of four, the strip on its third cell high."""
    picture = "F F F F F F F F\n F F F F F F F F"
    state = dealt()
    strip = state._replace(cities=(city(picture), state.cities[1]))
    return lambda: (strip, Place(strip.hands[0][0], (x, y), rotation))


PROVOKED: dict[Reason, Callable[[], tuple[State, Action]]] = {
    Reason.GAME_OVER: lambda: (play(2, 1, "chance").state, FINISH),
    Reason.LAY_FIRST: lambda: (dealt(), SKIP),
    Reason.ALREADY_LAID: lambda: (lay_any(dealt()), Place("equity1", (1, 0), 0)),
    Reason.BUILD_FIRST: lambda: (lay_any(dealt()), Draw(0)),
    Reason.ALREADY_BUILT: lambda: (apply(lay_any(dealt()), SKIP), SKIP),
    Reason.NOT_IN_HAND: lambda: (dealt(), Place("equity2", (0, 0), 0)),
    Reason.NO_SUCH_ROTATION: placing(0, 1, 4),
    Reason.NOT_AT_START: lambda: (dealt(), Place("equity1", (1, 0), 0)),
    Reason.OCCUPIED: placing(2, 0),
    Reason.TOO_WIDE: placing(4, 0),
    Reason.TOO_HIGH: placing(0, 4),
    Reason.NOT_BESIDE: placing(0, 2),
    Reason.JOINS_SKYSCRAPERS: lambda: (before_a_join(), Place("t", (2, 0), 0)),
    Reason.NOT_IN_SUPPLY: lambda: (lay_any(dealt(2)), Build("skyscraper-E-7", 0)),
    Reason.NO_SUCH_SQUARE: lambda: (lay_any(dealt()), Build("skyscraper-E-4", 4)),
    Reason.ON_A_MARK: lambda: (with_tile("EEEE", "P---"), Build("skyscraper-E-4", 0)),
    Reason.WRONG_TERRAIN: lambda: (with_tile("EEEE"), Build("skyscraper-W-4", 0)),
    Reason.DISTRICT_TAKEN: lambda: (with_tile("EEEE", cities="E8 E\n F F"), Build("skyscraper-E-4", 2)),
    Reason.NOT_IN_ROW: lambda: (apply(lay_any(dealt()), SKIP), Draw(4)),
    Reason.PILE_EMPTY: lambda: (apply(lay_any(dealt()), SKIP)._replace(pile=()), Draw(None)),
    Reason.NO_DRAW: lambda: (apply(lay_any(in_round(16)), SKIP), Draw(0)),
    Reason.MUST_DRAW: lambda: (apply(lay_any(dealt()), SKIP), FINISH),
}


def test_every_reason_is_provoked() -> None:
    assert set(PROVOKED) == set(Reason)


@pytest.mark.parametrize("reason", PROVOKED)
def test_an_illegal_action_is_refused_with_its_reason(reason: Reason) -> None:
    state, action = PROVOKED[reason]()
    assert why_illegal(state, action) is reason
    assert action not in legal_actions(state)
    with pytest.raises(IllegalAction) as refused:
        apply(state, action)
    assert refused.value.reason is reason
    assert str(refused.value) == reason.value


@pytest.mark.parametrize(
    ("phase", "reasons"),
    [
        (Phase.LAY, {"build": Reason.LAY_FIRST, "skip": Reason.LAY_FIRST, "draw": Reason.LAY_FIRST}),
        (Phase.BUILD, {"place": Reason.ALREADY_LAID, "draw": Reason.BUILD_FIRST, "finish": Reason.BUILD_FIRST}),
        (Phase.DRAW, {"place": Reason.ALREADY_LAID, "build": Reason.ALREADY_BUILT, "finish": Reason.MUST_DRAW}),
        (Phase.FINISH, {"place": Reason.ALREADY_LAID, "skip": Reason.ALREADY_BUILT, "draw": Reason.NO_DRAW}),
        (Phase.OVER, dict.fromkeys(("place", "build", "skip", "draw", "finish"), Reason.GAME_OVER)),
    ],
)
def test_steps_out_of_turn_are_refused(phase: Phase, reasons: dict[str, Reason]) -> None:
    """R3.1: lay, build, draw."""
    actions: dict[str, Action] = {
        "place": Place("equity1", (0, 0), 0),
        "build": Build("skyscraper-E-4", 0),
        "skip": SKIP,
        "draw": Draw(None),
        "finish": FINISH,
    }
    state = next(state for state in play(2, 1, "chance").states if state.phase is phase)
    assert {name: why_illegal(state, actions[name]) for name in reasons} == reasons


def test_a_turn_can_be_taken_back_until_the_draw() -> None:
    """Nothing hidden is revealed before; the last build can be undone, too (R3.4)."""
    game = play(2, 4, "chance")
    for phase, may in (
        (Phase.LAY, False),
        (Phase.BUILD, True),
        (Phase.DRAW, True),
        (Phase.FINISH, True),
        (Phase.OVER, False),
    ):
        until = next(number for number, state in enumerate(game.states) if state.phase is phase)
        part = Game(game.players, game.states[0])
        for action in game.actions[:until]:
            part.apply(action)
        assert part.may_undo is may, phase
