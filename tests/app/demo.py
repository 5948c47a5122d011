"""A demonstration without a display: whole games through the real screens, by touch, with a picture of every phase.

`python -m tests.app.demo [FOLDER] [--seed N]`, or `make demo`. A person plays a computer from the start to the results;
then two people sit down to a second game.
"""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from app import session
from app.main import NeovilleApp
from app.screens import setup
from app.screens.results import Mode, ResultsScreen
from app.style import LIFT
from app.widgets.controls import VerbButton
from app.widgets.sheets import ChoiceSheet, NameSheet
from engine import Build, Draw, Place, standings
from tests.app.fingers import Fingers
from tests.app.phases import tap

NAME = "Anna"
ROUND = 5  # from here on there is a city to look at
MOMENTS = (
    "home",
    "setup",
    "pick",
    "drag",
    "lay",
    "build",
    "piece",
    "draw",
    "computer",
    "look",
    "results-counting",
    "results",
    "results-city",
    "setup-people",
    "curtain",
    "home-continue",
)

Take = Callable[[str], None]


class Guide(Fingers):
    """Plays by touch, and stops for a picture wherever there is something new to see."""

    def __init__(self, app: NeovilleApp, take: Take, seed: int) -> None:
        super().__init__(app, "drag", seed, "hard")
        self._take, self._seen = take, set[str]()

    def show(self, moment: str) -> bool:
        """Take a picture, once of each moment; was it the first time?"""
        if moment in self._seen or self.app.session.round < ROUND:
            return False
        self._seen.add(moment)
        self._take(moment)
        return True

    def lay(self, step: Place) -> None:
        self.pick_and_turn(step)
        self.show("pick")
        super().lay(step)

    def drag_tile(self, step: Place) -> None:
        city = self.screen.city
        start, (x, y) = kit.centre(self.screen.hand.views[step.tile]), city.cell_centre(step.cell)
        finger = kit.Finger(*start)
        finger.drag(x + (start[0] - x) * 0.3, y + (start[1] - y) * 0.3)
        self.show("drag")
        finger.drag(x, y - city.tile_size * LIFT)
        finger.up()
        kit.settle()
        self.show("lay")

    def build(self, step: Build) -> None:
        self.show("build")
        self.how = "tap" if "piece" not in self._seen else "drag"  # taps let it stand for a try
        x, y, w, h = self.piece_box(step.piece)
        if self.how == "tap":
            tap_at(x + w / 2, y + h / 2)
            if self.screen.sight.draft.square is None:
                tap_at(*self.screen.loupe.square_centre(step.square))
            self.show("piece")
            kit.tap(self.screen.bar.confirm)
        else:
            super().build(step)
        self.how = "drag"

    def draw(self, step: Draw) -> None:
        x, y, w, h = self.screen.row.box_of(step.source)
        tap_at(x + w / 2, y + h / 2)
        self.show("draw")
        kit.tap(self.screen.bar.confirm)
        if "computer" not in self._seen and self.app.session.round >= ROUND and not self.app.session.by_person:
            kit.wait(lambda: self.screen.sight.absent is not None)
            kit.seconds(0.25)
            self.show("computer")

    def look(self) -> None:
        """At the other city, and back."""
        if "computer" in self._seen and "look" not in self._seen:
            tap(self.screen.cards[1 - self.app.session.seat])
            self.show("look")
            tap(self.screen.bar.confirm)


def tap_at(x: float, y: float) -> None:
    """A tap at a point."""
    kit.tap(x, y)
    kit.settle()


def button(root: Any, label: str) -> Any:
    """The button with this label."""
    return next(each for each in root.walk() if isinstance(each, VerbButton) and each.label == label)


@contextmanager
def dealt_from(seed: int) -> Iterator[None]:
    """Every deal comes from this seed instead of the system: the same games each time."""
    random, modules = Random(seed), (vars(session), vars(setup))
    before = [names["SystemRandom"] for names in modules]
    for names in modules:
        names["SystemRandom"] = lambda: random
    try:
        yield
    finally:
        for names, one in zip(modules, before, strict=True):
            names["SystemRandom"] = one


def show_all(app: NeovilleApp, take: Take, seed: int) -> str:
    """Everything from home to home; the result of the first game."""
    app.theme_cls.moving = True
    with dealt_from(seed):
        take("home")
        set_up(app)
        take("setup")
        tap(app.screens.current_screen.ids.start)
        result = play(app, Guide(app, take, seed))
        look_at_results(app, take)
        pass_on(app, take, seed)
    return result


def set_up(app: NeovilleApp) -> None:
    """A person types a name."""
    tap(app.screens.current_screen.ids.new)
    tap(app.screens.current_screen.ids.seats.rows[0].name_button)
    sheet = app.overlay.panel
    assert isinstance(sheet, NameSheet)
    kit.Window.dispatch("on_textinput", NAME)
    tap(sheet.entry.ids.ok)
    kit.settle()


def play(app: NeovilleApp, guide: Guide) -> str:
    """A whole game; its result."""
    table = app.session
    while not table.over:
        kit.wait(lambda: table.by_person or table.over)
        kit.settle()
        if table.by_person:
            guide.look()
            for _ in guide.turn():
                pass
    seats = sorted(range(2), key=lambda seat: seat not in table.people)
    (you, yours), (other, others) = (
        (table.players[seat].name, standings(table.seen.cities).sheets[seat].total) for seat in seats
    )
    return f"{you} {yours} : {others} {other}"


def look_at_results(app: NeovilleApp, take: Take) -> None:
    """The points arrive, the winner is named, a city is looked at."""
    kit.wait(lambda: app.screens.current == "results")
    screen = app.screens.current_screen
    assert isinstance(screen, ResultsScreen)
    kit.wait(lambda: len(screen.counted) > 0.4 * len(screen.result.steps))
    take("results-counting")
    tap(button(screen.bar, "Skip"))
    assert screen.mode is Mode.TABLE
    kit.seconds(0.5)  # for a moment it is deaf
    take("results")
    tap(button(screen.bar, "Look at the cities"))
    kit.seconds(0.5)
    take("results-city")
    tap(button(screen.bar, "Back to the table"))
    kit.seconds(0.5)
    tap(button(screen.bar, "Home"))
    kit.settle()


def seat_two_people(app: NeovilleApp) -> None:
    """From home: the second seat is a person, too."""
    tap(app.screens.current_screen.ids.new)
    tap(app.screens.current_screen.ids.seats.rows[1].ids.who)
    sheet = app.overlay.panel
    assert isinstance(sheet, ChoiceSheet)
    tap(sheet.cards[0])
    kit.settle()


def pass_on(app: NeovilleApp, take: Take, seed: int) -> None:
    """Two people begin a game, and leave it for later."""
    seat_two_people(app)
    take("setup-people")
    tap(app.screens.current_screen.ids.start)
    fingers = Fingers(app, seed=seed)
    for _ in fingers.turn():
        pass
    assert app.session.curtain
    take("curtain")
    for _ in fingers.turn():
        pass
    tap(fingers.screen.curtain.ids.menu)
    tap(button(app.overlay.panel, "Home"))
    kit.settle()
    take("home-continue")


def main() -> None:
    """Play, with pictures."""
    parser = argparse.ArgumentParser(description="Whole games through the real screens, off-screen, with pictures.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/demo"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)

    taken = 0

    def take(moment: str) -> None:
        nonlocal taken
        taken += 1
        name = f"{MOMENTS.index(moment) + 1:02}-{moment}.png"
        kit.shot(given.folder / name)
        kit.cheap_drawing()
        print(f"  {name}", flush=True)

    with TemporaryDirectory() as folder:
        kit.use_fake_time()
        app = kit.start(NeovilleApp(Path(folder)))
        kit.resize(1280, 800)
        kit.settle()
        kit.cheap_drawing()
        print(f"A game by touch, with pictures in {given.folder}:", flush=True)
        result = show_all(app, take, given.seed)
    print(f"{given.folder}: {taken} pictures of a game that ended {result}.")


if __name__ == "__main__":
    main()
