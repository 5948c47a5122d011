"""In real time on the play screen: `app_rest.py idle` counts frames while nobody does anything, `app_rest.py thinking`
looks for the longest gap between two frames while expert computers think and something moves.

The gaps are those of all code and all calls, but no pixels are filled: a GPU does that beside us. Prints a line of
JSON. app_speed.py starts it.
"""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

import json
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from kivy.animation import Animation
from kivy.uix.widget import Widget

from app.main import NeovilleApp
from app.screens.play import PlayScreen
from engine.ai import choose
from tests.app.phases import put
from tests.app.positions import MIDDLE, position

SECONDS = 10
FRAMES = 60  # a second, as on a tablet


def loop(going: Callable[[], bool]) -> None:
    """The real main loop, as long as it goes on."""
    while going():
        kit.EventLoop.idle()
        kit.Window.mainloop()


def wait(seconds: float) -> None:
    """So much real time."""
    until = time.perf_counter() + seconds
    loop(lambda: time.perf_counter() < until)


def idle(app: NeovilleApp) -> dict[str, float]:
    """Frames drawn, and the part of a core it took."""
    put(app, position(MIDDLE))
    wait(1)
    drawn, cpu = len(kit.flips), time.process_time()
    wait(SECONDS)
    return {"frames": len(kit.flips) - drawn, "core": (time.process_time() - cpu) / SECONDS}


def thinking(app: NeovilleApp) -> dict[str, float]:
    """The longest gap between two frames, and the most work between two frames, both in milliseconds."""
    screen = put(app, position(MIDDLE, level="expert"))
    wait(0.5)
    app.theme_cls.moving = True
    marks: list[tuple[float, float]] = []  # of real time, and of this thread's CPU time
    gaps: list[tuple[float, float]] = []
    kit.cheap_drawing()
    kit.Window.bind(on_flip=lambda *_: marks.append((time.perf_counter(), time.thread_time())))
    for step in choose(app.session.seen, "normal", 1).steps:
        app.session.do(step)
    while not app.session.by_person:
        loop(lambda: not (screen.rivals._thinking.busy or app.session.by_person))
        mover = moving(screen)
        marks.clear()
        loop(lambda: screen.rivals._thinking.busy)
        gaps += ((after[0] - before[0], after[1] - before[1]) for before, after in pairwise(marks))
        Animation.cancel_all(mover)
        screen.air.remove_widget(mover)
    longest, most = (max(column) * 1e3 for column in zip(*gaps, strict=True))
    return {"longest": longest, "most": most}


def moving(screen: PlayScreen) -> Widget:
    """Something that moves across the table."""
    from app.widgets.tile import TileView

    view = TileView(face_down=True, size_hint=(None, None), size=(120, 120))
    screen.air.add_widget(view)
    Animation(x=screen.width, d=5).start(view)
    return view


def main(kind: str) -> None:
    """Measure and print."""
    kit.use_real_time()
    kit.Clock._max_fps = FRAMES
    with TemporaryDirectory() as folder:
        app = kit.start(NeovilleApp(Path(folder)))
        app.theme_cls.moving = False
        print(json.dumps(idle(app) if kind == "idle" else thinking(app)))


if __name__ == "__main__":
    main(sys.argv[1])
