"""The supply inside its tray: what gives way when there is no room."""

from __future__ import annotations

from itertools import combinations, product
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from app.layout import Form, Rect, Step, Tray, play_layout
from app.supply_layout import PlacedRow, SupplyPlan, SupplyRow, compact_supply, supply_layout

EPSILON = 1e-6
STEPS: tuple[Step, ...] = get_args(Step)
UTILITIES = [SupplyRow(6, utility=True)] * 2


def supply(*usable: bool, places: int = 7) -> list[SupplyRow]:
    return [*(SupplyRow(places, each) for each in usable), *UTILITIES]


def content(w: float, h: float, step: Step = "build", text_scale: float = 1.0, tray: Tray = "supply") -> Rect:
    return play_layout(w, h, step, text_scale, tray=tray).trays["supply"].content


def within(inner: Rect, outer: Rect) -> bool:
    return (
        inner.x >= outer.x - EPSILON
        and inner.y >= outer.y - EPSILON
        and inner.right <= outer.right + EPSILON
        and inner.bottom <= outer.bottom + EPSILON
    )


def overlap(a: Rect, b: Rect) -> bool:
    across = min(a.right, b.right) - max(a.x, b.x)
    return across > EPSILON and min(a.bottom, b.bottom) - max(a.y, b.y) > EPSILON


def faults(plan: SupplyPlan, tray: Rect) -> list[str]:
    """What is wrong with an open supply in this tray."""
    found = []
    for page in range(plan.pages):
        rows = [row for row in plan.rows if row.page == page]
        found += [] if rows else [f"page {page} is empty"]
        found += [f"outside: {row}" for row in rows if not within(row.band, tray)]
        found += [f"rows overlap: {a}, {b}" for a, b in combinations(rows, 2) if overlap(a.band, b.band)]
        headings = [row.heading for row in rows if row.heading]
        slots = [slot for row in rows for slot in row.slots]
        found += [f"heading outside: {heading}" for heading in headings if not within(heading, tray)]
        found += [f"heading over slot: {a}, {b}" for a in headings for b in slots if overlap(a, b)]
        for row in rows:
            found += [f"slot outside its band: {slot}" for slot in row.slots if not within(slot, row.band)]
            found += [f"slot small: {slot}" for slot in row.slots if min(slot.w, slot.h) < 48 - EPSILON]
            found += [f"slots overlap: {a}, {b}" for a, b in combinations(row.slots, 2) if overlap(a, b)]
    return found


def collapsed(plan: SupplyPlan) -> list[bool]:
    return [not row.slots for row in plan.rows]


def headed(plan: SupplyPlan) -> list[bool]:
    return [row.heading is not None for row in plan.rows]


sizes = st.one_of(
    st.tuples(st.integers(360, 2560), st.integers(640, 1600)), st.tuples(st.integers(640, 2560), st.integers(360, 1600))
)
kinds = st.lists(st.builds(SupplyRow, st.integers(1, 6), st.booleans(), st.just(True)), min_size=1, max_size=2)
terrains = st.tuples(st.integers(5, 7), st.lists(st.booleans(), min_size=4, max_size=4)).map(
    lambda drawn: [SupplyRow(drawn[0], usable) for usable in drawn[1]]
)


@given(sizes, st.sampled_from(STEPS), st.floats(1, 1.5), terrains, kinds)
def test_every_piece_is_within_reach_at_every_size(
    size: tuple[int, int], step: Step, text_scale: float, skyscrapers: list[SupplyRow], utilities: list[SupplyRow]
) -> None:
    shelf = play_layout(*size, step, text_scale, tray="supply").trays["supply"]
    rows = [*skyscrapers, *utilities]
    if shelf.form is Form.COMPACT:
        cells = [cell for row in compact_supply(shelf.content, rows) for cell in row.cells]
        assert len(cells) == sum(row.places for row in rows)
        return
    plan = supply_layout(shelf.content, text_scale, rows)
    assert faults(plan, shelf.content) == []
    assert [len(row.slots) for row in plan.rows if row.slots] == [
        row.places for row, lies in zip(rows, collapsed(plan), strict=True) if not lies
    ]
    assert not any(lies and row.usable for row, lies in zip(rows, collapsed(plan), strict=True))


def test_the_compact_supply_can_be_read_at_every_size() -> None:
    trays = {
        shelf.content
        for w, h in [*product(range(840, 1500, 66), range(520, 900, 19)), *product(range(360, 800, 44), (640, 960))]
        for step in STEPS
        for shelf in [play_layout(w, h, step, tray="supply" if h > w else None).trays.get("supply")]
        if shelf and shelf.form is Form.COMPACT
    }
    for tray in trays:
        rows = compact_supply(tray, supply(True, True, True, True))
        parts = [part for row in rows for part in (row.sign, *row.cells) if part]
        assert all(part.w >= 15 and part.h >= 20 and within(part, tray) for part in parts), tray
        assert not any(overlap(a, b) for a, b in combinations(parts, 2))


def test_a_tablet_shows_every_row_with_its_heading() -> None:
    plan = supply_layout(content(1280, 800), 1.0, supply(False, True, False, True))
    assert plan.pages == 1
    assert headed(plan) == [True] * 5 + [False]
    assert not any(collapsed(plan))
    assert [slot.w for slot in plan.rows[0].slots] == [48] * 7
    assert plan.rows[5].band.y - plan.rows[4].band.bottom == 4


def test_rows_without_use_collapse_first() -> None:
    plan = supply_layout(content(1280, 800, text_scale=1.5), 1.5, supply(False, True, False, True))
    assert plan.pages == 1
    assert collapsed(plan) == [True, False, True, False, False, False]
    assert headed(plan) == [False, True, False, True, True, False]
    assert plan.rows[0].band.y > plan.rows[5].band.y  # below all that is of use


def test_headings_go_next() -> None:
    plan = supply_layout(content(412, 859), 1.0, supply(True, True, True, True))
    assert plan.pages == 1
    assert not any(headed(plan))
    assert not any(collapsed(plan))


def test_two_pages_come_last() -> None:
    plan = supply_layout(content(640, 360, text_scale=1.5), 1.5, supply(True, True, True, True))
    assert plan.pages == 2
    assert [row.page for row in plan.rows] == [0, 0, 0, 0, 1, 1]
    assert not any(collapsed(plan))


def test_a_page_of_its_own_gives_the_utilities_their_heading_back() -> None:
    plan = supply_layout(content(640, 360), 1.0, supply(True, True, True, True))
    assert headed(plan) == [False] * 4 + [True, False]


def test_where_there_is_width_headings_stand_beside_the_rows() -> None:
    plan = supply_layout(content(800, 1280), 1.0, supply(True, False, True, True))
    row: PlacedRow = plan.rows[0]
    assert row.heading is not None
    assert (row.heading.y, row.heading.h) == (row.band.y, row.band.h)
    assert row.heading.right <= row.slots[0].x
    assert headed(plan) == [True] * 4 + [False] * 2


def test_fewer_values_have_wider_places() -> None:
    seven, five = (
        supply_layout(content(412, 859), 1.0, supply(True, True, True, True, places=places)) for places in (7, 5)
    )
    assert five.rows[0].slots[0].w > seven.rows[0].slots[0].w >= 48


def test_on_the_narrowest_phone_slots_touch_but_do_not_shrink() -> None:
    slots = supply_layout(content(360, 640), 1.0, supply(True, True, True, True)).rows[0].slots
    assert all(slot.w >= 48 for slot in slots)
    assert slots[0].x >= 0 and slots[-1].right <= 360


def test_a_low_compact_supply_has_the_utilities_beside_the_numbers() -> None:
    low, high = (compact_supply(Rect(0, 0, 408, h), supply(True, True, True, True)) for h in (112, 276))
    assert low[4].cells[0].x > low[0].cells[-1].right
    assert high[4].cells[0].y > high[3].cells[0].bottom
    assert [row.sign is None for row in low] == [False] * 4 + [True] * 2


def test_looking_opens_the_supply_in_a_dock() -> None:
    assert play_layout(1280, 800, "lay").trays["supply"].form is Form.COMPACT
    assert play_layout(1280, 800, "lay", tray="supply").trays["supply"].form is Form.OPEN
    assert play_layout(915, 412, "draw", tray="supply").trays["supply"].form is Form.OPEN
    assert play_layout(412, 915, "lay", tray="supply").trays["supply"].form is Form.COMPACT
