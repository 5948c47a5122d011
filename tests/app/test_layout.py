"""The play screen's rectangles: at every size, in every step, with large text, mirrored, and looking elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.layout import (
    BUILDING,
    CHOOSING,
    DRAWING,
    LOOKING,
    TRYING,
    Arrangement,
    Form,
    Insets,
    Kind,
    PlayLayout,
    Rect,
    Step,
    Tray,
    action_bar,
    hand_slots,
    kind_of,
    play_layout,
    row_slots,
    tile_size,
)

STEPS: tuple[Step, ...] = get_args(Step)
TRAYS: tuple[Tray, ...] = get_args(Tray)
ARRANGEMENTS = (CHOOSING, TRYING, BUILDING, DRAWING, LOOKING)
TARGETS = ("menu", "card", "tab", "hand", "supply", "row", "action")
EPSILON = 1e-6


def size(of: Rect) -> tuple[float, float]:
    return of.w, of.h


def within(inner: Rect, outer: Rect) -> bool:
    return (
        inner.w > 0
        and inner.h > 0
        and inner.x >= outer.x - EPSILON
        and inner.y >= outer.y - EPSILON
        and inner.right <= outer.right + EPSILON
        and inner.bottom <= outer.bottom + EPSILON
    )


def overlap(a: Rect, b: Rect) -> bool:
    across = min(a.right, b.right) - max(a.x, b.x)
    down = min(a.bottom, b.bottom) - max(a.y, b.y)
    return across > EPSILON and down > EPSILON


def small(rect: Rect) -> bool:
    return min(rect.w, rect.h) < 48 - EPSILON


def apart(rects: Mapping[str, Rect], frame: Rect) -> Iterator[str]:
    """What leaves the frame or lies over something else."""
    yield from (f"{name} outside" for name, rect in rects.items() if not within(rect, frame))
    yield from (f"{a} over {b}" for a, b in combinations(rects, 2) if overlap(rects[a], rects[b]))


def named(name: str, rects: Iterable[Rect]) -> dict[str, Rect]:
    return {f"{name} {i}": rect for i, rect in enumerate(rects)}


def faults(layout: PlayLayout, frame: Rect, mirrored: bool = False) -> list[str]:
    """What is wrong with a layout that fills this frame."""
    found = [*apart(layout.regions, frame), *apart(layout.panes, frame)]
    found += [f"{n} small" for n, rect in layout.regions.items() if n.startswith(TARGETS) and small(rect)]
    if min(size(layout.regions["city"])) < 144:
        found.append("city small")
    for name, shelf in layout.trays.items():
        parts = {"content": shelf.content} | ({"label": shelf.label} if shelf.label else {})
        found += [f"{name}: {fault}" for fault in apart(parts, shelf.panel)]
        found += [f"{name}: no panel"] if layout.regions[name] != shelf.panel else []
        if name == "hand":
            found += tiles_at_fault(hand_slots(shelf.content), shelf.content, shelf.form)
        if name == "row":
            row = row_slots(shelf.content)
            found += tiles_at_fault([*row.tiles, row.pile], shelf.content, shelf.form)
    for arrangement in ARRANGEMENTS:
        buttons = action_bar(layout.regions["action"], arrangement, mirrored)
        found += [*apart(buttons, layout.regions["action"])]
        found += [f"{name} small" for name, rect in buttons.items() if small(rect)]
    return found


def tiles_at_fault(tiles: list[Rect], content: Rect, form: Form) -> Iterator[str]:
    yield from apart(named("tile", tiles), content)
    yield from (f"tile {i} not square" for i, tile in enumerate(tiles) if abs(tile.w - tile.h) > EPSILON)
    if form is Form.OPEN:
        yield from (f"tile {i} small" for i, tile in enumerate(tiles) if small(tile))


def supported(w: float, h: float) -> bool:
    return (w >= 360 and h >= 640) or (w >= 640 and h >= 360)


@st.composite
def sizes(draw: st.DrawFn) -> tuple[float, float]:
    """Effective sizes, often just beside a border between two kinds."""
    exact = st.floats(0, 1).map(lambda part: round(part, 2))
    borders = st.sampled_from([360, 520, 600, 640, 720, 840, 960]) | st.integers(360, 2560)
    w, h = draw(borders) + draw(exact), min(1600, draw(borders) + draw(exact))
    return (w, h) if supported(w, h) else (max(w, 640), max(h, 360))


insets_of = st.tuples(*[st.sampled_from([0, 24, 32.5])] * 4)


@given(
    sizes(),
    st.sampled_from(STEPS),
    st.sampled_from([None, *TRAYS]),
    st.floats(1, 1.5),
    insets_of,
    st.integers(2, 4),
    st.booleans(),
    st.integers(0, 1),
)
def test_nothing_is_outside_or_overlaps_or_too_small(
    effective: tuple[float, float],
    step: Step,
    tray: Tray | None,
    text_scale: float,
    insets: Insets,
    seats: int,
    mirrored: bool,
    own: int,
) -> None:
    (w, h), (top, right, bottom, left) = effective, insets
    layout = play_layout(w + left + right, h + top + bottom, step, text_scale, insets, seats, mirrored, tray, own)
    assert faults(layout, Rect(left, top, w + EPSILON, h + EPSILON), mirrored) == []


@pytest.mark.parametrize("step", STEPS)
def test_a_grid_of_sizes_has_no_fault(step: Step) -> None:
    grid = [(w, h) for w in range(360, 2561, 110) for h in range(360, 1601, 62) if supported(w, h)]
    wrong = [
        (w, h, text_scale, found)
        for w, h in grid
        for text_scale in (1.0, 1.5)
        if (found := faults(play_layout(w, h, step, text_scale), Rect(0, 0, w, h)))
    ]
    assert wrong == []


def test_a_window_being_resized_never_fails() -> None:
    for w, h in [(w, h) for w in range(360, 2561, 7) for h in range(360, 1601, 7 * 17) if supported(w, h)]:
        for step in STEPS:
            play_layout(w, h, step)
    for w, h in [(w, h) for w in range(360, 2561, 7 * 29) for h in range(360, 1601, 7) if supported(w, h)]:
        for tray in TRAYS:
            play_layout(w, h, "lay", 1.5, tray=tray)


FIGURES: list[tuple[tuple[int, int], Insets, Step, dict[str, tuple[float, float]]]] = [
    ((1280, 800), (0, 0, 0, 0), "lay", {"notice": (712, 48), "city": (704, 692), "caption": (712, 48)}),
    ((1280, 800), (0, 0, 0, 0), "lay", {"menu": (48, 48), "card-3": (116, 176), "hand": (408, 172), "row": (408, 124)}),
    ((1280, 800), (0, 0, 0, 0), "build", {"city": (704, 692), "hand": (408, 60), "row": (408, 60)}),
    ((1280, 800), (0, 0, 0, 0), "draw", {"city": (704, 692), "hand": (408, 156), "row": (408, 304)}),
    ((1024, 600), (0, 0, 0, 0), "lay", {"city": (464, 492), "card-0": (100, 126), "hand": (408, 172)}),
    ((1024, 600), (0, 0, 0, 0), "build", {"supply": (408, 460)}),
    ((800, 1280), (0, 0, 0, 0), "lay", {"notice": (800, 48), "city": (768, 760), "caption": (800, 48)}),
    ((800, 1280), (0, 0, 0, 0), "draw", {"city": (768, 760), "row": (800, 184), "action": (800, 72)}),
    ((800, 1280), (0, 0, 0, 0), "build", {"city": (496, 496), "loupe": (280, 496), "supply": (800, 444)}),
    ((412, 915), (32, 0, 24, 0), "lay", {"city": (404, 399), "caption": (412, 56), "hand": (412, 148)}),
    ((412, 915), (32, 0, 24, 0), "draw", {"city": (404, 399), "row": (412, 148), "action": (412, 72)}),
    ((412, 915), (32, 0, 24, 0), "build", {"city": (200, 200), "loupe": (188, 200), "supply": (412, 407)}),
    ((915, 412), (0, 0, 0, 0), "lay", {"city": (412, 412), "caption": (447, 40), "hand": (447, 268)}),
    ((915, 412), (0, 0, 0, 0), "build", {"city": (412, 412), "supply": (447, 268), "action": (447, 56)}),
    ((800, 600), (0, 0, 0, 0), "draw", {"city": (400, 600), "row": (344, 456), "tab-row": (104, 48)}),
]


@pytest.mark.parametrize(("window", "insets", "step", "expected"), FIGURES)
def test_the_drawn_screens_have_the_drawn_sizes(
    window: tuple[int, int], insets: Insets, step: Step, expected: dict[str, tuple[float, float]]
) -> None:
    regions = play_layout(*window, step, insets=insets).regions
    assert {name: size(regions[name]) for name in expected} == expected


def test_large_text_takes_its_height_from_the_city() -> None:
    plain, large = (play_layout(1280, 800, "lay", text_scale).regions for text_scale in (1.0, 1.5))
    assert large["caption"].h - plain["caption"].h == plain["city"].h - large["city"].h == 12
    assert play_layout(412, 859, "lay", 1.5).regions["caption"].h == 56 + 18


@pytest.mark.parametrize(
    ("w", "h", "kind"),
    [
        (1280, 800, Kind.WIDE),
        (1024, 600, Kind.WIDE),
        (840, 520, Kind.WIDE),
        (800, 1280, Kind.TALL),
        (600, 960, Kind.TALL),
        (412, 859, Kind.PHONE),
        (360, 640, Kind.PHONE),
        (700, 800, Kind.PHONE),
        (915, 412, Kind.SHORT),
        (640, 360, Kind.SHORT),
        (800, 600, Kind.SHORT),
        (700, 760, Kind.SHORT),
    ],
)
def test_the_effective_size_decides_the_kind(w: float, h: float, kind: Kind) -> None:
    assert kind_of(w, h) is kind
    assert play_layout(w + 20, h + 30, "lay", insets=(10, 5, 20, 15)).kind is kind


WINDOWS = [(1280, 800), (1024, 600), (840, 520), (800, 1280), (412, 915), (360, 640), (915, 412), (800, 600)]


@pytest.mark.parametrize("window", WINDOWS)
def test_the_action_bar_never_moves(window: tuple[int, int]) -> None:
    every = product(STEPS, [None, *TRAYS], (1.0, 1.5), (2, 4))
    bars = {
        play_layout(*window, step, text_scale, seats=seats, tray=tray).regions["action"]
        for step, tray, text_scale, seats in every
    }
    assert len(bars) == 1


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("window", WINDOWS)
def test_the_confirming_button_ends_at_the_same_place(window: tuple[int, int], mirrored: bool) -> None:
    bar = play_layout(*window, "lay", mirrored=mirrored).regions["action"]
    buttons = [action_bar(bar, arrangement, mirrored)["confirm"] for arrangement in ARRANGEMENTS]
    assert len({(button.right, button.y, button.h) for button in buttons}) == 1
    assert min(button.w for button in buttons) >= 136


@pytest.mark.parametrize("window", WINDOWS)
def test_who_confirms_twice_does_not_skip_the_building(window: tuple[int, int]) -> None:
    bar = play_layout(*window, "build").regions["action"]
    nothing = action_bar(bar, BUILDING)["nothing"]
    for arrangement in ARRANGEMENTS:
        confirm = action_bar(bar, arrangement)["confirm"]
        assert nothing.right < confirm.centre[0]


@pytest.mark.parametrize("window", WINDOWS)
def test_a_second_icon_leaves_room_to_build_nothing(window: tuple[int, int]) -> None:
    bar = play_layout(*window, "build").regions["action"]
    buttons = action_bar(bar, Arrangement((1, 2), nothing=True))
    assert list(apart(buttons, bar)) == []
    assert buttons["nothing"].w >= 96
    for arrangement in (Arrangement((1, 2)), TRYING):
        assert buttons["nothing"].right < action_bar(bar, arrangement)["confirm"].centre[0]


def test_the_icons_keep_their_places() -> None:
    bar = play_layout(412, 915, "lay").regions["action"]
    trying = action_bar(bar, TRYING)
    for arrangement in ARRANGEMENTS:
        slots = {name: rect for name, rect in action_bar(bar, arrangement).items() if name.startswith("slot")}
        assert slots.items() <= trying.items()


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("window", WINDOWS)
def test_looking_at_another_tray_moves_only_trays(window: tuple[int, int], step: Step) -> None:
    rests = [
        {name: rect for name, rect in play_layout(*window, step, tray=tray).regions.items() if name not in TRAYS}
        for tray in (None, *TRAYS)
    ]
    assert all(rest == rests[0] for rest in rests)


@pytest.mark.parametrize("window", WINDOWS)
def test_laying_and_drawing_show_the_city_alike(window: tuple[int, int]) -> None:
    lay, draw = (play_layout(*window, step) for step in ("lay", "draw"))
    assert lay.regions["city"] == draw.regions["city"]
    assert lay.ring and draw.ring


@pytest.mark.parametrize(("step", "tray"), [*zip(STEPS, TRAYS, strict=True)])
def test_the_tray_of_the_step_is_open(step: Step, tray: Tray) -> None:
    for w, h in [(w, h) for w in range(360, 2561, 55) for h in range(360, 1601, 40) if supported(w, h)]:
        assert play_layout(w, h, step, 1.5).trays[tray].form is Form.OPEN, (w, h)


@pytest.mark.parametrize("window", WINDOWS)
def test_left_handers_have_the_dock_at_the_left(window: tuple[int, int]) -> None:
    plain, mirrored = (play_layout(*window, "lay", mirrored=mirrored) for mirrored in (False, True))
    if "dock" in plain.panes:
        assert mirrored.panes["dock"].x == 0 < mirrored.regions["city"].x < mirrored.panes["rail"].x
    assert {n: size(r) for n, r in mirrored.regions.items()} == {n: size(r) for n, r in plain.regions.items()}


def test_on_a_standing_tablet_left_handers_decide_at_the_left() -> None:
    bar = play_layout(800, 1280, "lay").regions["action"]
    assert action_bar(bar, TRYING, mirrored=True)["slot-1"].x == 12
    assert action_bar(bar, TRYING)["confirm"].right == 800 - 12


@pytest.mark.parametrize("window", WINDOWS)
def test_every_seat_has_a_card(window: tuple[int, int]) -> None:
    for seats in (2, 3, 4):
        regions = play_layout(*window, "lay", seats=seats).regions
        assert {name for name in regions if name.startswith("card")} == {f"card-{seat}" for seat in range(seats)}


def test_fewer_players_have_no_larger_cards_in_the_rail() -> None:
    two, four = (play_layout(1280, 800, "lay", seats=seats).regions for seats in (2, 4))
    assert two["card-1"] == four["card-1"]


def test_on_a_phone_the_own_card_is_in_the_bar_and_stays_while_building() -> None:
    lay, build = (play_layout(412, 915, step, own=2) for step in ("lay", "build"))
    assert within(lay.regions["card-2"], lay.panes["bar"])
    assert [within(lay.regions[f"card-{seat}"], lay.panes["players"]) for seat in (0, 1, 3)] == [True] * 3
    assert lay.regions["card-0"].x < lay.regions["card-1"].x < lay.regions["card-3"].x
    assert "card-0" not in build.regions and build.regions["card-2"] == lay.regions["card-2"]


def test_in_a_low_window_pieces_take_the_whole_dock() -> None:
    assert set(play_layout(1024, 719, "build").trays) == {"supply"}
    assert set(play_layout(1024, 720, "build").trays) == {"hand", "supply", "row"}


def test_tiles_have_the_drawn_sizes() -> None:
    def hand(w: int, h: int, step: Step) -> float:
        return hand_slots(play_layout(w, h, step).trays["hand"].content)[0].w

    def row(w: int, h: int, step: Step) -> float:
        return row_slots(play_layout(w, h, step).trays["row"].content).pile.w

    assert (hand(1280, 800, "lay"), hand(1280, 800, "draw"), hand(1280, 800, "build")) == (120, 104, 44)
    assert (row(1280, 800, "lay"), row(1280, 800, "draw"), row(1280, 800, "build")) == (72, 120, 39.2)
    assert (hand(800, 1280, "lay"), row(800, 1280, "draw")) == (152, 136)
    assert (hand(412, 859, "lay"), row(412, 859, "draw")) == (116, 72.8)


def test_the_row_stands_two_by_two_where_that_is_larger() -> None:
    upper_left, upper_right, lower_left, lower_right = row_slots(Rect(0, 0, 344, 400)).tiles
    assert upper_left.y == upper_right.y < lower_left.y == lower_right.y
    assert upper_left.x == lower_left.x < upper_right.x == lower_right.x
    assert lower_left.y - upper_left.bottom == upper_right.x - upper_left.right == 12
    line = row_slots(Rect(0, 0, 408, 72))
    assert len({tile.y for tile in (*line.tiles, line.pile)}) == 1


@pytest.mark.parametrize(
    ("window", "sides"), [((1280, 800), (109, 130, 159)), ((800, 1280), (120, 142, 175)), ((412, 859), (63, 75, 92))]
)
def test_the_city_steps_nearer_twice_in_a_game(window: tuple[int, int], sides: tuple[int, int, int]) -> None:
    pane = play_layout(*window, "lay").regions["city"]
    assert [round(tile_size(pane, span)) for span in (0, 1, 2, 3, 4)] == [sides[0]] * 3 + [*sides[1:]]


def test_beside_the_loupe_the_city_gives_up_its_ring() -> None:
    layout = play_layout(800, 1280, "build")
    assert not layout.ring
    assert round(tile_size(layout.regions["city"], 3, layout.ring)) == 149
    assert tile_size(layout.regions["city"], 1, ring=False) == tile_size(layout.regions["city"], 3, ring=False)
    assert play_layout(1280, 800, "build").ring


def test_kivy_counts_from_below() -> None:
    assert Rect(1, 2, 3, 4).flipped(10) == (1, 4, 3, 4)
    assert Rect(1, 2, 3, 4).flipped(10).flipped(10) == Rect(1, 2, 3, 4)
    assert Rect(0, 0, 10, 20).centre == (5, 10)
