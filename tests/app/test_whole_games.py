"""Whole games by touch, from the first screen to the last, and what is seen on the way is what the engine says."""

from __future__ import annotations

import pytest

from app.main import NeovilleApp
from engine import Draw, standings
from tests.app import kit
from tests.app.demo import seat_two_people
from tests.app.fingers import Fingers, check
from tests.app.test_play_screen import begin

GAMES = [
    ("pc", "tap", (1280, 800)),
    ("ppp", "tap", (800, 1280)),
    ("pcpc", "drag", (1280, 800)),
    ("pc", "tap", (412, 915)),
    ("pc", "drag", (915, 412)),
]


@pytest.mark.parametrize(("kinds", "how", "size"), GAMES)
def test_a_whole_game_by_touch(app: NeovilleApp, kinds: str, how: str, size: tuple[int, int]) -> None:
    kit.resize(*size)
    begin(app, kinds)
    play_and_count(app, how, len(kinds))


def test_two_people_sit_down_at_home_and_drag_their_way_to_the_results(app: NeovilleApp) -> None:
    seat_two_people(app)
    kit.tap(app.screens.current_screen.ids.start)
    kit.settle()
    assert app.session.curtain
    assert app.session.people == [0, 1]
    play_and_count(app, "drag", 2)


def play_and_count(app: NeovilleApp, how: str, seats: int) -> None:
    """Play to the end; the results are shown, and the whole game is in the store."""
    session = app.session
    play(app, how)
    kit.settle()
    assert session.over
    assert app.screens.current == "results"
    assert len(session._game.actions) == 3 * 16 * seats
    saved = app.store.load(session.id)
    assert saved is not None
    assert saved.actions == session._game.actions
    end = standings(saved.state.cities)
    assert saved.record()["result"]["winners"] == list(end.winners)


def play(app: NeovilleApp, how: str, seed: int = 1) -> None:
    """Everybody plays to the end; every step is looked at."""
    fingers = Fingers(app, how, seed)
    while not app.session.over:
        if app.session.by_person:
            for step in fingers.turn():
                kit.cheap_drawing()
                check(app)
                if isinstance(step, Draw) and step.source is not None:
                    assert app.session.may_undo
        else:
            kit.wait(lambda: app.session.by_person or app.session.over)
            kit.settle()
        check(app)
