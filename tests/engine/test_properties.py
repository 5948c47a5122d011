"""What holds for every game: whole games of 2, 3 and 4 players, of several boxes and players."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine import (
    FINISH,
    SKIP,
    Action,
    Build,
    Draw,
    Game,
    IllegalAction,
    Outlook,
    Phase,
    Place,
    State,
    apply,
    dump,
    forecast,
    legal_actions,
    read_game,
    standings,
    why_illegal,
)
from engine.city import joins
from engine.components import EQUITY_TILES
from engine.grid import BIT, to_corner
from engine.scoring import score
from tests.engine import naive
from tests.engine.games import POLICIES, examples, games, play, seeds


@examples(30)
@given(games())
def test_replay_equals_live_play(game: Game) -> None:
    read = read_game(json.loads(dump(game.record())))
    assert read.players == game.players
    assert read.actions == game.actions
    assert read.states == game.states
    assert read.record() == game.record()


@examples(8)
@given(games())
def test_a_game_under_way_round_trips(game: Game) -> None:
    """After every 7th action, which meets every phase, because a turn has three."""
    live = Game(game.players, game.states[0])
    for number, action in enumerate(game.actions):
        if number % 7 == 0:
            read = read_game(json.loads(dump(live.record())))
            assert (read.actions, read.states) == (live.actions, live.states)
        live.apply(action)


@examples(20)
@given(games())
def test_undo_restores_equality_at_every_step(game: Game) -> None:
    states, actions = list(game.states), list(game.actions)
    while actions:
        assert game.undo() == actions.pop()
        states.pop()
        assert (game.states, game.actions) == (states, actions)
        assert why_illegal(game.state, game.actions[-1] if game.actions else FINISH) is not None
    assert game.state == states[0]


@examples(10)
@given(games())
def test_another_way_can_be_taken_after_undo(game: Game) -> None:
    """What was undone leaves no trace: the game goes on as if it had never been done."""
    random = Random(len(game.states[0].supply))
    for _ in range(random.randrange(1, 30)):
        game.undo()
    fresh = Game(game.players, game.states[0])
    for action in game.actions:
        fresh.apply(action)
    while legal := legal_actions(game.state):
        action = random.choice(legal)
        assert game.apply(action) == fresh.apply(action)
    assert game.record() == fresh.record()


def candidates(state: State) -> Iterator[Action]:
    """All that anybody could think of doing, and a little beyond."""
    yield SKIP
    yield FINISH
    for source in (None, *range(-2, 6)):
        yield Draw(source)
    tiles = {*(tile for hand in state.hands for tile in hand), *state.row, *state.pile[:1], "t01", "nonsense"}
    in_turn = state.hands[state.seat]
    elsewhere = sorted(tiles - set(in_turn))[:3]
    for tile, x, y, rotation in product((*in_turn, *elsewhere), range(-4, 5), range(-4, 5), range(-1, 5)):
        yield Place(tile, (x, y), rotation)
    for piece, square in product((*state.box.pieces, "nonsense"), range(-1, 5)):
        yield Build(piece, square)


@examples(15)
@given(games(), st.randoms(use_true_random=False))
def test_why_illegal_is_none_exactly_for_legal_actions(game: Game, random: Random) -> None:
    for state in (game.states[-1], *random.sample(game.states, 6)):
        legal = set(legal_actions(state))
        for action in candidates(state):
            reason = why_illegal(state, action)
            assert (reason is None) == (action in legal), (action, reason)
            legal.discard(action)
        assert not legal  # the candidates really are all


@examples(15)
@given(games(), st.randoms(use_true_random=False))
def test_apply_takes_legal_actions_and_refuses_others_with_the_reason(game: Game, random: Random) -> None:
    for state in random.sample(game.states, 5):
        copy = state._replace()
        for action in random.sample(list(candidates(state)), 40):
            if (reason := why_illegal(state, action)) is None:
                apply(state, action)
            else:
                with pytest.raises(IllegalAction) as refused:
                    apply(state, action)
                assert refused.value.reason is reason
        for action in legal_actions(state)[:40]:
            apply(state, action)
        assert state == copy


def place_in_order(action: Action, state: State) -> tuple[Any, ...]:
    """By tile, row by row, by rotation; building nothing first, then by piece; the row, then the pile."""
    match action:
        case Place(tile, (x, y), rotation):
            return 0, tile, y, x, rotation
        case Build(piece, square):
            return 1, state.supply.index(piece), square
        case Draw(source):
            return 2, len(state.row) if source is None else source
        case _:
            return (0,)


@examples(30)
@given(games())
def test_legal_actions_are_sorted_and_each_once_and_never_none_before_the_end(game: Game) -> None:
    for state in game.states[:-1]:
        order = [place_in_order(action, state) for action in legal_actions(state)]
        assert order
        assert order == sorted(set(order))
    assert not legal_actions(game.states[-1])


@examples(30)
@given(games())
def test_tiles_and_pieces_are_conserved(game: Game) -> None:
    start = game.states[0]
    tiles = Counter((*start.box.regular, *EQUITY_TILES[: start.seats]))
    for state in game.states:
        laid = [laid.tile.id for city in state.cities for laid in city.tiles]
        assert Counter((*laid, *(tile for hand in state.hands for tile in hand), *state.row, *state.pile)) == tiles
        built = [built.piece.id for city in state.cities for built in city.pieces]
        assert Counter((*built, *state.supply)) == Counter(start.supply)
        assert state.secret <= {tile for hand in state.hands for tile in hand} - set(EQUITY_TILES)


@examples(30)
@given(games())
def test_masks_of_a_city_say_what_its_tiles_and_pieces_say(game: Game) -> None:
    for city in game.state.cities:
        kinds = {built.at: built.piece for built in city.pieces}
        assert city.towers == sum(at for at, piece in kinds.items() if piece.kind == "skyscraper")
        assert city.utilities == sum(at for at, piece in kinds.items() if piece.kind != "skyscraper")
        assert city.covered == sum(city.land)
        marks = "".join(laid.tile.marks for laid in city.tiles)
        assert (city.parks.bit_count(), city.sports.bit_count()) == (marks.count("P"), marks.count("A"))
        for land, claimed in zip(city.land, city.claimed, strict=True):
            districts = {city.district(at) for at in kinds if at & city.towers & land}
            assert claimed == sum(districts)


@examples(30)
@given(games())
def test_every_city_ends_as_a_square_of_16_tiles(game: Game) -> None:
    """R3.1, R4.3; and everybody is left with the two tiles that could not be laid."""
    state = game.state
    assert state.phase is Phase.OVER
    for city, hand in zip(state.cities, state.hands, strict=True):
        cells = {laid.cell for laid in city.tiles}
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        assert cells == {(left + x, top + y) for x, y in product(range(4), range(4))}
        assert len(hand) == 2
        assert city.frames == [(left, top)]


@examples(60)
@given(games())
def test_scores_equal_those_of_the_naive_scorer(game: Game) -> None:
    record = game.record()
    assert naive.result(record) == record["result"]


@examples(60)
@given(games(("gardener",), ("motley",)))
def test_biodomes_that_compete_score_as_the_naive_scorer_says(game: Game) -> None:
    """R6.5: several in a district, of equal and of different value."""
    record = game.record()
    assert naive.result(record) == record["result"]


@examples(8)
@given(games())
def test_placements_and_builds_equal_the_naive_ones(game: Game) -> None:
    """R4.1 to R4.6 and R5, and the hands and the row of R3.2, in every turn of the game."""
    turns = iter(game.states)
    for table, turn in naive.replay(game.record()):
        state, seat = next(state for state in turns if state.phase is Phase.LAY), turn["player"]
        assert [list(hand) for hand in state.hands] == table.hands
        assert (list(state.row), list(state.pile), list(state.supply)) == (table.row, table.pile, table.supply)
        options, forced = table.placements(seat)
        assert legal_actions(state) == [Place(*option) for option in options]
        if forced:
            event("a forced join")
        laid = naive.Table(game.record())  # only to hold the tile just laid
        laid.towns[seat] = naive.Town(*(type(part)(part) for part in vars(table.towns[seat]).values()))
        laid.towns[seat].lay(table.tiles[turn["tile"]], tuple(turn["cell"]), turn["rotation"])
        laid.supply = table.supply
        assert legal_actions(next(turns)) == [SKIP, *(Build(*option) for option in laid.builds(seat))]


def forced_joins(game: Game, seat: int) -> list[int]:
    """After which actions of the game a join was forced in this city (R4.6)."""
    return [
        number
        for number, (state, action) in enumerate(zip(game.states, game.actions, strict=False))
        if isinstance(action, Place)
        and state.seat == seat
        and joins(state.city, state.box.tiles[action.tile].faces[action.rotation], BIT[action.cell])
    ]


PROMISED = {Outlook.SAFE: 1, Outlook.LOST: -1, Outlook.VOID: 0}


def check_forecast(game: Game) -> Counter[Outlook]:
    """Hold every promise of every step of a game against its end; how many promises there were."""
    kept = Counter[Outlook]()
    for seat, sheet in enumerate(standings(game.state.cities).sheets):
        end = {line.built: line.points for line in sheet.lines}
        joined = max(forced_joins(game, seat), default=-1)
        for number, state in enumerate(game.states):
            if number <= joined:
                continue  # short of a forced join
            undecided = state.phase is Phase.BUILD and state.seat == seat
            city = state.cities[seat]
            seen = forecast(city, city.tiles[-1].cell if undecided else None)
            assert tuple(prospect.built for prospect in seen.prospects) == city.pieces
            settled = 0
            for built, outlook, *_ in seen.prospects:
                kept[outlook] += 1
                if outlook is not Outlook.OPEN:
                    assert end[built] == PROMISED[outlook] * built.piece.value, (number, built, outlook)
                    settled += end[built]
            now = sum(end[prospect.built] for prospect in seen.prospects)
            assert seen.settled == settled
            assert seen.least <= now <= seen.most
            if len(city.tiles) == 16 and not undecided:
                assert seen.least == seen.most == now == sum(end[built] for built in city.pieces)
    return kept


@examples(150)
@given(games(("chance", "builder", "gleaner", "gardener")))
def test_the_forecast_keeps_its_promises(game: Game) -> None:
    """Safe ends with plus, lost with minus the value, void with 0, in every continuation without a forced join."""
    check_forecast(game)


@examples(40)
@given(games(("joiner", "builder"), ("lumpy",)))
def test_the_forecast_keeps_its_promises_after_forced_joins(game: Game) -> None:
    assume(any(forced_joins(game, seat) for seat in range(game.state.seats)))
    for outlook in check_forecast(game):
        event(outlook.name)


@examples(12)
@given(games(("builder", "gleaner", "gardener", "joiner")), seeds, st.integers(0, 200))
def test_the_forecast_keeps_its_promises_in_other_continuations(game: Game, seed: int, back: int) -> None:
    """From one position several ways on, by players of every kind."""
    random = Random(seed)
    start = game.states[max(0, len(game.states) - 1 - back)]
    for policy in POLICIES.values():
        other = Game(game.players, start)
        while legal := legal_actions(other.state):
            other.apply(policy(other.state, legal, random))
        check_forecast(other)


def competing(game: Game) -> int:
    """How many biodomes fail although their district has their shape, because another one scores (R6.5)."""
    cities = game.state.cities
    domes = [(city, line) for city in cities for line in score(city).lines if line.built.piece.kind == "biodome"]
    return sum(
        line.points < 0 and to_corner(city.district(line.built.at)) in line.built.piece.outlines for city, line in domes
    )


@pytest.mark.parametrize("box", ["standard", "lumpy", "motley"])
def test_the_games_above_hold_what_they_are_meant_to_test(box: str) -> None:
    """A property that no game ever puts to the test would be worth nothing."""
    joined, outlooks, signs = 0, Counter[Outlook](), Counter[tuple[str, int]]()
    for policy, seed in product(("builder", "gleaner", "gardener", "joiner"), range(8)):
        game = play(2 + seed % 3, seed, policy, box)
        joined += sum(len(forced_joins(game, seat)) for seat in range(game.state.seats))
        outlooks += check_forecast(game)
        for sheet in standings(game.state.cities).sheets:
            for line in sheet.lines:
                signs[line.built.piece.kind, (line.points > 0) - (line.points < 0)] += 1
    kinds = ("skyscraper", "biodome", "ecomobile", "windmill")
    assert {(kind, sign) for kind in kinds for sign in (1, -1)} <= set(signs)
    assert {Outlook.SAFE, Outlook.OPEN, Outlook.LOST} <= set(outlooks)
    if box == "lumpy":
        assert joined >= 20
        assert outlooks[Outlook.VOID] >= 10
        assert signs["skyscraper", 0] >= 20


def test_biodomes_compete_in_the_games_above() -> None:
    """R6.5."""
    kinds = ("biodome", "windmill")
    assert sum(competing(play(2 + seed % 3, seed, "gardener", "motley", kinds)) for seed in range(30)) >= 5
