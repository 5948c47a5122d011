"""The forecast: safe, open, lost and void, in positions that can be checked by eye.

That its promises hold in whole games is a property: see test_properties.
"""

from __future__ import annotations

from typing import Any

from engine.city import EMPTY
from engine.components import Piece
from engine.forecast import Forecast, Outlook, Prospect, forecast
from tests.engine.cities import city, outlooks, piece
from tests.engine.games import motley_box

SAFE, OPEN, LOST, VOID = Outlook.SAFE, Outlook.OPEN, Outlook.LOST, Outlook.VOID


def only(seen: Forecast) -> Prospect:
    (found,) = seen.prospects
    return found


def test_an_empty_city_promises_nothing() -> None:
    seen = forecast(EMPTY)
    assert (seen.prospects, seen.settled, seen.least, seen.most) == ((), 0, 0, 0)


# Skyscrapers.


def test_a_skyscraper_is_safe_as_soon_as_its_district_is_large_enough() -> None:
    """R6.1: land never goes away."""
    assert outlooks(city("E4 E\n E E")) == {"skyscraper-E-4": SAFE}
    assert outlooks(city("E4 E\n E F")) == {"skyscraper-E-4": OPEN}


def test_a_prospect_says_how_much_there_is_and_how_much_may_come() -> None:
    """A tile of earth in the middle of nowhere: 60 of the 64 squares are still free."""
    found = only(forecast(city("E8 E\n E E")))
    assert (found.outlook, found.has, found.needs, found.room) == (OPEN, 4, 8, 60)


def test_a_skyscraper_that_is_walled_in_is_lost() -> None:
    """R6.1."""
    walled = city("""
        F F   F F    F F
        F F   F F    F F
        F F   S8 S   F F
        F F   S  F   F F
        F F   F F    F F
        F F   F F    F F
    """)
    found = only(forecast(walled))
    assert (found.outlook, found.has, found.needs, found.room) == (LOST, 3, 8, 0)


def test_a_skyscraper_without_room_enough_is_lost() -> None:
    """R6.1: the city is four wide and four high, so only the four squares of the last gap can be added."""
    picture = """
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   S{} S . .
        F F   F F   S F   . .
    """
    assert outlooks(city(picture.format("7"))) == {"skyscraper-S-7": OPEN}
    assert outlooks(city(picture.format("8"))) == {"skyscraper-S-8": LOST}


def test_room_is_counted_within_one_frame() -> None:
    """R4.3: a strip of three can grow to the left or to the right, but not both."""
    strip = city("""
        F F   F F   F S8
        F F   F F   F F
    """)
    assert only(forecast(strip)).room == 4 * 13  # all cells of any frame that are free
    wide = city("""
        E E   E E   E E   E12 E
        F F   F F   F F   F   F
        F F   F F   F F   F   F
        F F   F F   F F   F   F
    """)
    # Above it one row of tiles, or two, with as many fewer below, which forest parts from the earth.
    assert only(forecast(wide)).room == 2 * 4 * 4


def test_room_is_counted_in_the_frame_that_has_most() -> None:
    """R4.3: a strip of four can still be the top row of tiles, or the bottom row."""
    forest = "F F   F F   F F   F F"
    tower = "F F   F E8  F F   F F"
    for picture in (f"{tower}\n{forest}", f"{forest}\n{tower}"):
        assert only(forecast(city(picture))).room == 3 * 4 * 4


def test_land_beside_another_skyscraper_is_barred() -> None:
    """R4.5: of the gap's four squares one touches the 12 and two touch the 8."""
    gap = """
        F F   F F    F F     F F
        F F   F F    F F     F F
        F F   F F    F F     F F
        F F   F F    F F     F F
        F F   F F    F E12   F F
        F F   F F    F E     F F
        F F   F E8   . .     F F
        F F   F E    . .     F F
    """
    room = {prospect.built.piece.value: prospect.room for prospect in forecast(city(gap)).prospects}
    assert room == {8: 3, 12: 2}
    assert only(forecast(city(gap.replace("E8", "E")))).room == 6  # now the whole gap and the land beyond
    dome, tower = forecast(city(gap.replace("E8", "Ea"), order=[(1, 3)], a="biodome-I3-a")).prospects
    assert (dome.room, tower.room) == (6, 6)  # nor is a district without a skyscraper barred


def test_land_without_a_skyscraper_can_still_be_joined() -> None:
    """R4.5: the 6 can reach the free earth beyond the gap, and is open because of it."""
    of = city("""
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F E6   . .   E F
        F F   F F    . .   F F
    """)
    found = only(forecast(of))
    assert (found.outlook, found.has, found.room) == (OPEN, 1, 5)


JOINED = """
    F F   F F     F F     F F
    F F   F F     F F     F F
    F F   F F     F F     F F
    F F   F F     F F     F F
    F F   F F     F F     F F
    F F   F F     F F     F F
    F F   F E{a}  E{b} E  . .
    F F   F E     E E     . .
"""


def joined(a: int, b: int) -> list[Outlook]:
    """Two skyscrapers in one district (R4.6) of six squares, which can still grow to ten."""
    return list(outlooks(city(JOINED.format(a=a, b=b))).values())


def test_of_several_skyscrapers_the_dearest_that_holds_is_safe_and_others_void() -> None:
    """R6.2: none of both can be dearer and still come to hold."""
    assert joined(4, 6) == [VOID, SAFE]
    assert joined(6, 4) == [SAFE, VOID]


def test_a_skyscraper_that_holds_is_open_while_a_dearer_one_may_come_to_hold() -> None:
    """R6.2."""
    assert joined(4, 10) == [OPEN, OPEN]
    assert joined(6, 12) == [SAFE, VOID]  # twelve can no longer be reached


def test_of_several_skyscrapers_that_must_fail_the_cheapest_is_lost_and_others_void() -> None:
    """R6.2: the least loss."""
    full = JOINED.replace(". .", "F F")
    assert list(outlooks(city(full.format(a=8, b=12))).values()) == [LOST, VOID]
    assert list(outlooks(city(full.format(a=10, b=7))).values()) == [VOID, LOST]


def test_a_dearer_skyscraper_is_void_before_it_is_known_whether_the_cheaper_one_holds() -> None:
    """R6.2: the 12 fails; the 8 holds, or it is the lesser loss."""
    assert joined(8, 12) == [OPEN, VOID]


# Ecomobiles.


ROW_IS_FULL = """
    Fa F   FP FP   FP {}   F F
    F  F   F  F    F  F    F F
    F  F   F  F    F  F    F F
    F  F   F  F    F  F    F F
    F  F   F  F    F  F    F F
    F  F   F  F    F  F    F F
    {}  F   F  F    F  F    F F
    {}  F   F  F    F  F    F F
"""


def test_an_ecomobile_is_safe_when_its_line_holds_enough() -> None:
    """R6.3: at once, marks do not go away."""
    assert outlooks(city("Fa F FP FP FP FP\n F F F F F F", a="ecomobile-park-4-a")) == {"ecomobile-park-4-a": SAFE}
    assert outlooks(city("Fa F FP FP FP F\n F F F F F F", a="ecomobile-park-4-a")) == {"ecomobile-park-4-a": OPEN}


def test_an_ecomobile_is_lost_when_its_line_is_full() -> None:
    """R6.3: in a full city with three parks in its line."""
    of = city(ROW_IS_FULL.format("F", "F", "FA"), a="ecomobile-park-4-a")
    found = only(forecast(of))
    assert (found.outlook, found.has, found.needs, found.room) == (LOST, 3, 4, 0)


def test_the_room_of_an_ecomobile_is_the_free_squares_of_its_line() -> None:
    """R6.3: in the last row of tiles one is missing: two squares of its column."""
    lines = ROW_IS_FULL.format("F", "F", "F").strip().splitlines()
    gap = [line if number < 6 else line.strip().replace("F  F", ". .", 1) for number, line in enumerate(lines)]
    found = only(forecast(city("\n".join(gap), a="ecomobile-park-4-a")))
    assert (found.outlook, found.has, found.room) == (OPEN, 3, 2)
    found = only(forecast(city("\n".join(gap).replace("FP FP", "F  F"), a="ecomobile-park-4-a")))
    assert (found.outlook, found.has, found.room) == (LOST, 1, 2)


def test_each_tile_to_come_brings_at_most_one_piece() -> None:
    """R5: so the gap, two squares of which are in the line, is room for one skyscraper only."""
    lines = ROW_IS_FULL.format("F", "F", "F").strip().splitlines()
    gap = "\n".join(line if number < 6 else line.strip().replace("F  F", ". .", 1) for number, line in enumerate(lines))
    for id in ("ecomobile-skyscraper-3-a", "ecomobile-utility-3-a"):
        found = only(forecast(city(gap, a=id)))
        assert (found.outlook, found.has, found.room) == (LOST, 0, 1)


def test_the_tile_just_laid_is_room_for_one_piece_until_that_is_decided() -> None:
    """R5: `buildable` is the tile on which something may still be built."""
    three = """
        Fa F   E4 F   W4 F   S F
        F  F   E  F   W  F   F F
    """
    full = three + "\n".join(["F F F F F F F F"] * 6)
    of = city(full, order=[(0, 0), (1, 0), (2, 0)], a="ecomobile-skyscraper-3-a")
    assert outlooks(of)["ecomobile-skyscraper-3-a"] is LOST
    assert outlooks(of, (3, 0))["ecomobile-skyscraper-3-a"] is OPEN
    assert outlooks(of, (3, 1))["ecomobile-skyscraper-3-a"] is LOST  # not in its line
    marked = city(full.replace("S F", "SP FA"), order=[(0, 0), (1, 0), (2, 0)], a="ecomobile-skyscraper-3-a")
    assert outlooks(marked, (3, 0))["ecomobile-skyscraper-3-a"] is LOST  # R5.1: nothing can stand there in its line


# Windmills.


def test_a_windmill_is_open_while_the_city_floats() -> None:
    """R4.3, R6.4: the first tile can still end up in any of sixteen places."""
    found = only(forecast(city("Fa F\n F F", a="windmill-left-a")))
    assert (found.outlook, found.has, found.needs) == (OPEN, 4, 16)
    found = only(forecast(city("Fa F\n F F", a="windmill-center-a")))
    assert (found.outlook, found.has, found.needs) == (OPEN, 4, 16)


def test_a_windmill_is_safe_or_lost_as_soon_as_its_span_is_four() -> None:
    """R6.4: four wide, but not yet high, so left and right are settled, top and corner are not."""
    strip = "Fa F  F F  F F  {} F\n F F  F F  F F  F F"
    mills: dict[str, Any] = {"a": "windmill-left-a", "b": "windmill-right-a"}
    assert outlooks(city(strip.format("Fb"), **mills)) == {"windmill-left-a": SAFE, "windmill-right-a": SAFE}
    assert outlooks(city(strip.format("F"), a="windmill-right-a")) == {"windmill-right-a": LOST}
    assert outlooks(city(strip.format("F"), a="windmill-top-a")) == {"windmill-top-a": OPEN}
    assert outlooks(city(strip.format("F"), a="windmill-corner-a")) == {"windmill-corner-a": OPEN}
    assert outlooks(city(strip.format("F"), a="windmill-center-a")) == {"windmill-center-a": LOST}


def test_a_windmill_with_two_tiles_to_its_left_is_lost_for_the_left_only() -> None:
    strip = "F F  F F  Fa F\n F F  F F  F F"
    assert outlooks(city(strip, a="windmill-left-a")) == {"windmill-left-a": LOST}
    assert outlooks(city(strip, a="windmill-right-a")) == {"windmill-right-a": OPEN}


# Biodomes.

WALLED_L = """
    F F   F F   F F
    F F   F F   F F
    F F   Wa W  F F
    F F   W F   F F
    F F   F F   F F
    F F   F F   F F
"""


def test_a_biodome_is_safe_when_its_shape_is_walled_in() -> None:
    """R6.5."""
    assert outlooks(city(WALLED_L, a="biodome-L3-a")) == {"biodome-L3-a": SAFE}
    assert outlooks(city("Wa W\n W F", a="biodome-L3-a")) == {"biodome-L3-a": OPEN}


def test_a_biodome_is_lost_when_another_shape_is_walled_in() -> None:
    """R6.5."""
    assert outlooks(city(WALLED_L, a="biodome-O4-a")) == {"biodome-O4-a": LOST}
    assert outlooks(city(WALLED_L, a="biodome-I3-a")) == {"biodome-I3-a": LOST}


def test_a_biodome_is_lost_when_its_district_is_too_large_or_of_no_fitting_shape() -> None:
    """R6.5: even with room all around."""
    assert outlooks(city("Wa W\n W W", a="biodome-L3-a")) == {"biodome-L3-a": LOST}
    assert outlooks(city("Wa W\n W W", a="biodome-U5-a")) == {"biodome-U5-a": LOST}  # no U holds a square of four
    assert outlooks(city("Wa W\n W F", a="biodome-U5-a")) == {"biodome-U5-a": OPEN}


def test_a_biodome_is_lost_when_its_shape_would_touch_more_of_its_terrain() -> None:
    """R6.5: the only free squares that could complete the shape would join a third district."""
    picture = """
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F F    F F   F F
        F F   F Wa   . .   {} F
        F F   F F    . .   F F
    """
    assert outlooks(city(picture.format("F"), a="biodome-I3-a")) == {"biodome-I3-a": OPEN}
    assert outlooks(city(picture.format("W"), a="biodome-I3-a")) == {"biodome-I3-a": LOST}
    assert outlooks(city(picture.format("W"), a="biodome-L3-a")) == {"biodome-L3-a": OPEN}  # not along the row


def test_the_second_of_equal_biodomes_in_a_district_is_lost() -> None:
    """R6.5 [ruling]: whatever becomes of the district."""
    of = city("F Wa Wb F\n F F F F", a="biodome-L3-a", b="biodome-L3-b")
    assert outlooks(of) == {"biodome-L3-a": OPEN, "biodome-L3-b": LOST}


def test_a_biodome_is_lost_beside_a_dearer_one_of_its_shape() -> None:
    """R6.5 [ruling]: in a box where the same shape has two values."""
    cheap, dear = (Piece(id, "biodome", value, shape=((0, 0), (1, 0))) for id, value in (("cheap", 3), ("dear", 8)))
    assert outlooks(city("F Wa Wb F\n F F F F", a=cheap, b=dear)) == {"cheap": LOST, "dear": OPEN}


def test_a_biodome_that_may_be_outbid_on_the_tile_just_laid_is_open_until_that_is_decided() -> None:
    """R6.5 [ruling]: only in a box that holds a dearer one of its shape."""
    picture = """
        F F   F F   F F
        F F   F F   F F
        F F   F Wa  W F
        F F   F F   W F
        F F   F F   F F
        F F   F F   F F
    """
    order = [(1, 1), (1, 0), (0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 0)]  # then, last, the tile in the east
    just_laid = (1, 0)  # seen from the first one
    cheap = motley_box().pieces["biodome-L3-b"]
    assert cheap.outbid
    assert outlooks(city(picture, order=order, a=cheap), just_laid) == {"biodome-L3-b": OPEN}
    assert outlooks(city(picture, order=order, a=cheap)) == {"biodome-L3-b": SAFE}
    assert outlooks(city(picture, order=order, a=cheap), (0, 1)) == {"biodome-L3-b": SAFE}  # not in its district
    assert outlooks(city(picture, order=order, a=piece("biodome-L3-a")), just_laid) == {"biodome-L3-a": SAFE}


def test_a_biodome_in_the_uppermost_row_of_a_full_city_is_not_open() -> None:
    """A shape that would reach beyond the grid is no hope. The city grew upwards from its first tile."""
    of = city(
        """
        F Wa  F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        F F   F F   F F   F F
        """,
        order=[(0, 3)],
        a="biodome-I3-a",
    )
    assert outlooks(of) == {"biodome-I3-a": LOST}


# The range of totals.


def test_the_range_is_what_is_settled_with_what_is_open_lost_or_won() -> None:
    of = city(
        """
        E4 E   F8 F   Fa F   F  W
        E  E   F  F   F  F   Sb W
        """,
        a="windmill-left-a",
        b="biodome-V5-a",
    )
    assert outlooks(of) == {
        "skyscraper-E-4": SAFE,
        "skyscraper-F-8": SAFE,
        "windmill-left-a": LOST,
        "biodome-V5-a": OPEN,
    }
    seen = forecast(of)
    assert (seen.settled, seen.least, seen.most) == (4 + 8 - 4, 8 - 8, 8 + 8)


def test_a_void_skyscraper_adds_nothing_to_the_range() -> None:
    """R6.2."""
    seen = forecast(city(JOINED.format(a=4, b=6)))
    assert (seen.settled, seen.least, seen.most) == (6, 6, 6)
