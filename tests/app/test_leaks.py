"""Nothing that was shown stays behind: whole turns leave no widgets, and neither does a screen that is gone."""

from __future__ import annotations

import gc
from typing import Any

from kivy.uix.widget import Widget

from app.main import NeovilleApp
from engine.ai import choose
from tests.app import kit
from tests.app.test_play_screen import begin


def alive() -> int:
    for _ in range(2):
        kit.settle()
        gc.collect()
    return sum(issubclass(type(each), Widget) for each in gc.get_objects())


def turns(app: NeovilleApp, count: int) -> None:
    for turn in range(count):
        steps: Any = choose(app.session.seen, "easy", turn).steps
        for step in steps:
            app.session.do(step)
            kit.settle()
        kit.wait(lambda: app.session.by_person)


def test_turns_leave_no_widgets_behind(app: NeovilleApp) -> None:
    begin(app, kinds="pc")
    turns(app, 4)
    before = alive()
    turns(app, 4)
    assert alive() < before + 60  # the city has grown by some tiles, not by hundreds of pictures


def test_games_leave_no_widgets_behind(app: NeovilleApp) -> None:
    counts = []
    for _ in range(3):
        begin(app, kinds="pc")
        turns(app, 2)
        app.leave()
        counts.append(alive())
    assert counts[2] <= counts[1] + 10
