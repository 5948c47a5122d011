"""The setup screen by touch: seats, signs, names, order, options, and the game that comes of them."""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

from typing import Any

import pytest

from app import seating
from app.main import NeovilleApp
from app.screens.setup import CHARACTERS, SetupScreen
from app.seating import LEVELS, Seat, Table
from app.widgets.sheets import ChoiceSheet, NameSheet, Sheet
from engine.ai import CHARACTERS as CHARACTERS_OF_THE_ENGINE
from tests.app.screen_checks import everywhere, faults, texts

PAIR = Table((Seat("human", "Ada"), Seat("ai", sign=1)), starter=0)
FOUR = Table(
    (Seat("human", "Ada"), Seat("human", "Bob", sign=1), Seat("human", "Cleo", sign=2), Seat("ai", sign=3)), starter=0
)


@pytest.fixture(autouse=True)
def _quick(app: NeovilleApp, kept: SetupScreen) -> None:
    """Nobody looks at these pictures."""
    kit.cheap_drawing()
    app.screens.add_widget(kept)


@pytest.fixture(scope="module")
def kept(_app: NeovilleApp) -> SetupScreen:
    """One screen for all tests: making it takes most of their time, and all it shows follows from the table."""
    return SetupScreen(name="setup")


def setup(app: NeovilleApp, table: Table = PAIR) -> SetupScreen:
    """The setup screen with this table remembered."""
    app.store.put_setting("setup", seating.document(table))
    screen = app.go("setup")
    kit.settle()
    assert isinstance(screen, SetupScreen)
    return screen


def rows(screen: SetupScreen) -> list[Any]:
    return list(screen.ids.seats.rows)


def names(screen: SetupScreen) -> list[str]:
    return [row.name for row in rows(screen)]


def tap(target: Any) -> None:
    """A tap, and the time that a page takes to know that it is one."""
    kit.tap(target)
    kit.seconds(0.3)


def sheet(app: NeovilleApp) -> Any:
    panel: Any = app.overlay.panel
    assert isinstance(panel, Sheet)
    return panel


def players(app: NeovilleApp) -> list[str]:
    """Start, and say who plays in which order."""
    tap(app.screens.current_screen.ids.start)
    assert app.screens.current == "play"
    found = [player.name for player in app.session.players]
    app.leave()
    return found


# --- starting


def test_one_tap_begins_a_game_against_a_normal_computer(app: NeovilleApp) -> None:
    screen = app.go("setup")
    kit.settle()
    tap(screen.ids.start)
    assert app.screens.current == "play"
    assert {(player.name, player.kind, player.level) for player in app.session.players} == {
        ("Player 1", "human", None),
        ("Robo", "ai", "normal"),
    }
    app.leave()
    assert len(app.store.unfinished()) == 1


def test_two_fingers_and_a_second_tap_begin_one_game(app: NeovilleApp) -> None:
    screen = setup(app)
    one, two = kit.Finger(*kit.centre(screen.ids.start)), kit.Finger(*kit.centre(screen.ids.start))
    one.up()
    two.up()
    screen.start()
    assert len(app.store.unfinished()) == 1


def test_who_was_chosen_starts_and_the_order_stays_clockwise(app: NeovilleApp) -> None:
    screen = setup(app, FOUR)
    tap(screen.ids.starter)
    tap(sheet(app).cards[3])
    assert screen.table.starter == 2
    assert screen.ids.starter.title == "Cleo"
    assert players(app) == ["Cleo", "Robo", "Ada", "Bob"]


def test_the_options_are_those_of_the_game(app: NeovilleApp) -> None:
    screen = setup(app)
    kinds = screen.ids.utilities
    tap(kinds.segments.segments[1])
    assert screen.table.utilities == ("ecomobile", "windmill")
    tap(kinds.cards[2])
    assert [card.chosen for card in kinds.cards] == [False, True, True]
    tap(screen.ids.hands.segments[1])
    tap(screen.ids.seriousness.segments[1])
    tap(screen.ids.start)
    assert (app.session.options.open_hands, app.session.options.casual) == (True, False)
    assert set(app.session.seen.utilities) == {"windmill", "biodome"}
    app.leave()
    assert setup(app, screen.table).table == screen.table


def test_computers_can_play_among_themselves(app: NeovilleApp) -> None:
    screen = setup(app)
    tap(rows(screen)[0].ids.who)
    tap(sheet(app).cards[1])
    assert players(app) == ["Robo", "Robo 2"]


# --- seats


def test_players_are_added_up_to_four_and_removed_down_to_two(app: NeovilleApp) -> None:
    screen = setup(app)
    assert all(row.cross.parent is None for row in rows(screen))
    tap(screen.ids.add)
    tap(screen.ids.add)
    assert names(screen) == ["Ada", "Robo", "Robo 2", "Robo 3"]
    assert "Add a player" not in texts(screen)
    tap(rows(screen)[1].cross)
    tap(rows(screen)[0].cross)
    assert names(screen) == ["Robo", "Robo 2"]
    assert all(row.cross.parent is None for row in rows(screen))
    assert "Add a player" in texts(screen)


def test_two_fingers_cannot_remove_one_player_too_many(app: NeovilleApp) -> None:
    screen = setup(app, FOUR.removed(3))
    one, two = (kit.Finger(*kit.centre(row.cross)) for row in rows(screen)[:2])
    one.up()
    two.up()
    assert len(screen.table.seats) == 2


def test_quick_taps_on_the_last_cross_remove_one_player_each(app: NeovilleApp) -> None:
    kit.resize(640, 360)
    screen = setup(app, FOUR)
    screen.ids.seats_page.scroll_y = 0
    kit.settle()
    last = rows(screen)[3].cross
    kit.tap(last)
    kit.tap(last)
    kit.seconds(0.5)
    assert names(screen) == ["Ada", "Bob", "Cleo"]


def test_a_quick_tap_that_arrives_late_opens_nothing_elsewhere(app: NeovilleApp) -> None:
    kit.resize(640, 360)
    screen = setup(app, FOUR)
    kit.tap(rows(screen)[0].ids.who)
    screen.back()
    kit.seconds(0.5)
    assert app.screens.current == "home"
    assert app.overlay.panel is None


def test_a_tap_on_a_sign_takes_the_next_free_one(app: NeovilleApp) -> None:
    screen = setup(app)
    tap(rows(screen)[0].ids.sign)
    assert [seat.sign for seat in screen.table.seats] == [2, 1]
    assert rows(screen)[0].colour == list(app.theme_cls.player(2))


def test_who_plays_is_chosen_with_a_sentence_on_each_level(app: NeovilleApp) -> None:
    screen = setup(app)
    tap(rows(screen)[0].ids.who)
    panel = sheet(app)
    assert [card.text for card in panel.cards[1:]] == [CHARACTERS_OF_THE_ENGINE[level] for level in LEVELS]
    assert list(CHARACTERS) == list(LEVELS)
    assert [card.chosen for card in panel.cards] == [True, False, False, False, False]
    tap(panel.cards[4])
    assert app.overlay.panel is None
    assert screen.table.seats[0] == Seat("ai", "Ada", "expert")
    assert rows(screen)[0].who == "Expert"
    assert names(screen) == ["Robo", "Robo 2"]


def test_two_fingers_open_one_sheet(app: NeovilleApp) -> None:
    screen = setup(app)
    one, two = kit.Finger(*kit.centre(rows(screen)[0].ids.who)), kit.Finger(*kit.centre(screen.ids.starter))
    one.up()
    two.up()
    assert app.overlay.close()
    assert app.overlay.panel is None


# --- names


def type_name(app: NeovilleApp, row: Any, text: str) -> NameSheet:
    tap(row.name_button)
    panel = sheet(app)
    assert isinstance(panel, NameSheet)
    kit.frames(2)
    kit.Window.dispatch("on_textinput", text)
    kit.frames()
    return panel


def test_a_typed_name_replaces_the_old_one_and_is_remembered(app: NeovilleApp) -> None:
    screen = setup(app)
    panel = type_name(app, rows(screen)[0], " Zoe\u0308 the  Big")
    kit.key(13)
    assert app.overlay.panel is None
    assert not panel.field.focus
    assert names(screen) == ["Zoë the Big", "Robo"]
    assert players(app) == ["Zoë the Big", "Robo"]
    screen = setup(app, FOUR)
    tap(rows(screen)[1].name_button)
    [chip] = sheet(app).chips
    tap(chip)
    assert names(screen) == ["Ada", "Zoë the Big", "Cleo", "Robo"]


def test_names_at_the_table_are_not_offered_again(app: NeovilleApp) -> None:
    app.store.put_setting("names", ["Ada", "Bob", "Eve"])
    screen = setup(app, FOUR)
    tap(rows(screen)[1].name_button)
    assert [chip.label for chip in sheet(app).chips] == ["Bob", "Eve"]


def test_no_more_letters_than_a_name_has_can_be_typed(app: NeovilleApp) -> None:
    panel = type_name(app, rows(setup(app))[0], "Maximiliane-Theres")
    assert panel.field.text == "Maximiliane-Ther"


def test_the_name_is_typed_in_the_upper_half(app: NeovilleApp) -> None:
    kit.resize(412, 915)
    panel = type_name(app, rows(setup(app))[0], "Eve")
    assert panel.field.to_window(*panel.field.pos)[1] > 915 / 2
    tap(panel.entry.ids.ok)
    assert names(app.screens.current_screen) == ["Eve", "Robo"]


def test_an_emptied_name_becomes_the_spare_one(app: NeovilleApp) -> None:
    screen = setup(app)
    panel = type_name(app, rows(screen)[0], " ")
    tap(panel.entry.ids.ok)
    assert names(screen) == ["Player 1", "Robo"]


@pytest.mark.parametrize("how", ["escape", "beside", "cross"])
def test_a_sheet_that_is_closed_changes_nothing(app: NeovilleApp, how: str) -> None:
    screen = setup(app)
    panel = type_name(app, rows(screen)[0], "Eve")
    match how:
        case "escape":
            kit.key(27)
        case "beside":
            kit.tap(20, 20)
        case "cross":
            tap(panel.ids.cross)
    assert app.overlay.panel is None
    assert not panel.field.focus
    assert screen.table == PAIR
    assert app.screens.current_screen is screen


# --- the order of play


@pytest.mark.parametrize("size", [(1280, 800), (412, 915), (640, 360)])
def test_a_row_is_dragged_by_its_handle_and_the_page_stays(app: NeovilleApp, size: tuple[int, int]) -> None:
    kit.resize(*size)
    screen = setup(app, FOUR)
    first, second, *_ = rows(screen)
    page = screen.ids.seats_page
    before = page.scroll_y
    x, y = kit.centre(first.grip)
    kit.Finger(x, y).drag(x, y - first.height - 8).up()
    kit.settle()
    assert names(screen) == ["Bob", "Ada", "Cleo", "Robo"]
    assert [seat.name for seat in screen.table.seats] == ["Bob", "Ada", "Cleo", ""]
    assert rows(screen)[:2] == [second, first]
    assert first.top == second.y - 8
    assert page.scroll_y == before
    assert screen.table.starter == 1


def test_a_row_can_be_dragged_to_the_end_and_no_further(app: NeovilleApp) -> None:
    screen = setup(app, FOUR)
    row = rows(screen)[0]
    x, y = kit.centre(row.grip)
    finger = kit.Finger(x, y).drag(x + 300, 5, steps=20)
    assert row.lifted
    assert row.y == screen.ids.seats.y
    finger.up()
    assert names(screen) == ["Bob", "Cleo", "Robo", "Ada"]
    assert not row.lifted


def test_a_handle_that_is_only_tapped_moves_nothing(app: NeovilleApp) -> None:
    screen = setup(app, FOUR)
    tap(rows(screen)[2].grip)
    assert screen.table == FOUR


def test_a_second_finger_does_nothing_while_a_row_is_dragged(app: NeovilleApp) -> None:
    screen = setup(app, FOUR)
    first, last = rows(screen)[0], rows(screen)[3]
    finger = kit.Finger(*kit.centre(first.grip))
    finger.drag(finger.at[0], finger.at[1] - 120)
    second = kit.Finger(*kit.centre(last.grip))
    second.drag(second.at[0], second.at[1] + 250)
    kit.tap(last.cross)
    second.up()
    finger.up()
    assert names(screen) == ["Bob", "Ada", "Cleo", "Robo"]


def test_a_finger_that_was_there_before_can_still_remove_a_player(app: NeovilleApp) -> None:
    screen = setup(app, FOUR)
    first, second, *_ = rows(screen)
    remover = kit.Finger(*kit.centre(second.cross))
    dragger = kit.Finger(*kit.centre(first.grip))
    dragger.drag(dragger.at[0], dragger.at[1] - 40)
    remover.up()
    dragger.drag(dragger.at[0], dragger.at[1] - 200)
    dragger.up()
    kit.settle()
    assert [seat.name for seat in screen.table.seats] == ["Ada", "Cleo", ""]
    assert names(screen) == ["Ada", "Cleo", "Robo"]


def test_a_resize_in_the_middle_of_a_drag_loses_nobody(app: NeovilleApp) -> None:
    screen = setup(app, FOUR)
    row = rows(screen)[0]
    finger = kit.Finger(*kit.centre(row.grip))
    finger.drag(finger.at[0], finger.at[1] - 100)
    kit.resize(412, 915)
    finger.move(40, 400)
    finger.up()
    kit.settle()
    assert sorted(names(screen)) == ["Ada", "Bob", "Cleo", "Robo"]
    assert names(screen) == list(screen.table.names)
    tops = [row.top for row in rows(screen)]
    assert tops == sorted(tops, reverse=True)


def test_a_drag_glides_and_ends_in_its_place(app: NeovilleApp) -> None:
    app.theme_cls.moving = True
    screen = setup(app, FOUR)
    x, y = kit.centre(rows(screen)[0].grip)
    kit.Finger(x, y).drag(x, y - 150).up()
    kit.settle()
    bottoms = [row.y for row in rows(screen)]
    assert bottoms == [
        screen.ids.seats.top - n * (rows(screen)[0].height + 8) - rows(screen)[0].height for n in range(4)
    ]


# --- small windows


def test_on_a_phone_every_option_opens_a_sheet(app: NeovilleApp) -> None:
    kit.resize(412, 915)
    screen = setup(app)
    tap(screen.ids.hands_card)
    tap(sheet(app).cards[1])
    tap(screen.ids.seriousness_card)
    tap(sheet(app).cards[1])
    assert (screen.table.open_hands, screen.table.casual) == (True, False)
    for _ in range(2):
        tap(screen.ids.utilities_card)
        panel = sheet(app)
        assert not isinstance(panel, ChoiceSheet)
        assert screen.in_sheet is not None
        tap(screen.in_sheet.cards[2])
        tap(panel.ids.cross)
    assert screen.table.utilities == ("windmill", "biodome")
    assert "Windmills, Biodomes" in texts(screen)


def test_the_page_scrolls_to_the_options_and_start_stays(app: NeovilleApp) -> None:
    kit.resize(360, 640)
    screen = setup(app, FOUR)
    before = kit.centre(screen.ids.start)
    kit.Finger(180, 300).drag(180, 620).up()
    kit.Finger(180, 200).drag(180, 620).up()
    kit.settle()
    tap(screen.ids.seriousness_card)
    assert isinstance(app.overlay.panel, ChoiceSheet)
    assert kit.centre(screen.ids.start) == before
    assert screen.table == FOUR


def test_setup_fits_every_window(app: NeovilleApp) -> None:
    screen = setup(app, FOUR.with_name(0, "Maximiliane-Theres").with_name(1, "Alexander-Sebastian"))
    everywhere(app, screen)


def test_every_sheet_fits_a_small_window_with_large_texts(app: NeovilleApp) -> None:
    screen = setup(app, FOUR)
    app.store.put_setting("names", ["Maximiliane-Ther", "Bo"])
    app.theme_cls.text_scale = 1.5
    kit.resize(360, 640)
    for ask in (
        lambda: screen.ask_for_name(0),
        lambda: screen.ask_who_plays(0),
        screen.ask_who_starts,
        screen.ask_for_utilities,
        screen.ask_for_hands,
        screen.ask_for_seriousness,
    ):
        ask()
        kit.frames(20)
        assert faults(app.overlay) == []
        app.overlay.clear()


def test_a_resize_with_an_open_sheet_keeps_it(app: NeovilleApp) -> None:
    screen = setup(app)
    tap(screen.ids.starter)
    panel = sheet(app)
    kit.resize(360, 640)
    kit.settle()
    assert sheet(app) is panel
    assert panel.x >= 0
    assert panel.right <= 360
    tap(panel.cards[2])
    assert screen.table.starter == 1


# --- remembering


def test_back_goes_home_and_the_table_is_remembered(app: NeovilleApp) -> None:
    screen = setup(app)
    tap(screen.ids.add)
    kit.key(27)
    assert app.screens.current == "home"
    assert "Ada, Robo (normal), Robo 2 (normal)" in texts(app.screens.current_screen)
    kit.tap(app.screens.current_screen.ids.new)
    assert names(app.screens.current_screen) == ["Ada", "Robo", "Robo 2"]
    tap(app.screens.current_screen.ids.bar.button)
    assert app.screens.current == "home"


def test_a_damaged_setting_gives_the_usual_table(app: NeovilleApp) -> None:
    app.store.put_setting("setup", {"seats": 7})
    app.store.put_setting("names", {"a": 1})
    screen = app.go("setup")
    kit.settle()
    assert names(screen) == ["Player 1", "Robo"]
    tap(rows(screen)[0].name_button)
    assert sheet(app).chips == []


def test_setup_draws_nothing_when_nothing_happens(app: NeovilleApp) -> None:
    setup(app)
    drawn = len(kit.flips)
    kit.seconds(5)
    assert len(kit.flips) == drawn


def test_taps_during_a_transition_do_nothing_bad(app: NeovilleApp) -> None:
    app.theme_cls.moving = True
    screen = setup(app)
    app.go("home")
    kit.frames(2)
    kit.tap(screen.ids.start)
    kit.tap(rows(screen)[0].ids.who)
    screen.start()
    screen.back()
    kit.settle()
    assert app.screens.current == "home"
    assert app.store.unfinished() == []
