"""The game record: what is written, what is read back, what is refused and with which words."""

from __future__ import annotations

import gc
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import (
    FINISH,
    SKIP,
    Build,
    Draw,
    Game,
    Malformed,
    Phase,
    Place,
    Player,
    Setup,
    dump,
    legal_actions,
    load_box,
    read_game,
    read_records,
    write_records,
)
from engine.fields import DEEPEST, parse
from tests.engine.gamebook import document, finished, played, players
from tests.engine.judge import ACCEPTED, verdict, verdict_on_bytes
from tests.engine.mutants import copied

Document = dict[str, Any]
BOX = Path("engine/box.json")


def refusal(of: object) -> str:
    """The words with which a record is refused."""
    with pytest.raises(Malformed) as caught:
        read_game(of)
    return str(caught.value)


def refusal_of_text(raw: bytes | str) -> str:
    with pytest.raises(Malformed) as caught:
        read_game(parse(raw))
    return str(caught.value)


def unfinished(turns: int, *without: str, seats: int = 2) -> Document:
    """A record of so many turns, the last one without these keys."""
    found = finished(seats)
    del found["turns"][turns:], found["result"]
    for key in without:
        del found["turns"][-1][key]
    return found


# What is written


def test_a_record_has_the_keys_of_the_format_and_no_others() -> None:
    record = played(2, 1).record()
    assert list(record) == ["format", "version", "components", "setup", "turns", "result"]
    assert (record["format"], record["version"]) == ("neoville-record", 1)
    assert list(record["components"]) == ["tiles", "pieces"]
    assert list(record["setup"]) == ["players", "utilities", "supply", "hands", "row", "pile"]
    assert {tuple(turn) for turn in record["turns"]} == {("player", "tile", "cell", "rotation", "piece", "draw")}
    assert list(record["result"]) == ["scores", "winners"]
    keys = ["player", "total", "pieces", "parks", "sports", "park_bonus", "sport_bonus", "built"]
    assert [list(score) for score in record["result"]["scores"]] == [keys, keys]


def test_the_components_are_those_of_the_box_file() -> None:
    assert played(2, 1, turns=0).record()["components"] == json.loads(BOX.read_bytes())


def test_one_turn_is_written_as_in_the_format() -> None:
    game = Game.new(Setup(players(2)), 1)
    game.apply(Place("equity1", (0, 0), 1))
    first = {"player": 0, "tile": "equity1", "cell": [0, 0], "rotation": 1}
    assert game.turns() == [first]
    game.apply(Build("skyscraper-W-8", 0))  # EFSW turned once has the water in the north-west
    first["piece"] = {"id": "skyscraper-W-8", "square": 0}
    assert game.turns() == [first]
    game.apply(Draw(3))
    first["draw"] = {"from": "row", "index": 3}
    assert game.turns() == [first]
    game.apply(Place("equity2", (0, 0), 0))
    game.apply(SKIP)
    game.apply(Draw(None))
    second = {"player": 1, "tile": "equity2", "cell": [0, 0], "rotation": 0, "piece": None, "draw": {"from": "pile"}}
    assert game.turns() == [first, second]


def test_nobody_draws_in_round_16() -> None:
    for seats in (2, 3, 4):
        turns = finished(seats)["turns"]
        assert len(turns) == 16 * seats
        assert [turn["draw"] is None for turn in turns] == [False] * 15 * seats + [True] * seats


def test_a_level_is_written_only_where_there_is_one() -> None:
    game = Game.new(Setup((Player("Ada"), Player("Bo", "ai", "hard"), Player("Cy", "ai"))), 1)
    seats = [
        {"name": "Ada", "kind": "human"},
        {"name": "Bo", "kind": "ai", "level": "hard"},
        {"name": "Cy", "kind": "ai"},
    ]
    assert game.record()["setup"]["players"] == seats
    assert read_game(document(game)).players == game.players


def test_the_result_adds_up() -> None:
    for seats in (2, 3, 4):
        record = finished(seats, seed=seats)
        best = []
        for seat, score in enumerate(record["result"]["scores"]):
            own = [turn["piece"]["id"] for turn in record["turns"] if turn["player"] == seat and turn["piece"]]
            assert score["player"] == seat
            assert list(score["pieces"]) == own
            assert score["built"] == len(own)
            assert score["total"] == sum(score["pieces"].values()) + score["park_bonus"] + score["sport_bonus"]
            best.append((score["total"], score["built"]))
        assert record["result"]["winners"] == [seat for seat in range(seats) if best[seat] == max(best)]


def test_an_unfinished_game_has_no_result() -> None:
    assert "result" not in played(2, 1, turns=31).record()


def test_a_record_is_one_line() -> None:
    game = Game.new(Setup((Player("a\nb\u2028\r"), Player("é"))), 1)
    line = dump(game.record())
    assert "\n" not in line
    assert "\r" not in line
    assert "é" in line


# What is read back


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_reading_gives_back_the_game(seats: int) -> None:
    for seed in range(5):
        game = played(seats, seed)
        again = read_game(document(game))
        assert again.states == game.states
        assert again.actions == game.actions
        assert again.players == game.players
        assert again.record() == game.record()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_resumes_at_every_single_step(seats: int) -> None:
    whole = played(seats, 5)
    game = Game.new(Setup(players(seats)), 5)
    for action in whole.actions:
        again = read_game(document(game))
        assert again.state == game.state
        assert again.may_undo == game.may_undo
        again.apply(action)
        assert again.turns() == game.turns()[: len(again.turns()) - 1] + again.turns()[-1:]
        game.apply(action)
        assert again.record() == game.record()


def test_undo_after_reading_leads_through_the_same_states() -> None:
    game = read_game(finished(3))
    live = played(3, 1)
    while live.actions:
        assert game.undo() == live.undo()
        assert game.state == live.state


def test_the_first_tile_may_have_any_coordinates() -> None:
    record = finished(3)
    origins = [(99, -99), (-99, 99), (7, -40)]
    for turn in record["turns"]:
        dx, dy = origins[turn["player"]]
        turn["cell"] = [turn["cell"][0] + dx, turn["cell"][1] + dy]
    game = read_game(record)
    assert game.record()["turns"] == record["turns"], "and they are kept"
    assert game.states == played(3, 1).states, "but only there"


@pytest.mark.parametrize(("cell", "ok"), [([99, 0], True), ([100, 0], False), ([0, -99], True), ([0, -100], False)])
def test_the_first_tile_lies_within_99(cell: list[int], ok: bool) -> None:
    record = unfinished(1)
    record["turns"][0]["cell"] = cell
    if ok:
        assert read_game(record).turns()[0]["cell"] == cell
    else:
        assert refusal(record) == f"turn 1: cell must be from -99 to 99, not {min(cell) or max(cell)}"


@pytest.mark.parametrize("way", [1, -1])
def test_later_tiles_may_lie_beyond_99(way: int) -> None:
    record = unfinished(0)
    for number in range(8):
        hand = record["setup"]["hands"][number % 2]
        drawn = [record["setup"]["pile"][index] for index in range(number % 2, 8, 2)]
        turn = {"player": number % 2, "tile": [*hand, *drawn][number // 2], "rotation": 0, "piece": None}
        record["turns"].append({**turn, "cell": [way * (99 + number // 2), 0], "draw": {"from": "pile"}})
    assert read_game(record).turns()[-1]["cell"] == [way * 102, 0]
    record["turns"][-1]["cell"] = [way * 103, 0]
    assert refusal(record).startswith("turn 8: ")


def test_y_points_down_and_squares_run_clockwise() -> None:
    record = unfinished(1, "draw")
    record["turns"][0] |= {"tile": "equity1", "rotation": 1, "cell": [5, 5]}
    terrain = dict(enumerate("WEFS"))  # EFSW after a clockwise quarter turn
    for square, letter in terrain.items():
        for other in "EFSW":
            record["turns"][0]["piece"] = {"id": f"skyscraper-{other}-12", "square": square}
            if other == letter:
                read_game(record)
            else:
                assert refusal(record) == "turn 1: a skyscraper stands on its own terrain only"


def test_a_row_tile_is_replaced_in_its_place() -> None:
    record = unfinished(1)
    setup = record["setup"]
    record["turns"][0]["draw"] = {"from": "row", "index": 2}
    state = read_game(record).state
    row = setup["row"]
    assert state.row == (row[0], row[1], setup["pile"][0], row[3])
    assert state.hands[0][-1] == row[2]
    assert state.pile == tuple(setup["pile"][1:])
    record["turns"][0]["draw"] = {"from": "pile"}
    state = read_game(record).state
    assert (state.row, state.hands[0][-1]) == (tuple(row), setup["pile"][0])


def test_extra_keys_are_ignored_and_those_of_the_record_and_its_setup_are_kept() -> None:
    record = finished()
    plain = read_game(copied(record))
    record["seed"], record["app"], record["phase"] = 17, {"version": "1.0", "times": [1.5, None]}, "over"
    record["setup"]["open_hands"] = True
    for where in (
        record["components"],
        record["components"]["tiles"]["t01"],
        record["components"]["pieces"]["windmill-left-a"],
        record["setup"]["players"][0],
        record["turns"][3],
        next(turn["piece"] for turn in record["turns"] if turn["piece"]),
        next(turn["draw"] for turn in record["turns"] if turn["draw"]),
        record["result"],
        record["result"]["scores"][1],
    ):
        where["extra"] = {"any": ["thing"]}
    game = read_game(record)
    assert game.states == plain.states
    written = game.record()
    assert (written["seed"], written["app"], written["setup"]["open_hands"]) == (17, record["app"], True)
    assert read_game(document(game)).record() == written


@pytest.mark.parametrize("where", ["tiles", "pieces", "scores"])
def test_where_keys_are_ids_no_extra_key_is_allowed(where: str) -> None:
    record = finished()
    if where == "scores":
        record["result"]["scores"][0]["pieces"]["note"] = "nice"
        assert refusal(record) == "result: scores[0]: pieces: 'note' was not built"
    else:
        record["components"][where]["note"] = "nice"
        assert refusal(record) == f"components: {where[:-1]} 'note' must be an object, not 'nice'"


def test_an_extra_key_may_hold_what_utf_8_cannot(tmp_path: Path) -> None:
    record = finished() | {"note": "\ud800"}
    game = read_game(record)
    write_records(tmp_path / "game", [dump(game.record())])
    [(_, again)] = read_records(tmp_path / "game")
    assert isinstance(again, Game)
    assert again.extra == {"note": "\ud800"}


def test_a_shape_may_be_given_in_any_rotation_and_anywhere() -> None:
    record = finished(4, seed=3)
    for piece in record["components"]["pieces"].values():
        if piece["kind"] == "biodome":
            piece["shape"] = [[9 - y, x - 50] for x, y in reversed(piece["shape"])]
    assert read_game(record).record() == record


def test_orders_that_mean_nothing_may_be_any() -> None:
    record = finished()
    for key in ("supply", "utilities"):
        record["setup"][key].reverse()
    for hand in record["setup"]["hands"]:
        hand.reverse()
    for score in record["result"]["scores"]:
        score["pieces"] = dict(reversed(score["pieces"].items()))
    backwards = dict(reversed(record.items()))
    assert read_game(backwards).record() == record


def test_a_record_brings_its_own_box() -> None:
    record = finished()
    text = dump(record).replace('"t05"', '"my tile"').replace('"windmill-left-a"', '"mill"')
    game = read_game(parse(text))
    assert "my tile" in game.state.box.tiles
    assert dump(game.record()) == text


# In mid-turn


def test_the_last_turn_may_be_under_way() -> None:
    assert read_game(unfinished(9)).state.phase is Phase.LAY
    assert read_game(unfinished(9, "draw")).state.phase is Phase.DRAW
    assert read_game(unfinished(9, "draw", "piece")).state.phase is Phase.BUILD
    assert read_game(unfinished(32, "draw")).state.phase is Phase.FINISH
    assert read_game(unfinished(32, "draw", "piece")).state.phase is Phase.BUILD
    assert read_game(unfinished(0)).state.phase is Phase.LAY


def test_finishing_the_last_turn_ends_the_game() -> None:
    game = read_game(unfinished(32, "draw"))
    assert legal_actions(game.state) == (FINISH,)
    game.apply(FINISH)
    assert game.record() == finished()


@pytest.mark.parametrize(
    ("missing", "reason"),
    [
        (("draw", "piece", "rotation"), "rotation is missing"),
        (("draw", "piece", "cell"), "cell is missing"),
        (("draw", "piece", "tile"), "tile is missing"),
        (("player",), "player is missing"),
        (("piece",), "piece is missing"),
    ],
)
def test_a_turn_under_way_has_the_keys_of_the_steps_done(missing: tuple[str, ...], reason: str) -> None:
    assert refusal(unfinished(5, *missing)) == f"turn 5: {reason}"


@pytest.mark.parametrize("key", ["piece", "draw"])
def test_only_the_last_turn_may_be_under_way(key: str) -> None:
    record = unfinished(9)
    del record["turns"][4][key]
    assert refusal(record) == f"turn 5: {key} is missing"


# What is refused


def put(*path: str | int, value: Any) -> Callable[[Document], None]:
    def change(record: Any) -> None:
        for key in path[:-1]:
            record = record[key]
        record[path[-1]] = value

    change.__name__ = f"{'.'.join(map(str, path))}={value!r:.30}"
    return change


def drop(*path: str | int) -> Callable[[Document], None]:
    def change(record: Any) -> None:
        for key in path[:-1]:
            record = record[key]
        del record[path[-1]]

    change.__name__ = f"no {'.'.join(map(str, path))}"
    return change


HUGE = 10**4000
WRONG: list[tuple[Callable[[Document], None], str]] = [
    (drop("format"), "record: format is missing"),
    (put("format", value="chess"), "format must be 'neoville-record', not 'chess'"),
    (put("format", value=["neoville-record"]), "format must be 'neoville-record', not a list"),
    (drop("version"), "record: version is missing"),
    (put("version", value=2), "version 2 is unknown, only 1 is known"),
    (put("version", value="1"), "version '1' is unknown, only 1 is known"),
    (put("version", value=1.0), "version 1.0 is unknown, only 1 is known"),
    (put("version", value=True), "version true is unknown, only 1 is known"),
    (put("version", value=HUGE), "version a huge number is unknown, only 1 is known"),
    (drop("components"), "record: components is missing"),
    (put("components", value=[]), "components must be an object, not a list"),
    (drop("components", "tiles"), "components: tiles is missing"),
    (drop("components", "tiles", "t07"), "components: tiles: 73 regular tiles instead of 74"),
    (drop("components", "tiles", "equity3"), "components: tiles: equity3 is missing"),
    (
        put("components", "tiles", "t75", value={"terrain": "EEEE", "marks": "----"}),
        "components: tiles: 75 regular tiles instead of 74",
    ),
    (
        put("components", "tiles", "t07", "terrain", value="EEX"),
        "components: tile 't07': terrain must be four letters out of EFSW",
    ),
    (
        put("components", "tiles", "t07", "marks", value="P---A"),
        "components: tile 't07': marks must be four letters out of -PA",
    ),
    (drop("components", "tiles", "t07", "marks"), "components: tile 't07': marks is missing"),
    (
        drop("components", "pieces", "skyscraper-E-4"),
        "components: pieces: skyscrapers must be one each of 4, 5, 6, 7, 8, 10, 12 for every terrain",
    ),
    (drop("components", "pieces", "windmill-left-a"), "components: pieces: 11 of kind windmill instead of 12"),
    (
        put("components", "pieces", "windmill-left-a", "zone", value="middle"),
        "components: piece 'windmill-left-a': zone must be one of left, right, top, bottom, corner, center, "
        "not 'middle'",
    ),
    (
        put("components", "pieces", "ecomobile-park-4-a", "counts", value="tree"),
        "components: piece 'ecomobile-park-4-a': counts must be one of "
        "park, sport, park_or_sport, skyscraper, utility, not 'tree'",
    ),
    (
        put("components", "pieces", "windmill-left-a", "kind", value="mill"),
        "components: piece 'windmill-left-a': kind must be one of skyscraper, biodome, ecomobile, windmill, not 'mill'",
    ),
    (
        put("components", "pieces", "biodome-L3-a", "shape", value=[]),
        "components: piece 'biodome-L3-a': shape is empty",
    ),
    (
        put("components", "pieces", "biodome-L3-a", "shape", value=[[0, 0], [1, 1]]),
        "components: piece 'biodome-L3-a': shape is not connected",
    ),
    (
        put("components", "pieces", "biodome-L3-a", "value", value=HUGE),
        "components: piece 'biodome-L3-a': value must be from 1 to 99, not a huge number",
    ),
    (drop("setup"), "record: setup is missing"),
    (put("setup", "players", value=[]), "setup: players must hold 2 or 3 or 4 entries, not 0"),
    (put("setup", "players", 1, value="Bo"), "setup: players[1] must be an object, not 'Bo'"),
    (drop("setup", "players", 0, "name"), "setup: players[0]: name is missing"),
    (put("setup", "players", 0, "name", value=None), "setup: players[0]: name must be a text, not null"),
    (put("setup", "players", 0, "name", value="a\ud800"), "setup: players[0]: name is not valid text"),
    (put("setup", "players", 0, "kind", value="dog"), "setup: players[0]: kind must be one of human, ai, not 'dog'"),
    (put("setup", "players", 0, "level", value=3), "setup: players[0]: level must be a text, not 3"),
    (put("setup", "utilities", value=["windmill"]), "setup: utilities must hold 2 entries, not 1"),
    (put("setup", "utilities", value=["windmill"] * 2), "setup: utilities must be two different kinds"),
    (
        put("setup", "utilities", 0, value="tram"),
        "setup: utilities must be one of biodome, ecomobile, windmill, not 'tram'",
    ),
    (put("setup", "hands", value=[["equity1"]]), "setup: hands must hold 2 entries, not 1"),
    (put("setup", "hands", 0, 0, value="equity2"), "setup: hands[0] must hold equity1 and two regular tiles"),
    (put("setup", "hands", 1, 1, value="t99"), "setup: hands[1]: there is no 't99'"),
    (put("setup", "row", 2, value="equity4"), "setup: equity4 is no regular tile"),
    (put("setup", "row", value=None), "setup: row must be a list, not null"),
    (put("setup", "pile", 5, value=7), "setup: pile must hold ids, not 7"),
    (drop("setup", "supply"), "setup: supply is missing"),
    (put("setup", "supply", 0, value="skyscraper-E-9"), "setup: supply: there is no 'skyscraper-E-9'"),
    (
        put("setup", "supply", 0, value="skyscraper-E-5"),
        "setup: supply does not hold just the skyscrapers for 2 players",
    ),
    (drop("turns"), "record: turns is missing"),
    (put("turns", value={}), "turns must be a list, not an object"),
    (put("turns", 6, value=None), "turn 7: the turn must be an object, not null"),
    (put("turns", 6, "player", value=1), "turn 7: it is the turn of player 0, not 1"),
    (put("turns", 6, "player", value=2), "turn 7: player must be from 0 to 1, not 2"),
    (put("turns", 6, "player", value=False), "turn 7: player must be a whole number, not false"),
    (put("turns", 6, "tile", value="t99"), "turn 7: this tile is not in the hand"),
    (put("turns", 6, "tile", value=["t01"]), "turn 7: tile must be a text, not a list"),
    (put("turns", 6, "rotation", value=4), "turn 7: rotation must be from 0 to 3, not 4"),
    (put("turns", 6, "rotation", value=1.0), "turn 7: rotation must be a whole number, not 1.0"),
    (put("turns", 6, "cell", value=[0]), "turn 7: cell must hold 2 entries, not 1"),
    (put("turns", 6, "cell", value=[0, "0"]), "turn 7: cell must be a whole number, not '0'"),
    (put("turns", 6, "cell", value=[0, HUGE]), "turn 7: cell must be from -103 to 103, not a huge number"),
    (put("turns", 6, "cell", value=[0, 0]), "turn 7: a tile lies there already"),
    (put("turns", 6, "cell", value=[50, 0]), "turn 7: the city would be wider than 4 tiles"),
    (put("turns", 6, "cell", value=[0, -50]), "turn 7: the city would be higher than 4 tiles"),
    (put("turns", 6, "piece", value=3), "turn 7: piece must be an object, not 3"),
    (put("turns", 6, "piece", value={"square": 3}), "turn 7: piece: id is missing"),
    (put("turns", 6, "piece", value={"id": "t01", "square": 3}), "turn 7: this piece is not in the supply"),
    (put("turns", 6, "piece", value={"id": "t01", "square": 4}), "turn 7: piece: square must be from 0 to 3, not 4"),
    (put("turns", 6, "draw", value=None), "turn 7: a tile must be drawn"),
    (put("turns", 6, "draw", value="pile"), "turn 7: draw must be an object, not 'pile'"),
    (put("turns", 6, "draw", value={"from": "bag"}), "turn 7: draw: from must be one of row, pile, not 'bag'"),
    (put("turns", 6, "draw", value={"from": "row"}), "turn 7: draw: index is missing"),
    (
        put("turns", 6, "draw", value={"from": "row", "index": 4}),
        "turn 7: draw: index must be from 0 to 3, not 4",
    ),
    (put("turns", 31, "draw", value={"from": "pile"}), "turn 32: nobody draws in round 16"),
    (drop("turns", 31, "draw"), "result: the game is not finished"),
    (drop("turns", 31), "result: the game is not finished"),
    (drop("result"), "record: result is missing"),
    (put("result", value=None), "result must be an object, not null"),
    (put("result", "scores", value=[]), "result: scores must hold 2 entries, not 0"),
    (put("result", "scores", 1, value=5), "result: scores[1] must be an object, not 5"),
    (drop("result", "scores", 1, "built"), "result: scores[1]: built is missing"),
    (put("result", "scores", 0, "player", value=1), "result: scores[0]: player is 1, but should be 0"),
    (drop("result", "winners"), "result: winners is missing"),
]


@pytest.mark.parametrize(("change", "reason"), WRONG, ids=[change.__name__ for change, _ in WRONG])
def test_a_wrong_record_is_refused_with_place_and_reason(change: Callable[[Document], None], reason: str) -> None:
    record = finished()
    change(record)
    assert refusal(record) == reason
    assert verdict(record) != ACCEPTED


@pytest.mark.parametrize("value", [None, True, 0, -1, 1.5, HUGE, "", "x", [], {}, [[]], {"a": 1}])
def test_a_whole_section_of_the_wrong_type_is_refused(value: object) -> None:
    for section in ("components", "setup", "turns", "result"):
        if (section, value) != ("turns", []):
            assert refusal(finished() | {section: value})
    assert refusal(value)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_too_many_is_refused_at_that_turn(seats: int) -> None:
    record = finished(seats)
    record["turns"].append(record["turns"][0])
    too_many = f"turn {16 * seats + 1}: a game of {seats} players has only {16 * seats} turns"
    assert refusal(record) == too_many
    del record["result"]
    assert refusal(record) == too_many
    record["turns"] += [None] * 100_000
    assert refusal(record) == too_many


def test_a_tile_is_dealt_just_once() -> None:
    record = finished()
    record["setup"]["pile"][0] = record["setup"]["row"][0]
    assert refusal(record) == f"setup: tile '{record['setup']['row'][0]}' is dealt twice"
    record = finished()
    lost = record["setup"]["pile"].pop()
    assert refusal(record) == f"setup: tile '{lost}' is not dealt"


def test_a_piece_is_supplied_just_once() -> None:
    record = finished()
    record["setup"]["supply"].append(record["setup"]["supply"][0])
    assert refusal(record) == "setup: supply holds a piece twice"


@pytest.mark.parametrize(("seats", "tokens"), [(2, 5), (3, 6), (4, 7)])
def test_the_supply_obeys_the_number_of_players(seats: int, tokens: int) -> None:
    record = finished(seats)
    kind = record["setup"]["utilities"][0]
    record["setup"]["supply"] = [id for id in record["setup"]["supply"] if not id.startswith(kind)]
    assert refusal(record) == f"setup: supply holds 0 of kind {kind} instead of {tokens}"


def test_every_wrong_number_in_a_result_is_named() -> None:
    right = finished()
    for seat, score in enumerate(right["result"]["scores"]):
        for key, value in score.items():
            record = copied(right)
            if key == "pieces":
                id, points = next(iter(value.items()))
                record["result"]["scores"][seat]["pieces"][id] += 1
                expected = f"result: scores[{seat}]: pieces: '{id}' is {points + 1}, but should be {points}"
            else:
                record["result"]["scores"][seat][key] += 1
                expected = f"result: scores[{seat}]: {key} is {value + 1}, but should be {value}"
            assert refusal(record) == expected


@pytest.mark.parametrize("value", [0, None, 5, [], {}])
def test_a_piece_that_was_not_built_scores_nothing(value: object) -> None:
    record = finished()
    record["result"]["scores"][0]["pieces"]["ghost"] = value
    assert refusal(record) == "result: scores[0]: pieces: 'ghost' was not built"


def test_a_piece_that_was_built_is_listed() -> None:
    record = finished()
    pieces = record["result"]["scores"][0]["pieces"]
    id, points = pieces.popitem()
    assert refusal(record) == f"result: scores[0]: pieces: '{id}' is missing, but should be {points}"
    pieces[id] = None
    assert refusal(record).startswith(f"result: scores[0]: pieces: '{id}' is ")


@pytest.mark.parametrize("winners", [[], [0, 1], [1, 0], [7], [True], [1.0], 1, None, [[]], list(range(500))])
def test_wrong_winners_are_refused(winners: object) -> None:
    record = finished()
    assert json.dumps(winners) != json.dumps(record["result"]["winners"])
    record["result"]["winners"] = winners
    assert re.fullmatch(r"result: winners is .*, but should be \[1\]", refusal(record))


# JSON that is none


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "empty: there is nothing in it"),
        (b" \r\n\t", "empty: there is nothing in it"),
        (b"\xef\xbb\xbf", "empty: there is nothing in it"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8 text (byte 0)"),
        (b"{}", "record: format is missing"),
        (b"null", "record must be an object, not null"),
        (b"[1, 2", "malformed JSON: Expecting ',' delimiter (line 1, column 6)"),
        (b'{"a": 1}}', "malformed JSON: Extra data (line 1, column 9)"),
        (b'{"a": NaN}', "malformed JSON: NaN is no number"),
        (b'{"a": -Infinity}', "malformed JSON: -Infinity is no number"),
        (b'{"a": 1e999}', "malformed JSON: a number is too large"),
        (b'{"a": -1e999}', "malformed JSON: a number is too large"),
        (b'{"a": %s}' % (b"9" * 5000), "malformed JSON: a number is too long"),
        (b'{"a": 1, "b": {"c": 1, "c": 1}}', "malformed JSON: the key 'c' appears twice in one object"),
        (b'{"a\\n": 1, "a\\n": 2}', "malformed JSON: the key 'a\\n' appears twice in one object"),
        (b'{"a": "\x00"}', "malformed JSON: Invalid control character at (line 1, column 8)"),
        (b"[" * 100_000, "malformed JSON: nested too deeply"),
        (b"[" * 100_000 + b"]" * 100_000, "malformed JSON: nested too deeply"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "malformed JSON: nested too deeply"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_what_is_no_json_is_refused(raw: bytes, reason: str) -> None:
    assert refusal_of_text(raw) == reason


def test_nesting_is_refused_at_the_same_depth_by_every_python() -> None:
    record = finished()
    for depth, ok in ((DEEPEST - 1, True), (DEEPEST, False), (900, False), (5000, False)):
        raw = dump(record)[:-1] + ',"note":' + "[" * depth + "]" * depth + "}"
        if ok:
            game = read_game(parse(raw))
            assert dump(game.record()) == raw
        else:
            assert refusal_of_text(raw) == "malformed JSON: nested too deeply"


@pytest.mark.parametrize(
    "raw",
    [
        b"{" + b",".join(b'"%d":0' % (number % 199_999) for number in range(200_000)) + b"}",
        b'{"format":"' + b"x" * 5_000_000 + b'"}',
        b"[" + b"[]," * 500_000 + b"[]]",
        b'{"a": ' + b"[" * 2_000_000,
        b'{"a": ' + b"7" * 2_000_000 + b"}",
        b"\x00" * 5_000_000,
    ],
    ids=["keys", "text", "lists", "brackets", "digits", "zeros"],
)
def test_large_rubbish_is_refused_within_a_second(raw: bytes) -> None:
    gc.collect()
    gc.freeze()  # what other tests keep is not searched through again and again
    start = time.process_time()
    refusal = refusal_of_text(raw)
    took = time.process_time() - start
    gc.unfreeze()
    assert len(refusal) < 200
    assert took < 1


@pytest.mark.parametrize("key", ["hands", "row", "pile", "supply", "players"])
def test_long_lists_are_refused_within_a_second(key: str) -> None:
    record = finished()
    record["setup"][key] = ["t01"] * 300_000
    start = time.process_time()
    assert refusal(record)
    assert time.process_time() - start < 1


def test_what_an_error_shows_of_a_foreign_value_is_short_and_plain() -> None:
    for value in ("\x1b[31mred\x07\n\r\u2028\u202e", "x" * 10_000, "\ud800", "é", -1e-300):
        reason = refusal({"format": value})
        assert reason.isprintable()
        assert len(reason) < 100


# Text around the record


@pytest.mark.parametrize(
    "dress",
    [
        lambda line: line + b"\n",
        lambda line: line + b"\r\n",
        lambda line: b"\xef\xbb\xbf" + line,
        lambda line: b"\n\n  " + line + b"  \n\n",
        lambda line: json.dumps(json.loads(line), indent=2).encode(),
        lambda line: json.dumps(json.loads(line), indent=0).encode(),
        lambda line: json.dumps(json.loads(line), indent="\t").replace("\n", "\r\n").encode(),
        lambda line: b"\xef\xbb\xbf" + json.dumps(json.loads(line), indent=1).encode() + b"\n\n",
        lambda line: line.replace(b'"version"', b'\n"version"'),
    ],
    ids=["lf", "crlf", "bom", "blank", "indent 2", "indent 0", "tabs and crlf", "bom and indent", "two lines"],
)
def test_one_record_is_accepted_in_any_dress(tmp_path: Path, dress: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(dress(dump(finished()).encode()))
    [(number, game)] = read_records(file)
    assert isinstance(game, Game)
    assert number == (3 if file.read_bytes().startswith(b"\n\n") else 1)


def lines_of(tmp_path: Path, raw: bytes) -> list[tuple[int, str]]:
    file = tmp_path / "games"
    file.write_bytes(raw)
    return [(number, "ok" if isinstance(found, Game) else str(found)) for number, found in read_records(file)]


def test_many_records_are_one_a_line(tmp_path: Path) -> None:
    good, bad = dump(finished()).encode(), b'{"format":1}'
    for end in (b"\n", b"\r\n"):
        raw = end.join([good, bad, b"", b"rubbish", good[:500], good]) + end
        assert [(number, text[:6]) for number, text in lines_of(tmp_path, raw)] == [
            (1, "ok"),
            (2, "format"),
            (4, "malfor"),
            (5, "malfor"),
            (6, "ok"),
        ]


@pytest.mark.parametrize("first", [b"rubbish", b'{"format":', b"{}", b"\xff", b"[" * 100_000])
def test_a_bad_first_line_does_not_hide_the_others(tmp_path: Path, first: bytes) -> None:
    good = dump(finished()).encode()
    found = lines_of(tmp_path, b"\n".join([first, good, good]))
    assert [number for number, _ in found] == [1, 2, 3]
    assert [text for _, text in found[1:]] == ["ok", "ok"]
    assert lines_of(tmp_path, b"\n".join([first, good]))[1] == (2, "ok")


@pytest.mark.parametrize("indent", [0, 1, 4])
def test_a_broken_document_over_many_lines_is_one_fault(tmp_path: Path, indent: int) -> None:
    pretty = json.dumps(finished(), indent=indent)
    for broken in (pretty[:-1], pretty.replace("[", "", 1), pretty.replace('"turns":', '"turns"')):
        [(number, reason)] = lines_of(tmp_path, broken.encode())
        assert number == 1
        assert re.fullmatch(r"malformed JSON: .* \(line \d+, column \d+\)", reason)


def test_a_broken_document_that_begins_with_its_format_is_one_fault(tmp_path: Path) -> None:
    raw = dump(finished()).replace(',"setup"', ',\n"setup"').replace('"turns":[', '\n"turns":[\n')
    assert len(lines_of(tmp_path, raw.encode())) == 1
    assert len(lines_of(tmp_path, raw[:-1].encode())) == 1


@pytest.mark.parametrize(
    "name", ["Zoë\u2028\u2029\u0085", "a\x00\x07\x1b[31m\n\r\t", "", "𝄞👩‍👩‍👧", "\ufeff", "x" * 10_000]
)
def test_strange_names_come_back_as_they_were(tmp_path: Path, name: str) -> None:
    game = Game.new(Setup((Player(name), Player("b", "ai", name))), 1)
    file = tmp_path / "games"
    write_records(file, [dump(game.record())] * 2)
    for (number, found), line in zip(read_records(file), (1, 2), strict=True):
        assert number == line
        assert isinstance(found, Game)
        assert found.players == game.players


def test_text_faults_are_judged_alike() -> None:
    line = dump(finished()).encode()
    for raw in (line[:-1], line + line, line.replace(b":1,", b":1e999,", 1), b"\xef\xbb\xbf\xef\xbb\xbf" + line):
        assert refusal_of_text(raw)
        assert verdict_on_bytes(raw) != ACCEPTED


# The box file


def box_refusal(tmp_path: Path, raw: bytes) -> str:
    file = tmp_path / "box.json"
    file.write_bytes(raw)
    with pytest.raises(Malformed) as caught:
        load_box(file)
    return str(caught.value)


def test_a_box_file_is_checked_like_the_components(tmp_path: Path) -> None:
    box = json.loads(BOX.read_bytes())
    del box["tiles"]["t01"], box["tiles"]["t02"]
    assert box_refusal(tmp_path, json.dumps(box).encode()) == "box: tiles: 72 regular tiles instead of 74"
    assert box_refusal(tmp_path, b"[]") == "box must be an object, not a list"
    assert box_refusal(tmp_path, b"\x89PNG\r\n") == "not UTF-8 text (byte 0)"
    assert box_refusal(tmp_path, b"") == "empty: there is nothing in it"


# Writing


def test_writing_replaces_the_file_only_when_all_is_there(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text("precious")

    def broken() -> Iterator[str]:
        yield "one"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as caught:
        write_records(file, broken())
    assert caught.value.filename == str(file)
    assert file.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [file], "nothing is left behind"
    write_records(file, ["one", "two"])
    assert file.read_text() == "one\ntwo\n"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_at_the_end_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    file = tmp_path / "games"
    file.write_text("precious")

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os if step == "fsync" else Path, step, fail)
    with pytest.raises(OSError, match="Input/output error"):
        write_records(file, ["one"])
    assert file.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "games", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    write_records(link, ["new"])
    assert link.is_symlink()
    assert file.read_text() == "new\n"


def test_a_read_only_folder_is_said(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text("precious")
    tmp_path.chmod(0o500)
    try:
        if os.access(tmp_path, os.W_OK):
            pytest.skip("root may write anywhere")
        with pytest.raises(PermissionError) as caught:
            write_records(file, ["one"])
        assert caught.value.filename == str(file)
    finally:
        tmp_path.chmod(0o700)
    assert file.read_text() == "precious"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder where not even root may write")
def test_a_folder_that_takes_no_files_is_said() -> None:
    with pytest.raises(OSError, match=r".") as caught:
        write_records(Path("/proc/games"), ["one"])
    assert caught.value.filename == "/proc/games"


def test_what_is_no_file_is_written_to_but_not_replaced() -> None:
    write_records(Path(os.devnull), ["one"])
    assert not Path(os.devnull).is_file()
