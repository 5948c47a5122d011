"""Names, seats and tables: what a player can type and tap leads to a game that can be dealt."""

from __future__ import annotations

import json
import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import names, seating
from app.seating import LEVELS, UTILITIES, Seat, Table, to_setup
from app.session import Options
from engine import Game
from engine.ai import LEVELS as LEVELS_OF_THE_ENGINE

texts = st.text(max_size=40) | st.text("Aab\u0308\u0301\u200d \t\u202e2é", max_size=40)
plain_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 5)
    | st.floats(allow_nan=False)
    | st.sampled_from(["human", "easy", "x"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["seats", "kind", "starter", "sign"]), inner, max_size=4)
    ),
)
ALICE_AND_TWO = Table((Seat("human", "Alice", sign=3), Seat("ai", sign=0), Seat("ai", level="hard", sign=2)))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    count = draw(st.integers(2, 4))
    signs = draw(st.permutations(range(4)))
    kinds = st.sampled_from(["human", "ai"])
    seats = tuple(
        Seat(draw(kinds), names.clean(draw(texts)), draw(st.sampled_from(LEVELS)), sign) for sign in signs[:count]
    )
    first, second, _ = draw(st.permutations(UTILITIES))
    return Table(
        seats,
        draw(st.none() | st.integers(0, count - 1)),
        draw(st.none() | st.just((first, second))),
        draw(st.booleans()),
        draw(st.booleans()),
    )


# --- names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada\t Lovelace\n", "Ada Lovelace"),
        ("Maximiliane-Theres", "Maximiliane-Ther"),
        ("Zoe\u0308", "Zoë"),
        ("1234567890123456 and more", "1234567890123456"),
        ("123456789012345q\u0323\u0308", "123456789012345"),
        ("Ада", "Ада"),
        ("小明", "小明"),
        ("A\u202eb\x00c\ud800", "Abc"),
        ("\u0301\u200d  ", ""),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_a_typed_name_is_tidied(typed: str, kept: str) -> None:
    assert names.clean(typed) == kept


@given(texts)
def test_a_tidy_name_stays_as_it_is_and_is_short(typed: str) -> None:
    name = names.clean(typed)
    assert names.clean(name) == name
    assert len(name) <= names.LONGEST
    assert all(unicodedata.category(letter) not in ("Cc", "Cs") for letter in name)
    assert name.encode().decode() == name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (["Ada", "Ada"], ("Ada", "Ada 2")),
        (["Ada", "ada", "Ada 2"], ("Ada", "ada 3", "Ada 2")),
        (["", "Player 1"], ("Player 1 2", "Player 1")),
        (["1234567890123456"] * 3, ("1234567890123456", "12345678901234 2", "12345678901234 3")),
    ],
)
def test_equal_names_are_numbered(typed: list[str], shown: tuple[str, ...]) -> None:
    assert Table(tuple(Seat("human", name, sign=n) for n, name in enumerate(typed))).names == shown


def test_computers_are_named_and_numbered() -> None:
    assert ALICE_AND_TWO.names == ("Alice", "Robo", "Robo 2")
    assert ALICE_AND_TWO.with_name(0, "robo").names == ("robo", "Robo 2", "Robo 3")


@given(tables())
def test_everybody_has_a_name_of_their_own(table: Table) -> None:
    found = table.names
    assert len({name.casefold() for name in found}) == len(table.seats)
    assert all(name and len(name) <= names.LONGEST for name in found)


def test_names_used_before_are_remembered_newest_first() -> None:
    known = names.remember([str(n) for n in range(12)], ["Ada", "3"])
    assert known[:3] == ["Ada", "3", "0"]
    assert len(known) == names.REMEMBERED
    assert names.remember(["Ada"], ["ada"]) == ["ada"]


@given(plain_json)
def test_names_are_read_from_any_setting(document: object) -> None:
    assert all(name == names.clean(name) for name in names.read(document))


# --- tables


def test_the_usual_table_is_a_person_against_a_normal_computer() -> None:
    setup, options = to_setup(Table(starter=0), Random(0))
    person, computer = setup.players
    assert (person.name, person.kind, computer.name, computer.level) == ("Player 1", "human", "Robo", "normal")
    assert options == Options((0, 1), open_hands=False, casual=True)


def test_every_level_is_one_of_the_engine() -> None:
    assert set(LEVELS) <= set(LEVELS_OF_THE_ENGINE)


@given(tables(), st.integers(0, 9))
def test_every_table_can_be_dealt(table: Table, seed: int) -> None:
    setup, options = to_setup(table, Random(seed))
    game = Game.new(setup, seed)
    game.setup_extra |= json.loads(json.dumps(options.document()))
    assert Options.of(game) == options
    assert table.utilities is None or set(game.state.utilities) == set(table.utilities)


@given(tables(), st.integers(0, 9))
def test_the_starter_is_first_and_the_others_follow_clockwise(table: Table, seed: int) -> None:
    setup, options = to_setup(table, Random(seed))
    seats = len(table.seats)
    first = [seat.sign for seat in table.seats].index(options.signs[0])
    assert table.starter in (None, first)
    clockwise = [(first + step) % seats for step in range(seats)]
    assert [player.name for player in setup.players] == [table.names[seat] for seat in clockwise]
    assert list(options.signs) == [table.seats[seat].sign for seat in clockwise]


def test_a_drawn_starter_can_be_anybody() -> None:
    first = {to_setup(ALICE_AND_TWO, Random(seed))[0].players[0].name for seed in range(30)}
    assert first == {"Alice", "Robo", "Robo 2"}


@given(tables())
def test_a_table_outlives_its_setting(table: Table) -> None:
    assert seating.read(json.loads(json.dumps(seating.document(table)))) == table


@given(plain_json)
def test_a_damaged_setting_gives_the_usual_table(document: object) -> None:
    assert seating.read(document) == Table()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", []),
        ("seats", "two"),
        ("starter", 2),
        ("starter", True),
        ("utilities", ["windmill"]),
        ("utilities", ["windmill", "windmill"]),
        ("utilities", ["windmill", "nuclear"]),
    ],
)
def test_a_setting_with_one_fault_gives_the_usual_table(key: str, value: object) -> None:
    assert seating.read(seating.document(Table(starter=1)) | {key: value}) == Table()


@pytest.mark.parametrize(
    ("key", "value"), [("kind", "dog"), ("name", "a\nb"), ("level", "greedy"), ("sign", 4), ("sign", 1)]
)
def test_an_impossible_table_cannot_be_made(key: str, value: object) -> None:
    with pytest.raises(ValueError):
        Table((Seat(**{key: value}), Seat("ai", sign=1)))  # type: ignore[arg-type]


# --- changes


@given(tables(), st.data())
def test_whatever_is_tapped_the_table_can_be_played(table: Table, data: st.DataObject) -> None:
    """Each change makes a table, and making an impossible one would raise."""
    for _ in range(6):
        seat = data.draw(st.integers(0, len(table.seats) - 1))
        changes = [
            lambda table, seat: table.with_person(seat),
            lambda table, seat: table.with_computer(seat, data.draw(st.sampled_from(LEVELS))),
            lambda table, seat: table.with_name(seat, data.draw(texts)),
            lambda table, seat: table.with_next_sign(seat),
            lambda table, seat: table.moved(seat, data.draw(st.integers(0, len(table.seats) - 1))),
            lambda table, _: table.with_utility(data.draw(st.sampled_from(UTILITIES))),
        ]
        changes += [] if table.is_full else [lambda table, _: table.added()]
        changes += [] if table.is_least else [lambda table, seat: table.removed(seat)]
        table = data.draw(st.sampled_from(changes))(table, seat)
    to_setup(table, Random(0))


@given(tables(), st.data())
def test_the_starter_stays_the_starter_when_players_move(table: Table, data: st.DataObject) -> None:
    places = st.integers(0, len(table.seats) - 1)
    moved = table.moved(data.draw(places), data.draw(places))
    assert sorted(seat.sign for seat in moved.seats) == sorted(seat.sign for seat in table.seats)
    if table.starter is None or moved.starter is None:
        assert moved.starter is table.starter
    else:
        assert moved.seats[moved.starter] == table.seats[table.starter]


def test_a_moved_player_is_where_it_was_put_and_the_others_close_up() -> None:
    assert ALICE_AND_TWO.moved(0, 2).seats == (*ALICE_AND_TWO.seats[1:], ALICE_AND_TWO.seats[0])


def test_when_the_starter_leaves_the_start_is_drawn() -> None:
    table = Table(ALICE_AND_TWO.seats, starter=1)
    assert table.removed(1).starter is None
    assert table.removed(0).starter == 0
    assert table.removed(2).starter == 1


def test_a_sign_goes_to_the_next_free_one() -> None:
    assert [seat.sign for seat in ALICE_AND_TWO.with_next_sign(0).seats] == [1, 0, 2]


def test_without_a_free_sign_two_players_exchange_theirs() -> None:
    full = ALICE_AND_TWO.added()
    assert [seat.sign for seat in full.seats] == [3, 0, 2, 1]
    assert [seat.sign for seat in full.with_next_sign(2).seats] == [2, 0, 3, 1]


def test_a_new_player_is_like_the_last_one() -> None:
    assert ALICE_AND_TWO.added().seats[-1] == Seat("ai", level="hard", sign=1)


def test_a_third_kind_of_utility_replaces_the_oldest() -> None:
    table = Table().with_utility("windmill")
    assert table.utilities == ("ecomobile", "windmill")
    assert table.with_utility("biodome").utilities == ("windmill", "biodome")
    assert table.with_utility("windmill") == table


def test_a_person_who_comes_back_has_the_old_name() -> None:
    table = ALICE_AND_TWO.with_computer(0, "easy")
    assert table.names[0] == "Robo"
    assert table.with_person(0).names[0] == "Alice"
