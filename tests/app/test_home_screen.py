"""The home screen by touch: continuing, deleting, a new game, and leaving."""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

from random import Random
from typing import Any

import pytest

from app import seating
from app.main import NeovilleApp
from app.screens.home import ago_text, table_text
from app.seating import Seat, Table
from app.session import Options
from app.showcase import showcase
from app.widgets.city import CityPicture
from app.widgets.overlay import Question
from engine import EMPTY, Build, Game, Place, Player, Setup, legal_actions
from engine.city import build, lay, why_not_build, why_not_lay
from tests.app.screen_checks import everywhere, texts


@pytest.fixture(autouse=True)
def _quick(app: NeovilleApp) -> None:
    """Nobody looks at these pictures."""
    kit.cheap_drawing()


def save(app: NeovilleApp, names: str = "Ada Bob", steps: int = 20) -> int:
    """A game of people after some actions, in the store."""
    game = Game.new(Setup(tuple(Player(name) for name in names.split())), 5)
    game.setup_extra |= Options(tuple(range(len(game.players)))).document()
    random = Random(5)
    for _ in range(steps):
        game.apply(random.choice(legal_actions(game.state)))
    return app.store.new_game(game)


def home(app: NeovilleApp) -> Any:
    """The home screen as it is after coming home."""
    screen = app.go("home")
    screen.on_pre_enter()
    kit.settle()
    return screen


def disk(app: NeovilleApp) -> Any:
    """What the store is written to."""
    return app.store._db


def question(app: NeovilleApp) -> Question:
    panel = app.overlay.panel
    assert isinstance(panel, Question)
    return panel


# --- no game yet


def test_without_a_game_there_is_a_finished_city_to_look_at_and_one_main_button(app: NeovilleApp) -> None:
    screen = home(app)
    assert screen.ids.pane.picture.city == showcase()
    assert screen.ids.new.filled
    assert "Continue" not in texts(screen)
    assert "Player 1 against Robo (normal)" in texts(screen)
    kit.tap(screen.ids.new)
    assert app.screens.current == "setup"


def test_the_city_to_look_at_was_built_by_the_rules() -> None:
    city, seen = EMPTY, showcase()
    built = {piece.cell: piece for piece in seen.pieces}
    for laid in seen.tiles:
        cell = laid.cell[0] - seen.tiles[0].cell[0], laid.cell[1] - seen.tiles[0].cell[1]
        assert why_not_lay(city, [laid.tile], Place(laid.tile.id, cell, laid.rotation)) is None
        city = lay(city, laid.tile, cell, laid.rotation)
        if piece := built.get(laid.cell):
            assert why_not_build(city, [piece.piece], Build(piece.piece.id, piece.square)) is None
            city = build(city, piece.piece, piece.square)
    assert len(city.tiles) == 16
    assert (seen.right - seen.left, seen.bottom - seen.top) == (city.right - city.left, city.bottom - city.top)


def test_the_buttons_are_there_a_frame_before_the_pictures(app: NeovilleApp) -> None:
    save(app)
    app.screens.remove_widget(app.screens.get_screen("home"))
    screen = app.go("home")
    kit.frames(1)
    assert "Continue" in texts(screen)
    assert screen.ids.pane.picture is None
    kit.frames(2)
    assert isinstance(screen.ids.pane.picture, CityPicture)


# --- continuing


def test_continue_shows_the_city_in_turn_and_leads_to_the_newest_game(app: NeovilleApp) -> None:
    save(app)
    newest = save(app, "Cleo Dora", steps=31)
    game = app.store.load(newest)
    assert game is not None
    screen = home(app)
    assert not screen.ids.new.filled
    assert screen.ids.pane.picture.city == game.state.city
    turn = f"Round {game.state.round} of 16 · {game.players[game.state.seat].name}’s turn"
    assert turn in texts(screen)
    kit.tap(screen.ids.resume)
    assert app.session.id == newest
    assert app.screens.current == "play"


def test_a_tap_on_the_picture_continues_too(app: NeovilleApp) -> None:
    newest = save(app)
    kit.tap(home(app).ids.pane)
    assert app.session.id == newest


def test_the_other_games_are_listed_newest_first_and_can_be_continued(app: NeovilleApp) -> None:
    oldest, _, _ = save(app, "Ada Bob"), save(app, "Cleo Dora Emil"), save(app, "Finn Gail")
    screen = home(app)
    assert [row.names for row in screen.rows] == ["Cleo, Dora, Emil", "Ada, Bob"]
    kit.tap(screen.rows[1])
    assert app.session.id == oldest


def test_before_the_first_tile_a_game_can_be_continued(app: NeovilleApp) -> None:
    save(app, steps=0)
    newest = save(app, steps=0)
    screen = home(app)
    kit.tap(screen.ids.resume)
    assert app.session.id == newest


def test_two_fingers_continue_one_game(app: NeovilleApp) -> None:
    save(app)
    newest = save(app)
    screen = home(app)
    one, two = kit.Finger(*kit.centre(screen.ids.resume)), kit.Finger(*kit.centre(screen.rows[0]))
    one.up()
    two.up()
    assert app.session.id == newest


# --- what cannot be read


def test_a_game_that_broke_meanwhile_is_reported_and_kept(app: NeovilleApp) -> None:
    save(app)
    screen = home(app)
    disk(app).execute("UPDATE game SET record = 'broken'")
    kit.tap(screen.ids.resume)
    assert "This game cannot be read" in texts(app.overlay)
    assert app.screens.current == "home"
    assert screen.newest is None
    assert disk(app).execute("SELECT count(*) FROM game").fetchone() == (1,)


def test_a_broken_game_is_not_listed_and_told_of(app: NeovilleApp) -> None:
    save(app)
    broken = save(app)
    disk(app).execute("UPDATE game SET record = 'broken' WHERE id = ?", (broken,))
    screen = home(app)
    assert screen.newest is not None
    assert screen.rows == []
    assert "Some saved games cannot be read" in texts(app.overlay)


# --- deleting


def test_deleting_asks_and_keep_keeps(app: NeovilleApp) -> None:
    save(app)
    save(app)
    screen = home(app)
    kit.tap(screen.rows[0].bin)
    _, keep = question(app).buttons
    kit.tap(keep)
    assert app.overlay.panel is None
    assert len(app.store.unfinished()) == 2


def test_a_deleted_game_is_gone_and_the_others_are_not(app: NeovilleApp) -> None:
    save(app, "Ada Bob")
    save(app, "Cleo Dora")
    save(app, "Finn Gail")
    screen = home(app)
    kit.tap(screen.rows[0].bin)
    assert "Cleo, Dora" in question(app).text
    kit.tap(question(app).buttons[0])
    assert [row.names for row in screen.rows] == ["Ada, Bob"]
    kit.tap(screen.ids.bin)
    kit.tap(question(app).buttons[0])
    [left] = app.store.unfinished()
    assert left.game.players[0].name == "Ada"
    assert screen.newest.id == left.id


def test_two_fingers_on_bins_ask_one_question(app: NeovilleApp) -> None:
    save(app)
    save(app)
    screen = home(app)
    one, two = kit.Finger(*kit.centre(screen.ids.bin)), kit.Finger(*kit.centre(screen.rows[0].bin))
    one.up()
    two.up()
    assert app.overlay.close()
    assert app.overlay.panel is None


# --- leaving


def test_back_asks_before_the_app_is_left(app: NeovilleApp) -> None:
    screen = home(app)
    kit.key(27)
    leave, stay = question(app).buttons
    assert (leave.label, stay.label) == ("Leave", "Stay")
    kit.tap(stay)
    assert app.overlay.panel is None
    assert app.screens.current_screen is screen


# --- how it looks


def test_home_fits_every_window(app: NeovilleApp) -> None:
    everywhere(app, home(app))
    for _ in range(3):
        save(app, "Maximiliane-Ther Alexander-Sebas Bob", 40)
    everywhere(app, home(app))


def test_home_draws_nothing_when_nothing_happens(app: NeovilleApp) -> None:
    save(app)
    home(app)
    drawn = len(kit.flips)
    kit.seconds(10)
    assert len(kit.flips) == drawn


def test_a_resize_loses_nothing(app: NeovilleApp) -> None:
    save(app)
    save(app)
    screen = home(app)
    before = sorted(texts(screen))
    kit.resize(412, 915)
    kit.resize(1280, 800)
    kit.settle()
    assert sorted(texts(screen)) == before


def test_a_long_list_scrolls(app: NeovilleApp) -> None:
    for _ in range(6):
        save(app, steps=3)
    kit.resize(640, 360)
    screen = home(app)
    x, y = kit.centre(screen.ids.new)
    top = screen.rows[0].to_window(*screen.rows[0].pos)[1]
    kit.Finger(x, y - 40).drag(x, y + 60).up()
    kit.settle()
    assert screen.rows[0].to_window(*screen.rows[0].pos)[1] > top + 40
    assert app.overlay.panel is None
    assert app.screens.current == "home"


# --- sentences


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (7199, "1 hour ago"),
        (7200, "2 hours ago"),
        (86400 * 3, "3 days ago"),
    ],
)
def test_it_is_said_how_long_ago_a_game_was_played(seconds: float, text: str) -> None:
    assert ago_text(seconds) == text


def test_the_remembered_table_is_named(app: NeovilleApp) -> None:
    table = Table((Seat("human", "Anna"), Seat("human", "Ben", sign=1), Seat("ai", level="hard", sign=2)))
    assert table_text(table) == "Anna, Ben, Robo (hard)"
    app.store.put_setting("setup", seating.document(table))
    assert "Anna, Ben, Robo (hard)" in texts(home(app))
