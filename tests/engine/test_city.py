"""Laying tiles (R4) and building on them (R5), in positions that can be checked by eye."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine.actions import Build, Place, Reason
from engine.city import EMPTY, City, build, builds, lay, placements, why_not_build, why_not_lay
from engine.components import standard_box
from engine.grid import BIT, CELL, Cell, bits
from tests.engine.cities import city, piece, tile

PLAIN = tile("EFSW")
ALL_EARTH, ALL_WATER = tile("EEEE", id="earth"), tile("WWWW", id="water")


def open_cells(of: City) -> set[Cell]:
    return {CELL[bit] for bit in bits(of.open)}


def spread(*cells: Cell) -> City:
    """A city of plain tiles on these cells, the first on 0,0."""
    found = EMPTY
    for cell in cells:
        assert cell in open_cells(found), cell
        found = lay(found, PLAIN, cell, 0)
    return found


# Where a tile may lie (R4.1, R4.3).


def test_the_first_tile_lies_on_cell_0_0_in_any_rotation() -> None:
    """R4.1: anywhere is as good as here, because the city floats."""
    assert placements(EMPTY, [PLAIN]) == [Place("tile", (0, 0), rotation) for rotation in range(4)]


def test_the_second_tile_lies_beside_the_first() -> None:
    """R4.1: by a whole side, not by a corner."""
    assert open_cells(spread((0, 0))) == {(1, 0), (-1, 0), (0, 1), (0, -1)}


def test_a_city_may_grow_four_wide_to_either_side() -> None:
    """R4.3: no frame is chosen before the spans are 4."""
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        strip = [(dx * step, dy * step) for step in range(4)]
        of = spread(*strip)
        along = {(dx * 4, dy * 4), (-dx, -dy)}  # a fifth tile in the line, on either end
        beside = {(x + side * dy, y + side * dx) for x, y in strip for side in (1, -1)}
        assert open_cells(of) == beside
        assert not open_cells(of) & along


def test_a_strip_of_three_may_still_grow_at_both_ends() -> None:
    assert {(-1, 0), (3, 0)} <= open_cells(spread((0, 0), (1, 0), (2, 0)))
    assert {(-3, 0), (1, 0)} <= open_cells(spread((0, 0), (-1, 0), (-2, 0)))


def test_a_city_four_wide_floats_up_and_down() -> None:
    """R4.3: the width is spent, the height is not."""
    of = spread((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (0, -1))
    assert of.frames == [(0, -2), (0, -1)]
    assert {(0, 2), (0, -2)} <= open_cells(of)
    assert {(x, y) for x, y in open_cells(of) if not 0 <= x <= 3} == set()


def test_a_cell_closes_when_the_city_grows_the_other_way() -> None:
    of = spread((0, 0), (1, 0))
    assert (-2, 0) not in open_cells(of) and (-1, 0) in open_cells(of)
    of = spread((0, 0), (1, 0), (2, 0), (2, 1))
    assert (3, 1) in open_cells(of)
    of = lay(of, PLAIN, (-1, 0), 0)  # now four wide, from -1 to 2
    assert (3, 1) not in open_cells(of) and (3, 0) not in open_cells(of) and (1, 1) in open_cells(of)


def test_a_hole_may_be_filled() -> None:
    ring = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    assert (1, 1) in open_cells(spread(*ring))


def test_a_full_city_has_no_open_cell() -> None:
    of = spread(*((x, y) for y in range(4) for x in range(4)))
    assert open_cells(of) == set()
    assert of.frames == [(0, 0)]


def test_sixteen_frames_are_possible_around_the_first_tile() -> None:
    """R4.3: it can end up in every one of the sixteen places."""
    assert set(spread((0, 0)).frames) == set(product(range(-3, 1), range(-3, 1)))


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ((0, 0), Reason.OCCUPIED),
        ((3, 0), Reason.OCCUPIED),
        ((4, 0), Reason.TOO_WIDE),
        ((-1, 0), Reason.TOO_WIDE),
        ((-1, 1), Reason.TOO_WIDE),
        ((0, 4), Reason.TOO_HIGH),
        ((0, -4), Reason.TOO_HIGH),
        ((1, 2), Reason.NOT_BESIDE),
        ((0, -2), Reason.NOT_BESIDE),
        ((99, 99), Reason.TOO_WIDE),
        ((1, 1), None),
    ],
)
def test_a_wrong_cell_is_refused_with_its_reason(cell: Cell, reason: Reason | None) -> None:
    """R4.1, R4.3 in a strip of four."""
    of = spread((0, 0), (1, 0), (2, 0), (3, 0))
    assert why_not_lay(of, [PLAIN], Place("tile", cell, 0)) is reason


def test_terrains_need_not_match() -> None:
    """R4.2."""
    of = lay(EMPTY, ALL_EARTH, (0, 0), 0)
    assert len(placements(of, [ALL_WATER])) == 4 * 4


def test_placements_come_by_tile_then_row_by_row_then_by_rotation() -> None:
    found = placements(spread((0, 0)), [tile("EFSW", id="b"), tile("WWFF", id="a")])
    cells = [(0, -1), (-1, 0), (1, 0), (0, 1)]
    assert found == [Place(id, cell, turn) for id in "ab" for cell in cells for turn in range(4)]


def test_a_laid_tile_shows_its_rotation() -> None:
    """R4.2: clockwise."""
    of = lay(EMPTY, tile("EFSW", "P--A"), (0, 0), 1)
    north_west = 1 << BIT[0, 0]
    assert of.land[3] == of.sports == north_west
    assert of.land[0] == of.parks == north_west << 1


# Joining districts (R4.4 to R4.6).

BETWEEN_TWO_TOWERS = """
    F F  F E8  . .  E10 F
    F F  F F   . .  F   F
"""


def between(of: City, *hand: str, cell: Cell = (2, 0)) -> set[tuple[str, int]]:
    """The ways to lay these tiles on the cell between the two skyscrapers."""
    tiles = [tile(terrain, id=terrain) for terrain in hand]
    return {(place.tile, place.rotation) for place in placements(of, tiles) if place.cell == cell}


def bridged(picture: str, **named: Any) -> City:
    """The city of a picture with a gap, its right part connected below by a row of stone and forest."""
    return city(picture + "S F S F S F S F\n F S F S F S F S", **named)


def test_two_districts_with_a_skyscraper_may_not_be_joined() -> None:
    """R4.5: earth along the upper edge of the gap is banned, everything else is not."""
    of = bridged(BETWEEN_TWO_TOWERS)
    assert between(of, "EEFF") == {("EEFF", 1), ("EEFF", 2), ("EEFF", 3)}
    assert between(of, "EFSW") == {("EFSW", turn) for turn in range(4)}
    assert why_not_lay(of, [tile("EEFF")], Place("tile", (2, 0), 0)) is Reason.JOINS_SKYSCRAPERS
    assert why_not_lay(of, [tile("EEFF")], Place("tile", (2, 0), 1)) is None


def test_one_skyscraper_may_be_joined_with_any_district_without() -> None:
    """R4.5 speaks of two districts that each hold one."""
    of = bridged(BETWEEN_TWO_TOWERS.replace("E10", "E"))
    assert between(of, "EEFF") == {("EEFF", turn) for turn in range(4)}


def test_utilities_do_not_hinder_a_join() -> None:
    """R4.5: only skyscrapers count."""
    of = bridged(BETWEEN_TWO_TOWERS.replace("E10", "Ea"), a="biodome-L3-a")
    assert between(of, "EEFF") == {("EEFF", turn) for turn in range(4)}


def test_skyscrapers_of_different_terrains_never_hinder_each_other() -> None:
    of = bridged(BETWEEN_TWO_TOWERS.replace("E10", "F10"))
    assert between(of, "EEFF", "EFFF") == {(id, turn) for id in ("EEFF", "EFFF") for turn in range(4)}


def test_each_terrain_is_looked_at() -> None:
    """R4.5: to add to one of two earth districts below is no join, but water along the north side is."""
    of = city("""
        F F   F W8   . .    W10 F
        F F   F F    . .    F   F
        F F   F F    E6 F   F   F
        F F   F F    F F    F   E4
    """)
    assert between(of, "WWFE") == {("WWFE", 1), ("WWFE", 2), ("WWFE", 3)}


def test_a_corner_does_not_join() -> None:
    """R4.4: north-west meets the 8, south-east the district of the 10, and they meet each other only by a corner."""
    of = bridged("""
        F F  F E8  . .  E10 F
        F F  F F   . .  E   F
    """)
    assert between(of, "EFEF") == {("EFEF", turn) for turn in range(4)}


AROUND_A_GAP = """
    F F    F F    F F
    F F    E E    E F
    F E8   . .    E F
    F F    . .    E F
    F F    F E10  F F
    F F    F F    F F
"""


def test_a_join_through_unclaimed_land_outside_the_tile_is_banned() -> None:
    """R4.5: north-west meets the 8, south-east the 10; they touch only by a corner, but free earth leads around."""
    assert between(city(AROUND_A_GAP), "EFEF", cell=(1, 1)) == {("EFEF", 1), ("EFEF", 3)}
    interrupted = AROUND_A_GAP.replace("E E    E F", "E E    F F")
    assert between(city(interrupted), "EFEF", cell=(1, 1)) == {("EFEF", turn) for turn in range(4)}


def test_three_districts_may_be_joined_if_only_one_holds_a_skyscraper() -> None:
    of = city(AROUND_A_GAP.replace("E10", "E"))
    assert between(of, "EEEE", cell=(1, 1)) == {("EEEE", turn) for turn in range(4)}


def test_a_second_skyscraper_in_a_joined_district_is_no_join() -> None:
    """R4.5: both stand in one district already (after R4.6), so nothing is joined by adding to it."""
    of = city("""
        F  E8  F F
        F  E   F F
        F  E10 . .
        F  F   . .
    """)
    assert between(of, "EEEE", cell=(1, 1)) == {("EEEE", turn) for turn in range(4)}


LAST_GAP = """
    F F    F F    F F  F F
    F F    F E10  F F  F F
    F E8   . .    F F  F F
    F F    . .    F F  F F
    F F    F F    F F  F F
    F F    F F    F F  F F
    F F    F F    F F  F F
    F F    F F    F F  F F
"""


def test_any_placement_is_allowed_when_all_of_them_join() -> None:
    """R4.6: every tile of the hand, in every rotation."""
    of, hand = city(LAST_GAP), [tile("EEEE", id=id) for id in "abc"]
    assert placements(of, hand) == [Place(id, (1, 1), turn) for id in "abc" for turn in range(4)]
    assert all(why_not_lay(of, hand, place) is None for place in placements(of, hand))


def test_no_placement_may_join_while_one_tile_of_the_hand_has_another_option() -> None:
    """R4.6: only the third tile, in two rotations, leaves the 8 and the 10 apart."""
    of, hand = city(LAST_GAP), [tile("EEEE", id="a"), tile("EEEE", id="b"), tile("EEEF", id="c")]
    assert placements(of, hand) == [Place("c", (1, 1), 1), Place("c", (1, 1), 2)]
    for place in (Place("a", (1, 1), 0), Place("b", (1, 1), 3), Place("c", (1, 1), 0), Place("c", (1, 1), 3)):
        assert why_not_lay(of, hand, place) is Reason.JOINS_SKYSCRAPERS


def test_no_placement_may_join_while_another_cell_is_left() -> None:
    """R4.6: on any cell. In the corner nothing is joined."""
    *lines, seventh, eighth = LAST_GAP.strip().splitlines()
    of = city("\n".join([*lines, seventh.removesuffix("F F") + ". .", eighth.removesuffix("F F") + ". ."]))
    assert open_cells(of) == {(1, 1), (3, 3)}
    hand = [tile("EEEE", id=id) for id in "abc"]
    assert {place.cell for place in placements(of, hand)} == {(3, 3)}


def test_a_forced_join_makes_one_district_that_is_taken() -> None:
    """R4.6, R5.2."""
    of = lay(city(LAST_GAP), ALL_EARTH, (1, 1), 0)
    assert of.claimed[0] == of.land[0] == of.district(1 << BIT[1, 1])
    assert why_not_build(of, [piece("skyscraper-E-4")], Build("skyscraper-E-4", 2)) is Reason.DISTRICT_TAKEN


# Building (R5).


def test_nothing_is_built_on_a_park_or_a_sport_facility() -> None:
    """R5.1."""
    of = city("""
        EP  E
        EA  E
    """)
    for id in ("skyscraper-E-4", "windmill-left-a"):
        assert builds(of, [piece(id)]) == [Build(id, 1), Build(id, 2)]
        assert why_not_build(of, [piece(id)], Build(id, 0)) is Reason.ON_A_MARK
        assert why_not_build(of, [piece(id)], Build(id, 3)) is Reason.ON_A_MARK


def test_a_skyscraper_stands_on_its_own_terrain() -> None:
    """R5.2."""
    of = city("""
        E  F
        W  S
    """)
    for square, terrain in enumerate("EFSW"):
        id = f"skyscraper-{terrain}-12"
        assert builds(of, [piece(id)]) == [Build(id, square)]
        assert why_not_build(of, [piece(id)], Build(id, (square + 1) % 4)) is Reason.WRONG_TERRAIN


def test_a_district_takes_one_skyscraper() -> None:
    """R5.2: the district as it is after the tile was laid, which brought the two together."""
    of = city(
        """
        E8 F   F E
        E  F   F F
        E  E   E E
        F  F   F F
        """,
        order=[(0, 0), (1, 0), (1, 1), (0, 1)],
    )
    # The tile laid last, in the south-west, has the way from the 8 to the other tile on its north side.
    assert why_not_build(of, [piece("skyscraper-E-4")], Build("skyscraper-E-4", 0)) is Reason.DISTRICT_TAKEN
    assert why_not_build(of, [piece("skyscraper-E-4")], Build("skyscraper-E-4", 1)) is Reason.DISTRICT_TAKEN
    assert builds(of, [piece("skyscraper-E-4")]) == []
    assert why_not_build(of, [piece("skyscraper-F-4")], Build("skyscraper-F-4", 2)) is None


def test_a_district_beside_a_taken_one_is_free() -> None:
    """R5.2: the north-west square belongs to the 8, the south-east one touches it by a corner only."""
    of = city("""
        E8 F
        E  F
        E  F
        F  E
    """)
    assert builds(of, [piece("skyscraper-E-4")]) == [Build("skyscraper-E-4", 2)]


def test_land_laid_far_away_takes_part_in_a_claim() -> None:
    """R5.2: a claim spreads over free land that a tile connects, beyond the tile itself."""
    of = city(
        """
        E8 E   E E   E E   E F
        F  F   F F   F F   F F
        F  F   F F   F F   . .
        F  F   F F   F F   . .
        """,
        order=[(0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0), (3, 0)],
    )
    assert of.claimed[0] == of.land[0]
    assert why_not_build(of, [piece("skyscraper-E-4")], Build("skyscraper-E-4", 0)) is Reason.DISTRICT_TAKEN


def test_a_utility_stands_in_any_district() -> None:
    """R5.3: whatever stands there already."""
    of = city("""
        E8 EP  E E
        E  F   E W
    """)
    for id in ("windmill-left-a", "ecomobile-park-4-a", "biodome-L3-a"):
        assert builds(of, [piece(id)]) == [Build(id, square) for square in range(4)]
    more = lay(build(of, piece("biodome-L3-a"), 0), tile("EEEE"), (2, 0), 0)
    assert builds(more, [piece("biodome-L3-b")]) == [Build("biodome-L3-b", square) for square in range(4)]


def test_building_is_only_on_the_tile_laid_last() -> None:
    """R5."""
    of = build(city("E F E F\n E F E F"), piece("skyscraper-E-4"), 0)
    assert [(built.cell, built.square) for built in of.pieces] == [((1, 0), 0)]
    assert of.claimed[0] == of.district(1 << BIT[1, 0]) != of.land[0]


def test_builds_come_in_the_order_of_the_supply_then_by_square() -> None:
    of = city("E E\n F E")
    supply = [piece("windmill-top-b"), piece("skyscraper-E-12"), piece("skyscraper-W-4"), piece("skyscraper-E-4")]
    assert builds(of, supply) == [
        *(Build("windmill-top-b", square) for square in range(4)),
        *(Build("skyscraper-E-12", square) for square in range(3)),
        *(Build("skyscraper-E-4", square) for square in range(3)),
    ]


def test_laying_and_building_leave_the_old_city_as_it_was() -> None:
    of = city(AROUND_A_GAP)
    copy = of._replace()
    build(lay(of, ALL_EARTH, (1, 1), 0), piece("windmill-left-a"), 0)
    assert of == copy


def test_a_district_is_asked_for_by_any_of_its_squares() -> None:
    """R4.4: across tiles; where no land is, there is no district."""
    of = city("""
        E E  F F
        F E  E F
    """)
    assert of.district(1 << BIT[0, 0]) == of.land[0]
    assert of.land[0].bit_count() == 4
    assert of.district(1 << BIT[2, 2]) == 0


def test_every_tile_of_the_box_can_be_laid_in_four_ways_at_the_start() -> None:
    for own in standard_box().tiles.values():
        assert len(placements(EMPTY, [own])) == 4
