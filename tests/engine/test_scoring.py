"""Scoring (R6): hand-made cities, every ruling, and the rulebook's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from engine.city import City
from engine.components import Piece
from engine.scoring import Decider, Standings, score, standings
from tests.engine.cities import city, points

# Skyscrapers (R6.1, R6.2).


def test_an_8_on_eight_squares_scores_8() -> None:
    """R6.1, from the rulebook."""
    of = city("""
        E8 E   E E   F F
        E  E   E E   F F
    """)
    assert points(of) == {"skyscraper-E-8": 8}


def test_an_8_on_nine_squares_scores_8_too() -> None:
    """R6.1: at least that many."""
    of = city("""
        E8 E   E E   E F
        E  E   E E   F F
    """)
    assert points(of) == {"skyscraper-E-8": 8}


def test_a_5_on_four_squares_costs_5() -> None:
    """R6.1, from the rulebook."""
    of = city("""
        W5 W   F F
        W  W   F W
    """)
    assert points(of) == {"skyscraper-W-5": -5}


def test_a_4_on_two_squares_costs_4() -> None:
    """R6.1, from the rulebook."""
    of = city("""
        S4 S   F S
        F  F   S S
    """)
    assert points(of) == {"skyscraper-S-4": -4}


def test_marks_count_as_squares_of_a_district() -> None:
    of = city("""
        S4 SP
        SA S
    """)
    assert points(of) == {"skyscraper-S-4": 4}


TWO_IN_ONE = """
    E{one} E   E{two} E
    E      E   E      F
"""


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (4, 6, (0, 6)),  # both hold on seven squares: the dearer one
        (6, 4, (6, 0)),
        (7, 8, (7, 0)),  # only one holds: that one
        (8, 4, (0, 4)),
        (8, 12, (-8, 0)),  # all fail: the least loss
        (12, 10, (0, -10)),
    ],
)
def test_of_several_skyscrapers_in_a_district_the_best_one_scores(
    one: int, two: int, expected: tuple[int, int]
) -> None:
    """R6.2 [ruling]: after a forced join, on seven squares."""
    of = city(TWO_IN_ONE.format(one=one, two=two))
    assert points(of) == {f"skyscraper-E-{one}": expected[0], f"skyscraper-E-{two}": expected[1]}


def test_of_three_skyscrapers_two_score_nothing() -> None:
    """R6.2."""
    of = city("""
        E4 E   E7 E   E12 F
        E  E   E  F   F   F
    """)
    assert points(of) == {"skyscraper-E-4": 0, "skyscraper-E-7": 7, "skyscraper-E-12": 0}


def test_districts_of_one_terrain_score_apart() -> None:
    of = city("""
        E4 E   F E5
        E  E   F E
    """)
    assert points(of) == {"skyscraper-E-4": 4, "skyscraper-E-5": -5}


# Ecomobiles (R6.3).


def test_an_ecomobile_counts_in_its_row_and_its_column() -> None:
    """R6.3: what lies elsewhere, even next to it by a corner, does not count."""
    picture = """
        EP E   E EP  E E
        E  EP  E E   E E
        EP E   Ea E  E EP
        E  EP  E E   E E
        E  E   {} E  E E
        E  EP  E EP  E E
    """
    assert points(city(picture.format("EP"), a="ecomobile-park-4-a")) == {"ecomobile-park-4-a": -8}  # three
    more = picture.replace("EP E   Ea", "EP EP  Ea")
    assert points(city(more.format("EP"), a="ecomobile-park-4-a")) == {"ecomobile-park-4-a": 8}  # four
    assert points(city(more.format("E"), a="ecomobile-park-4-a")) == {"ecomobile-park-4-a": -8}


def test_more_than_asked_for_is_enough() -> None:
    """R6.3: at least the number; R7.3: not compared with the points."""
    of = city(
        """
        Ea EP  EP EP
        EP EP  EP EP
        EP EP  EP EP
        EP EP  EP EP
    """,
        a="ecomobile-park-4-a",
    )
    assert points(of) == {"ecomobile-park-4-a": 8}


def test_a_line_reaches_from_edge_to_edge() -> None:
    """R6.3: fourteen other squares, over all four tiles each way."""
    corner = """
        Ea E   E E   E EP   E EP
        E  E   E E   E E    E E
        E  E   E E   E E    E E
        E  E   E E   E E    E E
        E  E   E E   E E    E E
        E  E   E E   E E    E E
        EP E   E E   E E    E E
        EP E   E E   E E    E EP
    """
    assert points(city(corner, a="ecomobile-park-4-a")) == {"ecomobile-park-4-a": 8}
    without = corner.replace("E EP   E EP", "E EP   E E")
    assert points(city(without, a="ecomobile-park-4-a")) == {"ecomobile-park-4-a": -8}


MIXED_LINE = """
    Ea E   EP EA   EP E
    E  E   EP EP   EA EA
    EA E   EP EP   EA EA
    EA E   EP EP   EA EA
"""


@pytest.mark.parametrize(
    ("id", "expected"),
    [("ecomobile-park-4-a", -8), ("ecomobile-sport-4-a", -8), ("ecomobile-park_or_sport-4-a", 5)],
)
def test_an_ecomobile_counts_only_the_marks_it_looks_for(id: str, expected: int) -> None:
    """R6.3: two parks and three sport facilities in its line."""
    assert points(city(MIXED_LINE, a=id)) == {id: expected}


def test_an_ecomobile_counts_sport_facilities() -> None:
    of = city(MIXED_LINE.replace("EP EA   EP E", "EP EA   EP EA", 1), a="ecomobile-sport-4-a")
    assert points(of) == {"ecomobile-sport-4-a": 8}


TOWERS_IN_LINE = """
    Ea F   F5 F   W4 F   S4 F
    F  F   F  F   W  F   F  F
    E6 F   F  F   F  F   F  F
    F  F   F  F   F  F   F  F
"""


@pytest.mark.parametrize(
    ("id", "expected"),
    [("ecomobile-skyscraper-3-a", 5), ("ecomobile-skyscraper-4-a", 8), ("ecomobile-utility-3-a", -8)],
)
def test_an_ecomobile_counts_skyscrapers(id: str, expected: int) -> None:
    """R6.3: whatever they score."""
    assert points(city(TOWERS_IN_LINE, a=id))[id] == expected


def test_three_skyscrapers_are_too_few_for_four() -> None:
    of = city(TOWERS_IN_LINE.replace("S4", "S"), a="ecomobile-skyscraper-4-a")
    assert points(of)["ecomobile-skyscraper-4-a"] == -8


def test_an_ecomobile_does_not_count_itself_among_the_utilities() -> None:
    """R1.4: three utilities other than itself."""
    picture = """
        Ea F   Fb F   Fc F
        F  F   F  F   F  F
        {} F   F  F   F  F
        F  F   F  F   F  F
    """
    named: dict[str, Any] = {
        "a": "ecomobile-utility-3-a",
        "b": "windmill-left-a",
        "c": "ecomobile-park-4-a",
        "d": "windmill-left-b",
    }
    assert points(city(picture.format("F"), **named))["ecomobile-utility-3-a"] == -8
    assert points(city(picture.format("Fd"), **named))["ecomobile-utility-3-a"] == 8


def test_features_serve_several_ecomobiles() -> None:
    """R6.3."""
    of = city(
        """
        Ea F   FP FP   FP FP   Fb F
        F  F   F  F    F  F    F  F
    """,
        a="ecomobile-park-4-a",
        b="ecomobile-park-4-b",
    )
    assert points(of) == {"ecomobile-park-4-a": 8, "ecomobile-park-4-b": 8}


# Windmills (R6.4).

PLAIN_4_X_4 = """
    Ea F  Eb F  Ec F  Ed F
    F  F  F  F  F  F  F  F
    Ee F  Ef F  Eg F  Eh F
    F  F  F  F  F  F  F  F
    Ei F  Ej F  Ek F  El F
    F  F  F  F  F  F  F  F
    Em F  En F  Eo F  Ep F
    F  F  F  F  F  F  F  F
"""


@pytest.mark.parametrize(
    ("zone", "value", "inside"),
    [
        ("left", 4, "aeim"),
        ("right", 4, "dhlp"),
        ("top", 4, "abcd"),
        ("bottom", 4, "mnop"),
        ("corner", 5, "admp"),
        ("center", 6, "fgjk"),
    ],
)
@pytest.mark.parametrize("first", [(0, 0), (3, 0), (0, 3), (3, 3), (1, 2)])
def test_a_windmill_scores_in_its_zone_of_the_finished_city(
    zone: str, value: int, inside: str, first: tuple[int, int]
) -> None:
    """R6.4, the left column among them: wherever the first tile was, and nowhere else."""
    mills: dict[str, Any] = {letter: Piece(letter, "windmill", value, zone=zone) for letter in "abcdefghijklmnop"}
    of = city(PLAIN_4_X_4, order=[first], **mills)
    assert points(of) == {letter: value if letter in inside else -value for letter in mills}


# Biodomes (R6.5).


def test_an_l_of_three_water_squares_scores_5() -> None:
    """R6.5, from the rulebook: in any rotation, of any terrain."""
    for picture in ("Wa F\n W W", "Wa W\n W F", "Wa W\n F W", "F Wa\n W W", "Ea F\n E E", "F Sa\n S S"):
        assert points(city(picture, a="biodome-L3-a")) == {"biodome-L3-a": 5}, picture


def test_a_shape_lies_across_tiles() -> None:
    of = city(
        """
        F F  W F
        F Wa W F
    """,
        a="biodome-L3-a",
    )
    assert points(of) == {"biodome-L3-a": 5}


@pytest.mark.parametrize("picture", ["Wa F\n F W", "Wa F\n W F", "Wa W\n W W", "Wa W W F\n F F F F"])
def test_another_shape_costs_the_value(picture: str) -> None:
    """R6.5: exactly the shape; neither a part of it, nor more, nor as many squares in another form."""
    assert points(city(picture, a="biodome-L3-a")) == {"biodome-L3-a": -5}


@pytest.mark.parametrize(
    ("id", "value", "picture"),
    [
        ("I3", 5, "Wa F F F\n W F F F\n W F F F\n F F F F"),
        ("O4", 6, "F Wa W F\n F W W F"),
        ("T4", 6, "W Wa W F\n F W F F"),
        ("T4", 6, "F Wa F F\n W W F F\n F W F F\n F F F F"),
        ("V5", 8, "W W W F\n F F Wa F\n F F W F\n F F F F"),
        ("U5", 8, "W F W F\n W W Wa F"),
        ("U5", 8, "Wa W F F\n W F F F\n W W F F\n F F F F"),
    ],
)
def test_each_design_of_a_biodome_scores_on_its_shape(id: str, value: int, picture: str) -> None:
    """R1.4, R6.5."""
    assert points(city(picture, a=f"biodome-{id}-a")) == {f"biodome-{id}-a": value}


SNAKE = Piece("snake", "biodome", 7, shape=((0, 0), (1, 0), (1, 1), (2, 1)))


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("Wa W F F\n F W W F", 7),
        ("F Wa F F\n W W F F\n W F F F\n F F F F", 7),  # turned by a quarter
        ("F Wa W F\n W W F F", -7),  # mirrored
        ("Wa F F F\n W W F F\n F W F F\n F F F F", -7),
    ],
)
def test_a_mirror_image_does_not_count(picture: str, expected: int) -> None:
    """R6.5 [ruling]; only an own box holds a shape that differs from its mirror image."""
    assert points(city(picture, a=SNAKE)) == {"snake": expected}


def test_one_biodome_of_a_district_scores_and_of_equal_ones_the_first_built() -> None:
    """R6.5 [ruling]."""
    picture = """
        F  F   F F
        F  Wa  W F
        F  F   Wb F
        F  F   F F
    """
    domes: dict[str, Any] = {"a": "biodome-L3-a", "b": "biodome-L3-b"}
    of = city(picture, order=[(0, 0), (1, 0), (1, 1)], **domes)
    assert points(of) == {"biodome-L3-a": 5, "biodome-L3-b": -5}
    of = city(picture, order=[(1, 1), (0, 1), (0, 0)], **domes)
    assert points(of) == {"biodome-L3-a": -5, "biodome-L3-b": 5}


@pytest.mark.parametrize("order", [[(0, 0), (1, 0)], [(1, 0), (0, 0)]])
def test_the_dearest_matching_biodome_scores_whenever_it_was_built(order: list[tuple[int, int]]) -> None:
    """R6.5 [ruling]."""
    dear, cheap = (Piece(id, "biodome", value, shape=((0, 0), (1, 0))) for id, value in (("dear", 8), ("cheap", 3)))
    of = city("F Wa Wb F\n F F F F", order=order, a=dear, b=cheap)
    assert points(of) == {"dear": 8, "cheap": -3}
    of = city("F Wa Wb F\n F F F F", order=order, a=cheap, b=dear)
    assert points(of) == {"cheap": -3, "dear": 8}


def test_a_dearer_biodome_that_does_not_match_takes_nothing_away() -> None:
    """R6.5: the dearest *matching* one."""
    of = city(
        """
        F F   F  F
        F Wa  Wb F
        F F   W  F
        F F   F  F
    """,
        a="biodome-L3-a",
        b="biodome-U5-a",
    )
    assert points(of) == {"biodome-L3-a": 5, "biodome-U5-a": -8}


def test_a_skyscraper_in_the_district_does_not_disturb_a_biodome() -> None:
    of = city(
        """
        F Wa  W F
        F W   W4 F
    """,
        a="biodome-O4-a",
    )
    assert points(of) == {"biodome-O4-a": 6, "skyscraper-W-4": 4}


# The worked example.

WORKED_EXAMPLE = """
    E12 E  | F6 F | S4 S | W10 W
    E   E  | F  F | S  S | W   W
    -------+------+------+------
    E   E  | F  F | E  E | W   W
    Ea  EP | Wb W | Ec E | Wd  WA
    -------+------+------+------
    E   E  | W  S | S  S | W   W
    E   E  | S S8 | F5 F | F   S
    -------+------+------+------
    FP  W  | E  W | Ee W | E   W
    SA  F  | W  F | W  F | W   F
"""


def test_the_worked_example_of_the_rulebook_comes_to_38() -> None:
    """A complete city, every tile and every piece of which was legal: +12 +10 +6 +4 -5 -8, +5 +8 +5 +6 -5."""
    of = city(
        WORKED_EXAMPLE,
        legal=True,
        a="ecomobile-park_or_sport-4-a",
        b="biodome-L3-a",
        c="biodome-O4-a",
        d="ecomobile-utility-3-a",
        e="ecomobile-skyscraper-3-a",
    )
    assert len(of.tiles) == 16
    assert points(of) == {
        "skyscraper-E-12": 12,
        "skyscraper-W-10": 10,
        "skyscraper-F-6": 6,
        "skyscraper-S-4": 4,
        "skyscraper-F-5": -5,
        "skyscraper-S-8": -8,
        "ecomobile-park_or_sport-4-a": 5,
        "ecomobile-utility-3-a": 8,
        "biodome-L3-a": 5,
        "biodome-O4-a": 6,
        "ecomobile-skyscraper-3-a": -5,
    }
    sheet = score(of)
    assert (sheet.total, sheet.built) == (38, 11)


# Bonuses and victory (R6.6, R6.7).


def marked(parks: int, sports: int) -> City:
    """A strip of land with so many marks."""
    marks = ["P"] * parks + ["A"] * sports + [""] * (8 - parks - sports)
    return city(" ".join(f"F{mark}" for mark in marks) + "\n F F F F F F F F")


def bonuses(end: Standings) -> list[tuple[int, int]]:
    return [(sheet.park_bonus, sheet.sport_bonus) for sheet in end.sheets]


def test_most_parks_and_most_sport_facilities_score_5_each() -> None:
    """R6.6."""
    end = standings([marked(3, 1), marked(2, 4), marked(1, 2)])
    assert bonuses(end) == [(5, 0), (0, 5), (0, 0)]
    assert [(sheet.parks, sheet.sports) for sheet in end.sheets] == [(3, 1), (2, 4), (1, 2)]
    assert [sheet.total for sheet in end.sheets] == [5, 5, 0]


def test_all_who_tie_for_most_receive_the_bonus() -> None:
    """R6.6."""
    assert bonuses(standings([marked(2, 0), marked(2, 3), marked(1, 3), marked(0, 3)])) == [
        (5, 0),
        (5, 5),
        (0, 5),
        (0, 5),
    ]


def test_most_parks_are_had_even_with_none_at_all() -> None:
    """R6.6 [ruling]: all tie with none."""
    assert bonuses(standings([marked(0, 2), marked(0, 1)])) == [(5, 5), (5, 0)]
    assert bonuses(standings([marked(0, 0)] * 3)) == [(5, 5)] * 3


def test_a_city_alone_has_no_bonus_yet() -> None:
    sheet = score(marked(3, 2))
    assert (sheet.parks, sheet.sports, sheet.park_bonus, sheet.sport_bonus, sheet.total) == (3, 2, 0, 0, 0)


ONE_PIECE_FOR_10 = """
    F10 F   F F   F F   W W
    F   F   F F   W W   W W
"""
TWO_PIECES_FOR_10 = """
    F4 F   F F   W6 W   W W
    E  E   E E   W  W   W W
"""
THREE_PIECES_FOR_6 = """
    F4 F   F F   W6 W   W W
    E  E   E E   W  W   S4 W
"""


def ended(*pictures: str) -> tuple[tuple[int, ...], tuple[int, ...], Decider]:
    end = standings([city(picture) for picture in pictures])
    return end.winners, end.places, end.decided_by


def test_the_highest_total_wins() -> None:
    """R6.7."""
    assert ended(THREE_PIECES_FOR_6, ONE_PIECE_FOR_10) == ((1,), (2, 1), Decider.TOTAL)


def test_of_equal_totals_the_one_with_more_pieces_wins() -> None:
    """R6.7."""
    assert ended(ONE_PIECE_FOR_10, TWO_PIECES_FOR_10) == ((1,), (2, 1), Decider.BUILT)


def test_equal_totals_and_equal_pieces_share_the_victory() -> None:
    """R6.7."""
    assert ended(ONE_PIECE_FOR_10, ONE_PIECE_FOR_10) == ((0, 1), (1, 1), Decider.SHARED)
    assert ended(TWO_PIECES_FOR_10, ONE_PIECE_FOR_10, TWO_PIECES_FOR_10) == ((0, 2), (1, 3, 1), Decider.SHARED)


def test_a_tie_behind_the_winner_decides_nothing() -> None:
    """R6.7."""
    pictures = (THREE_PIECES_FOR_6, ONE_PIECE_FOR_10, THREE_PIECES_FOR_6, THREE_PIECES_FOR_6)
    assert ended(*pictures) == ((1,), (2, 1, 2, 2), Decider.TOTAL)


def test_pieces_that_fail_count_as_built() -> None:
    """R6.7: most skyscrapers and utilities built, whatever they scored."""
    assert score(city(THREE_PIECES_FOR_6)).built == 3


def test_bonuses_decide_like_other_points() -> None:
    """R6.6, R6.7."""
    behind = TWO_PIECES_FOR_10.replace("W6 W ", "W6 WP")
    assert ended(ONE_PIECE_FOR_10, behind) == ((1,), (2, 1), Decider.TOTAL)
