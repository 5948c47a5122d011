"""Every screen in every phase, always of the same games: for pictures, for measurements, and for whoever looks.

`PHASES` names them; each brings an app that is at home to its phase, by touches wherever a person would touch.
"""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.uix.screenmanager import NoTransition, Screen

from app import seating
from app.main import NeovilleApp
from app.screens.play import PlayScreen
from app.screens.results import Mode, ResultsScreen
from app.screens.setup import SetupScreen
from app.seating import Seat, Table
from app.store import Store
from engine import SKIP, Build, Draw, Finish, Game, Place, legal_actions
from engine.ai import choose
from tests.app.fingers import Fingers
from tests.app.positions import END, LAST, MIDDLE, SEED, TIGHT, position

TABLE = Table((Seat("human", "Anna"), Seat("human", "Ben", sign=1), Seat("ai", sign=2)))


# --- the app


def anew(app: NeovilleApp, folder: Path) -> None:
    """The app as a new user finds it: at home, with an empty store in this folder, and nothing moves."""
    kit.cheap_drawing()
    for finger in list(kit.EventLoop.touches):
        finger.up()
    nowhere = Screen(name="nowhere")
    app.overlay.clear()
    app.theme_cls.moving = False
    app.screens.transition = NoTransition()
    app.screens.add_widget(nowhere)
    app.screens.current = "nowhere"
    app.session = None
    app.store.close()
    app.store = Store(folder)
    for screen in app.screens.screens[:]:
        if screen is not nowhere:
            app.screens.remove_widget(screen)
    app.go("home")
    app.screens.remove_widget(nowhere)
    kit.settle()


def tap(target: Any) -> None:
    """A tap, and the time that a page takes to know that it is one."""
    kit.tap(target)
    kit.seconds(0.3)


def put(app: NeovilleApp, game: Game) -> PlayScreen:
    """A game on the table, by its way through the store."""
    assert app.resume(app.store.new_game(game))
    if app.theme_cls.moving:
        kit.frames(2)
    else:
        kit.settle()
    screen = app.screens.current_screen
    assert isinstance(screen, PlayScreen)
    return screen


# --- home and setup


def home_empty(app: NeovilleApp) -> None:
    """There is no game yet."""


def home(app: NeovilleApp) -> None:
    """Three games wait."""
    for round, seats, seed in ((3, 2, 1), (11, 3, 2), (MIDDLE, 4, SEED)):
        app.store.new_game(position(round, seats=seats, seed=seed))
    app.store.put_setting("setup", seating.document(TABLE))
    app.screens.current_screen.fill()


def setup(app: NeovilleApp, table: Table = TABLE) -> SetupScreen:
    """Two people and a computer are about to play."""
    app.store.put_setting("setup", seating.document(table))
    app.store.put_setting("names", ["Anna", "Ben", "Clara", "Maximilian", "Jo"])
    screen = app.go("setup")
    kit.settle()
    assert isinstance(screen, SetupScreen)
    return screen


def setup_full(app: NeovilleApp) -> None:
    """Four seats, and the utilities are chosen."""
    seats = (*TABLE.seats, Seat("ai", sign=3, level="expert"))
    setup(app, replace(TABLE, seats=seats, utilities=("windmill", "biodome"), starter=1))


def setup_name_sheet(app: NeovilleApp) -> None:
    """Somebody types a name."""
    tap(setup(app).ids.seats.rows[0].name_button)


def setup_level_sheet(app: NeovilleApp) -> None:
    """Somebody chooses who plays."""
    tap(setup(app).ids.seats.rows[2].ids.who)


# --- play


def play(app: NeovilleApp) -> PlayScreen:
    """It is a person's turn in the middle of a game."""
    return put(app, position(MIDDLE))


def play_first(app: NeovilleApp) -> None:
    """The very first turn of a game."""
    put(app, position(1))


def next_step(app: NeovilleApp) -> Any:
    """What somebody would do now."""
    return choose(app.session.seen, "normal", SEED).steps[0]


def play_pick(app: NeovilleApp) -> Place:
    """A tile is picked and turned."""
    play(app)
    step = next_step(app)
    assert isinstance(step, Place)
    Fingers(app).pick_and_turn(step)
    return step


def play_drag(app: NeovilleApp) -> kit.Finger:
    """A tile is in the air, on its way from the hand to the city."""
    step = play_pick(app)
    screen = Fingers(app).screen
    start, end = kit.centre(screen.hand.views[step.tile]), kit.centre(screen.city)
    finger = kit.Finger(*start)
    finger.drag(start[0] + (end[0] - start[0]) * 0.7, start[1] + (end[1] - start[1]) * 0.7)
    return finger


def play_lay(app: NeovilleApp) -> None:
    """A tile lies where it may stay."""
    step = play_pick(app)
    kit.tap(*Fingers(app).screen.city.cell_centre(step.cell))


def play_refused(app: NeovilleApp) -> None:
    """A tile lies where it may not stay: it would join two districts that each hold a skyscraper."""
    screen, fingers = put(app, position(TIGHT)), Fingers(app)
    for tile in screen.hand.views:
        for rotation in range(4):
            fingers.pick_and_turn(Place(tile, (0, 0), rotation))
            _, otherwise = screen.sight.draft.cells()
            if otherwise:
                kit.tap(*screen.city.cell_centre(min(otherwise)))
                return
    raise AssertionError("every tile may lie everywhere")


def play_build(app: NeovilleApp) -> PlayScreen:
    """A tile is laid; which piece, on which square?"""
    screen = play(app)
    Fingers(app).do(next_step(app))
    return screen


def play_piece(app: NeovilleApp) -> None:
    """A piece stands for a try."""
    screen = play_build(app)
    step = next_step(app)
    if not isinstance(step, Build):  # nobody would build here, but somebody could
        step = next(action for action in legal_actions(app.session._game.state) if isinstance(action, Build))
    fingers = Fingers(app)
    x, y, w, h = fingers.piece_box(step.piece)
    kit.tap(x + w / 2, y + h / 2)
    kit.settle()
    if screen.sight.draft.square is None:
        kit.tap(*screen.loupe.square_centre(step.square))


def play_draw(app: NeovilleApp) -> None:
    """A tile of the row is chosen."""
    screen = play_build(app)
    Fingers(app).do(SKIP)
    x, y, w, h = screen.row.box_of(1)
    kit.tap(x + w / 2, y + h / 2)


def play_finish(app: NeovilleApp) -> None:
    """The last turn: nothing is drawn any more."""
    put(app, position(LAST))
    fingers = Fingers(app)
    fingers.do(next_step(app))
    fingers.do(next_step(app))


def play_look(app: NeovilleApp) -> None:
    """Somebody else's city is looked at."""
    kit.tap(play(app).cards[2])


def play_tray(app: NeovilleApp) -> None:
    """The supply is looked into before anything is laid."""
    play(app).look_into("supply")


def play_computer(app: NeovilleApp) -> None:
    """A computer's tile is on its way into its city."""
    screen = play(app)
    fingers = Fingers(app)
    for step in choose(app.session.seen, "normal", SEED).steps:
        app.theme_cls.moving = isinstance(step, Draw | Finish)
        if app.theme_cls.moving:
            app.session.do(step)
        else:
            fingers.do(step)
    kit.wait(lambda: screen.sight.absent is not None)
    kit.seconds(0.28)


def curtain(app: NeovilleApp) -> None:
    """The tablet is passed on."""
    put(app, position(MIDDLE, people=2))


def menu(app: NeovilleApp) -> None:
    """The menu above a game."""
    kit.tap(play(app).menu)


# --- results


def results_counting(app: NeovilleApp) -> None:
    """The points arrive."""
    app.theme_cls.moving = True
    assert app.resume(app.store.new_game(position(END)))
    screen = app.screens.current_screen
    assert isinstance(screen, ResultsScreen)
    kit.wait(lambda: len(screen.counted) >= 0.4 * len(screen.result.steps))
    kit.seconds(0.2)


def results(app: NeovilleApp) -> ResultsScreen:
    """Who has won."""
    assert app.resume(app.store.new_game(position(END)))
    kit.settle()
    kit.seconds(0.5)  # for a moment it is deaf
    screen = app.screens.current_screen
    assert isinstance(screen, ResultsScreen)
    return screen


def results_city(app: NeovilleApp) -> None:
    """A city with all its points."""
    screen = results(app)
    screen.look(screen.result.standings.winners[0])
    assert screen.mode is Mode.CITY
    kit.seconds(0.5)


PHASES: dict[str, Callable[[NeovilleApp], object]] = {
    "home-empty": home_empty,
    "home": home,
    "setup": setup,
    "setup-full": setup_full,
    "setup-name-sheet": setup_name_sheet,
    "setup-level-sheet": setup_level_sheet,
    "play-first": play_first,
    "play-turn": play,
    "play-pick": play_pick,
    "play-drag": play_drag,
    "play-lay": play_lay,
    "play-refused": play_refused,
    "play-build": play_build,
    "play-piece": play_piece,
    "play-draw": play_draw,
    "play-finish": play_finish,
    "play-look": play_look,
    "play-tray": play_tray,
    "play-computer": play_computer,
    "curtain": curtain,
    "menu": menu,
    "results-counting": results_counting,
    "results": results,
    "results-city": results_city,
}
MOVING = {"play-computer", "results-counting", "play-drag"}  # these do not come to rest


def bring(app: NeovilleApp, name: str, folder: Path) -> None:
    """Bring the app to a phase, with its store in this empty folder, and let it come to rest."""
    anew(app, folder)
    PHASES[name](app)
    if name not in MOVING:
        kit.settle()
