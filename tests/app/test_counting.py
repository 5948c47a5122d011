from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.counting import LINE, WHOLE, Step, amount, beats, categories, decision, listed, pace, steps, total, victory
from engine import Built, City, Decider, Game, Outlook, ScoreSheet, Standings, standings
from tests.engine.cities import city, piece
from tests.engine.games import examples, games


def counted(game: Game) -> tuple[Standings, list[Step]]:
    end = standings(game.state.cities)
    return end, steps(end, game.state.cities)


def alone(of: City) -> dict[str, Step]:
    """The lines of a city that is alone, by piece or bonus."""
    return {step.built.piece.id if step.built else step.category: step for step in steps(standings([of]), [of])}


@examples(40)
@given(games())
def test_the_lines_of_a_city_add_up_to_its_total(game: Game) -> None:
    end, lines = counted(game)
    for seat, sheet in enumerate(end.sheets):
        assert total(lines, seat) == sheet.total
        amounts = [amount(lines, sheet, seat, category) for category in categories(game.state.utilities)]
        assert sum(found.points for found in amounts if found) == sheet.total
    assert sum(step.points for step in lines) == sum(sheet.total for sheet in end.sheets)


@examples(40)
@given(games())
def test_every_piece_has_one_line_and_every_city_two_bonuses(game: Game) -> None:
    _, lines = counted(game)
    for seat, of in enumerate(game.state.cities):
        own = [step for step in lines if step.seat == seat]
        assert Counter(step.built for step in own if step.built) == Counter(of.pieces)
        assert [step.category for step in own if not step.built] == ["park", "sport"]


@examples(20)
@given(games())
def test_only_squares_of_the_city_light_up_and_a_skyscrapers_own_among_them(game: Game) -> None:
    _, lines = counted(game)
    for step in lines:
        own = {square for laid in game.state.cities[step.seat].tiles for square in squares(laid.cell)}
        assert step.squares <= own
        assert step.category == "windmill" or step.square is None or step.square in step.squares


@examples(20)
@given(games())
def test_both_ways_of_counting_show_every_line_once(game: Game) -> None:
    _, lines = counted(game)
    apart, together = beats(lines, together=False), beats(lines, together=True)
    assert [step for beat in apart for step in beat] == lines
    assert Counter(step for beat in together for step in beat) == Counter(lines)
    for beat in together:
        assert len({step.category for step in beat}) == 1
        assert len({step.seat for step in beat}) == len(beat) > 0


@given(st.integers(0, 500))
def test_nobody_waits_longer_than_twelve_seconds(lines: int) -> None:
    assert 0 < pace(lines) <= LINE
    assert pace(lines) * lines <= WHOLE + 1e-9


def squares(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(2 * cell[0] + dx, 2 * cell[1] + dy) for dx in (0, 1) for dy in (0, 1)]


WHOLE_CITY = """
    E  E  | E  EP | F  F  | W  W
    E4 F  | F  F  | F  FP | W  W
    W  W  | S  S  | EP E  | S  S
    Wa W  | S  SA | E  E  | Sb S
    W  WP | S  S  | E  E  | S  S
    W  W  | S  S  | E  E  | S  S
    F  F  | W  W  | S  S  | FA F
    Fc F  | W  W  | S  S  | F  F
"""


def whole_city() -> City:
    return city(WHOLE_CITY, a="ecomobile-park-4-a", b="windmill-left-a", c="windmill-bottom-a")


def test_a_skyscraper_lights_its_district_and_says_how_large_it_is() -> None:
    line = alone(whole_city())["skyscraper-E-4"]
    assert line.squares == {(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)}
    assert (line.points, line.text, line.outlook) == (4, "Earth 4: 5 squares", Outlook.SAFE)


def test_an_ecomobile_lights_its_row_and_column() -> None:
    line = alone(whole_city())["ecomobile-park-4-a"]
    assert line.squares == {(0, y) for y in range(8)} | {(x, 3) for x in range(8)}
    assert line.text == "Ecomobile 8: 0 of 4 parks"
    assert line.outlook is Outlook.LOST


def test_a_windmill_lights_the_zone_where_it_should_be() -> None:
    lost, won = alone(whole_city())["windmill-left-a"], alone(whole_city())["windmill-bottom-a"]
    assert lost.squares == {(x, y) for x in (0, 1) for y in range(8)}
    assert (lost.points, lost.text) == (-4, "Windmill 4: not in the left column")
    assert won.squares == {(x, y) for x in range(8) for y in (6, 7)}
    assert (won.points, won.text) == (4, "Windmill 4: in the bottom row")


def test_a_bonus_lights_its_marks() -> None:
    line = alone(whole_city())["park"]
    assert line.squares == {(3, 0), (5, 1), (4, 2), (1, 4)}
    assert (line.points, line.text) == (5, "Most parks: 4")


def test_a_second_biodome_of_a_district_is_not_blamed_for_its_shape() -> None:
    lines = alone(
        city(
            """
                E Wa | W  F
                E E  | Wb F
            """,
            a="biodome-L3-a",
            b="biodome-L3-b",
        )
    )
    assert [(line.points, line.text) for line in lines.values() if line.built] == [
        (5, "Biodome 5: exactly its shape"),
        (-5, "Biodome 5: another one of its district counts"),
    ]


def test_a_biodome_of_another_shape_is_blamed_for_it() -> None:
    [line] = [line for line in alone(city("E Wa\nE E", a="biodome-L3-a")).values() if line.built]
    assert (line.points, line.text) == (-5, "Biodome 5: not its shape")


def test_of_two_skyscrapers_in_a_district_one_says_that_the_other_counts() -> None:
    lines = alone(
        city(
            """
                E4 E | E  E
                F  F | E5 E
            """
        )
    )
    assert lines["skyscraper-E-4"].text == "Earth 4: another one of its district counts"
    assert lines["skyscraper-E-4"].outlook is Outlook.VOID
    assert lines["skyscraper-E-5"].text == "Earth 5: 6 squares"


def sheet(points: int, built: int, parks: int = 0) -> ScoreSheet:
    tower = Built(piece("skyscraper-E-4"), (0, 0), 0)
    lines = tuple((tower, points if index == 0 else 0) for index in range(built))
    return ScoreSheet(lines, parks, 0)  # type: ignore[arg-type]


def test_a_tie_is_broken_by_the_number_of_pieces_and_the_sentence_says_so() -> None:
    end = Standings((sheet(20, 9), sheet(20, 11), sheet(7, 16)), (2, 1, 3), (1,), Decider.BUILT)
    assert victory(end, ["Anna", "Ben", "Clara"]) == "Ben wins"
    assert decision(end, ["Anna", "Ben", "Clara"]) == "Tie: Ben built more pieces (11 : 9)"


def test_a_shared_victory_names_all_winners() -> None:
    end = Standings((sheet(20, 9), sheet(20, 9), sheet(20, 9)), (1, 1, 1), (0, 1, 2), Decider.SHARED)
    assert victory(end, ["Anna", "Ben", "Clara"]) == "Anna, Ben and Clara win together"
    assert decision(end, ["Anna", "Ben", "Clara"]) == "Tie: 20 points and 9 pieces each"


def test_without_a_tie_nothing_is_said_about_one() -> None:
    end = Standings((sheet(20, 9), sheet(8, 9)), (1, 2), (0,), Decider.TOTAL)
    assert victory(end, ["Anna", "Ben"]) == "Anna wins"
    assert decision(end, ["Anna", "Ben"]) == ""


def test_names_are_listed_as_in_a_sentence() -> None:
    assert [listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"])] == ["A", "A and B", "A, B and C"]


def test_only_the_two_kinds_in_the_game_have_a_row() -> None:
    assert categories(("windmill", "ecomobile")) == ("skyscraper", "ecomobile", "windmill", "park", "sport")
    assert categories(("biodome", "windmill")) == ("skyscraper", "windmill", "biodome", "park", "sport")
