from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

from functools import cache
from typing import Any

import pytest

from app import counting
from app.main import NeovilleApp
from app.screens.results import Mode, ResultsScreen
from app.session import Options, Session
from app.texts import plain, signed
from app.widgets.controls import IconButton, VerbButton
from app.widgets.score_cells import Cell, RowLabel
from engine import Game, Outlook, Phase, standings
from tests.engine.games import play, walk

SIZES = [(1280, 800), (1024, 600), (800, 1280), (412, 915), (360, 640), (915, 412), (640, 360), (800, 600)]
LONG = "Maximiliane-Theres"

finished = cache(play)


def put(app: NeovilleApp, game: Game, names: tuple[str, ...] = ("Anna", "Ben", "Clara", "Robo")) -> Session:
    """A game on the table."""
    game.players = tuple(
        player.__class__(name, player.kind, player.level) for player, name in zip(game.players, names, strict=False)
    )
    signs = (2, 0, 3, 1)[: len(game.players)]
    game.setup_extra |= Options(signs, open_hands=True, casual=False).document()
    app.session = Session(game, app.store.new_game(game), app.store)
    return app.session


def enter(app: NeovilleApp, seats: int = 2, seed: int = 5, policy: str = "gleaner", **more: Any) -> ResultsScreen:
    kit.cheap_drawing()
    put(app, finished(seats, seed, policy), **more)
    screen = app.go("results")
    assert isinstance(screen, ResultsScreen)
    if app.theme_cls.moving:
        kit.frames(2)
    else:
        kit.settle()
        kit.frames(1, dt=0.5)  # for a moment it is deaf
    return screen


def button(screen: ResultsScreen, label: str) -> Any:
    [found] = [child for child in screen.bar.walk() if isinstance(child, VerbButton) and child.label.startswith(label)]
    return found


def icons(screen: ResultsScreen) -> list[Any]:
    return [child for child in screen.bar.walk() if isinstance(child, IconButton)]


def shown(screen: ResultsScreen) -> list[list[str]]:
    """The points in the table, row by row."""
    assert screen.table is not None
    return [[cell.shown.points for cell in row] for row in screen.table.cells]


def mode(screen: ResultsScreen) -> Mode:
    """What it shows now; mypy would remember an attribute."""
    return screen.mode


def tap_and_wait(target: Any) -> None:
    kit.tap(target)
    kit.settle()
    kit.frames(1, dt=0.5)


# --- the table


@pytest.mark.parametrize(("seats", "seed", "policy"), [(4, 12, "gleaner"), (2, 5, "builder"), (3, 0, "hoarder")])
def test_the_table_shows_what_the_engine_counts(app: NeovilleApp, seats: int, seed: int, policy: str) -> None:
    screen = enter(app, seats, seed, policy)
    assert screen.table is not None
    end = standings(app.session.seen.cities)
    kinds = [row.category for row in screen.result.rows[:-3]]
    for seat, sheet in enumerate(end.sheets):
        column = [row[seat] for row in shown(screen)]
        sums = [sum(line.points for line in sheet.lines if line.built.piece.kind == kind) for kind in kinds]
        assert column == [*map(signed, [*sums, sheet.park_bonus, sheet.sport_bonus]), plain(sheet.total)]
        assert screen.table.cells[-3][seat].shown.detail == str(sheet.parks)
        assert screen.table.cells[-2][seat].shown.detail == str(sheet.sports)
        towers = [signed(line.points) for line in sheet.lines if line.built.piece.is_skyscraper]
        assert screen.table.cells[0][seat].shown.detail == " ".join(towers)


def test_the_winner_has_a_frame_and_a_trophy_and_everybody_a_place(app: NeovilleApp) -> None:
    screen = enter(app, 4, 12)
    assert screen.table is not None
    assert [ground.winner for ground in screen.table.grounds] == [False, False, True, False]
    assert [cell.shown.trophy for cell in screen.table.cells[-1]] == [False, False, True, False]
    assert [cell.shown.detail for cell in screen.table.cells[-1]] == ["Place 2", "Place 3", "Place 1", "Place 4"]
    assert screen.heading.title == "Clara wins"
    assert screen.heading.note == "Tie: Clara built more pieces (9 : 7)"


def test_a_shared_victory_has_all_winners_framed(app: NeovilleApp) -> None:
    screen = enter(app, 2, 5, "builder")
    assert screen.table is not None
    assert screen.heading.title == "Anna and Ben win together"
    assert [ground.winner for ground in screen.table.grounds] == [True, True]


def test_the_cities_of_a_wide_table_are_those_of_the_game_with_their_badges(app: NeovilleApp) -> None:
    screen = enter(app, 4, 12)
    assert screen.table is not None
    end = standings(app.session.seen.cities)
    for view, city, sheet in zip(screen.table.cities, app.session.seen.cities, end.sheets, strict=True):
        assert view.tiles == {laid.cell: (laid.tile.id, laid.rotation) for laid in city.tiles}
        won = sum(outlook is Outlook.SAFE for outlook, _ in view.badges.values())
        assert won == sum(line.points > 0 for line in sheet.lines)


# --- counting


def test_points_arrive_line_by_line_in_all_columns_until_all_are_there(app: NeovilleApp) -> None:
    app.theme_cls.moving = True
    screen = enter(app, 4, 12)
    assert mode(screen) is Mode.COUNTING
    assert all(points in ("", "0") for row in shown(screen) for points in row)
    assert screen.table is not None
    arrived = 0
    for _ in range(20 * 13):
        kit.frames(1, dt=0.05)
        if screen.mode is not Mode.COUNTING:
            break
        assert len(screen.counted) >= arrived
        arrived = len(screen.counted)
        totals = [counting.total(screen.counted, seat) for seat in range(4)]
        assert shown(screen)[-1] == list(map(plain, totals))
        now = screen.beats[screen.beat - 1] if screen.beat else ()
        for step in now:
            scene = screen.table.cities[step.seat].scene
            assert scene.lit == step.squares
            assert {tag.square: tag.text for tag in scene.tags} == (
                {step.square: signed(step.points)} if step.square else {}
            )
    assert screen.mode is Mode.TABLE
    assert arrived == len(screen.result.steps)
    assert shown(screen)[-1] == ["12", "−2", "12", "−6"]


@pytest.mark.parametrize("size", [(412, 915), (915, 412)])
def test_on_small_screens_one_city_is_counted_after_another(app: NeovilleApp, size: tuple[int, int]) -> None:
    kit.resize(*size)
    app.theme_cls.moving = True
    screen = enter(app, 4, 12)
    seats = []
    for _ in range(20 * 13):
        kit.frames(1, dt=0.05)
        if screen.mode is not Mode.COUNTING:
            break
        if screen.beat:
            seat = screen.result.steps[screen.beat - 1].seat
            seats.append(seat)
            assert screen.heading.title == screen.result.names[seat]
            assert screen.heading.number == plain(counting.total(screen.counted, seat))
            visible = [line.text for line in screen.lines.lines if line.opacity]
            assert visible == [step.text for step in screen.counted if step.seat == seat]
            assert screen.city.scene.lit == screen.result.steps[screen.beat - 1].squares
    assert seats == sorted(seats)
    assert set(seats) == {0, 1, 2, 3}
    assert screen.mode is Mode.TABLE


def test_a_tap_anywhere_shows_the_whole_at_once(app: NeovilleApp) -> None:
    app.theme_cls.moving = True
    screen = enter(app)
    kit.seconds(1, dt=0.05)
    kit.wheel(640, 500)
    assert mode(screen) is Mode.COUNTING
    kit.tap(640, 500)
    assert screen.mode is Mode.TABLE
    assert shown(screen)[-1] == ["1", "1"]


def test_a_double_tap_on_skip_starts_no_rematch(app: NeovilleApp) -> None:
    app.theme_cls.moving = True
    screen = enter(app)
    kit.seconds(1, dt=0.05)
    x, y = kit.centre(button(screen, "Skip"))
    session = app.session
    for _ in range(3):
        kit.tap(x, y)
        kit.seconds(0.08)
    assert screen.mode is Mode.TABLE
    assert app.session is session


def test_the_tap_that_ended_the_game_skips_nothing(app: NeovilleApp) -> None:
    app.theme_cls.moving = True
    screen = enter(app)
    kit.tap(1200, 60)
    kit.seconds(0.1)
    assert screen.mode is Mode.COUNTING


def test_without_motion_everything_is_there_at_once(app: NeovilleApp) -> None:
    put(app, finished(2, 5, "gleaner"))
    screen = app.go("results")
    kit.frames(2)
    assert screen.mode is Mode.TABLE
    assert shown(screen)[-1] == ["1", "1"]


def test_a_turned_window_goes_on_counting(app: NeovilleApp) -> None:
    app.theme_cls.moving = True
    screen = enter(app)
    kit.seconds(2, dt=0.05)
    before = len(screen.counted) / len(screen.result.steps)
    for size in ((640, 1200), (1280, 800), (412, 780), (700, 400)):
        kit.resize(*size)
        kit.frames(2)
        assert screen.mode is Mode.COUNTING
        assert abs(len(screen.counted) / len(screen.result.steps) - before) < 0.35
    kit.seconds(13, dt=0.05)
    assert screen.mode is Mode.TABLE


def test_an_idle_result_draws_nothing(app: NeovilleApp) -> None:
    enter(app)
    drawn = len(kit.flips)
    kit.seconds(5, dt=0.05)
    assert len(kit.flips) == drawn


# --- looking at the cities


def test_a_tapped_city_is_shown_large_with_the_points_of_every_piece(app: NeovilleApp) -> None:
    screen = enter(app)
    assert screen.table is not None
    tap_and_wait(screen.table.heads[1])
    assert (screen.mode, screen.heading.title, screen.heading.note) == (Mode.CITY, "Ben", "Place 2")
    end = standings(app.session.seen.cities)
    assert sorted(tag.text for tag in screen.city.scene.tags) == sorted(
        signed(line.points) for line in end.sheets[1].lines
    )
    assert len(screen.lines.lines) == len(end.sheets[1].lines) + 2
    assert all(line.opacity for line in screen.lines.lines)


def test_the_small_picture_of_a_phone_leads_to_the_city_as_well(app: NeovilleApp) -> None:
    kit.resize(412, 915)
    screen = enter(app, 4, 12)
    assert screen.table is not None
    tap_and_wait(screen.table.heads[3])
    assert (screen.mode, screen.heading.title) == (Mode.CITY, "Robo")


def test_next_and_previous_go_round_the_table(app: NeovilleApp) -> None:
    screen = enter(app, 4, 12)
    tap_and_wait(button(screen, "Look"))
    seen = [screen.heading.title]
    for _ in range(4):
        kit.tap(icons(screen)[1])
        kit.settle()
        seen.append(screen.heading.title)
    assert seen == ["Clara", "Robo", "Anna", "Ben", "Clara"]
    kit.tap(icons(screen)[0])
    kit.settle()
    assert screen.heading.title == "Ben"


def test_a_line_lights_up_what_its_points_come_from_and_so_does_its_piece(app: NeovilleApp) -> None:
    screen = enter(app)
    screen.look(0)
    kit.settle()
    kit.frames(1, dt=0.5)
    own = [step for step in screen.result.steps if step.seat == 0]
    tap_and_wait(screen.lines.lines[1])
    assert screen.city.scene.lit == own[1].squares
    tap_and_wait(screen.lines.lines[1])
    assert screen.city.scene.lit is None
    assert own[2].square is not None
    kit.tap(*screen.city.square_centre(own[2].square))
    kit.settle()
    assert screen.city.scene.lit == own[2].squares
    assert [line.chosen for line in screen.lines.lines].index(True) == 2


def test_a_double_tap_on_the_way_back_to_the_table_starts_no_rematch(app: NeovilleApp) -> None:
    screen = enter(app)
    tap_and_wait(button(screen, "Look"))
    x, y = kit.centre(button(screen, "Back"))
    session = app.session
    for _ in range(3):
        kit.tap(x, y)
        kit.seconds(0.08)
    assert screen.mode is Mode.TABLE
    assert app.session is session


# --- leaving


def test_a_rematch_has_the_same_seats_and_the_next_player_starts(app: NeovilleApp) -> None:
    screen = enter(app, 4, 12)
    old = app.session
    assert button(screen, "Rematch").label == "Rematch · Ben starts"
    kit.tap(button(screen, "Rematch"))
    assert app.session is not old
    assert [player.name for player in app.session.players] == ["Ben", "Clara", "Robo", "Anna"]
    assert app.session.options == Options((0, 3, 1, 2), open_hands=True, casual=False)
    assert (app.session.round, app.session.phase) == (1, Phase.LAY)
    assert app.screens.current == "play"
    assert [saved.id for saved in app.store.finished()] == [old.id]
    kit.settle()


def test_home_and_back_lead_home(app: NeovilleApp) -> None:
    screen = enter(app)
    kit.tap(button(screen, "Home"))
    assert (app.screens.current, app.session) == ("home", None)
    kit.settle()
    enter(app)
    kit.key(27)
    assert app.screens.current == "home"
    kit.settle()


def test_back_closes_a_city_first(app: NeovilleApp) -> None:
    screen = enter(app)
    screen.look(1)
    kit.settle()
    kit.key(27)
    assert (screen.mode, app.screens.current) == (Mode.TABLE, "results")


def test_two_fingers_on_two_buttons_do_one_thing(app: NeovilleApp) -> None:
    screen = enter(app)
    one, two = kit.Finger(*kit.centre(button(screen, "Rematch"))), kit.Finger(*kit.centre(button(screen, "Home")))
    one.up()
    two.up()
    kit.settle()
    assert app.screens.current == "play"


@pytest.mark.parametrize("game", [None, walk(2, 1, 20)], ids=["no game", "an unfinished game"])
def test_without_a_finished_game_it_leads_home(app: NeovilleApp, game: Game | None) -> None:
    if game is not None:
        put(app, game)
    app.go("results")
    kit.settle()
    assert app.screens.current == "home"


# --- layout


def overlap(one: Any, other: Any) -> bool:
    (ax, ay), (bx, by) = one.to_window(*one.pos), other.to_window(*other.pos)
    across = min(ax + one.width, bx + other.width) - max(ax, bx)
    down = min(ay + one.height, by + other.height) - max(ay, by)
    return bool(across > 1 and down > 1)


def check_page(screen: ResultsScreen) -> None:
    """Heading, pictures, lines and buttons share the window without touching."""
    main = screen.city if screen.city.parent else screen.table
    parts = [part for part in (screen.heading, main, screen.lines, *screen.bar.children) if part.parent]
    for index, part in enumerate(parts):
        x, y = part.to_window(*part.pos)
        if part is not screen.table:  # which scrolls
            assert x >= 8 and y >= 8 and x + part.width <= screen.width - 7 and y + part.height <= screen.height - 7
        for other in parts[:index]:
            assert not overlap(part, other) or screen.table in (part, other), (part, other)
    for child in screen.bar.walk():
        if isinstance(child, (VerbButton, IconButton)):
            assert min(child.size) >= 48
            text = child.ids.get("label")
            assert text is None or text.texture_size[1] <= child.height, text.text


def check_table(screen: ResultsScreen) -> None:
    """No text is cut off, and the total can be seen without scrolling."""
    table = screen.table
    assert table is not None
    for head in table.heads:
        assert min(head.size) >= 44  # four columns on the narrowest phone are that wide
    for child in table.walk():
        if isinstance(child, (Cell, RowLabel)):
            for text in child.children:
                if getattr(text, "text", "") and text.opacity:
                    assert text.x >= child.x - 1 and text.right <= child.right + 2, text.text
                    assert text.texture_size[1] <= child.height, text.text
    assert table.parent.parent is not None
    total = table.cells[-1][0]
    assert total.to_window(*total.pos)[1] >= table.parent.to_window(*table.parent.pos)[1] - 1


@pytest.mark.parametrize("text_scale", [1.0, 1.5])
def test_nothing_overlaps_or_is_cut_off_at_any_size(app: NeovilleApp, text_scale: float) -> None:
    app.theme_cls.text_scale = text_scale
    screen = enter(app, 4, 12, names=(LONG, "Ben", LONG[:16], "Robo"))
    for size in SIZES:
        kit.resize(*size)
        kit.cheap_drawing()
        screen.look(None)
        kit.settle()
        check_page(screen)
        check_table(screen)
        screen.look(0)
        kit.settle()
        check_page(screen)
        assert screen.city.width >= 140


def test_cities_full_of_pieces_have_room_and_no_size_is_too_small(app: NeovilleApp) -> None:
    screen = enter(app, 2, 5, "builder")
    for size in [(1280, 800), (412, 915), (640, 360), (360, 360)]:
        kit.resize(*size)
        kit.cheap_drawing()
        kit.settle()
        if size != (360, 360):
            check_page(screen)
            check_table(screen)


def test_texts_grow_while_the_table_is_shown(app: NeovilleApp) -> None:
    screen = enter(app)
    app.theme_cls.text_scale = 1.5
    kit.settle()
    check_table(screen)
    app.theme_cls.theme_style = "Dark"
    kit.settle()
    check_page(screen)
