"""What a frame costs while a tile is dragged: `app_frames.py ours`, `anew`, `plain` or `empty`.

- ours: the last round of a game of four, a tile in the air above a city of 4 x 4
- anew: the same, and all that stands still is drawn anew each time
- plain: a rectangle as large as the window, with mipmaps, and one as large as a tile that follows the finger
- empty: a window that is drawn anew, with nothing in it

Prints a line of JSON: milliseconds of CPU time a frame, with software GL, and of the calls alone. app_speed.py starts
it.
"""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

import json
import sys
import time
from collections.abc import Callable
from math import cos, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kivy.app import App
from kivy.core.image import Image
from kivy.graphics import Color, Rectangle
from kivy.graphics.opengl import glFinish
from kivy.uix.widget import Widget

FRAMES = 60  # once round the city
ROUNDS = 2  # the best counts
ATLAS = Path(__file__).parents[2] / "assets" / "atlas.png"
CENTRE, RADIUS, TILE = (484, 402), 210, 169  # of the way over our city at this size of the window

Point = tuple[float, float]


def way(step: int) -> Point:
    """Where the finger is: round the city, and in and out."""
    angle = 2 * pi * step / FRAMES
    radius = RADIUS * (0.65 + 0.35 * cos(3 * angle))
    return CENTRE[0] + radius * cos(angle), CENTRE[1] + radius * sin(angle)


def ours(folder: Path) -> kit.Finger:
    """A tile of the hand is in the air."""
    from app.main import NeovilleApp
    from tests.app.phases import put
    from tests.app.positions import LAST, position

    app = kit.start(NeovilleApp(folder))
    app.theme_cls.moving = False
    kit.settle()
    screen = put(app, position(LAST))
    finger = kit.Finger(*kit.centre(next(iter(screen.hand.views.values()))))
    finger.drag(*way(0))
    assert screen.hands.carried is not None
    assert len(screen.city.tiles) >= 15
    return finger


def anew(folder: Path) -> kit.Finger:
    """The same, but nothing is kept from the frame before."""
    finger = ours(folder)
    still = App.get_running_app().screens.current_screen.still
    kit.Window.bind(on_touch_move=lambda *_: still._buffer.ask_update())
    return finger


def plain(_: Path) -> kit.Finger:
    """Two rectangles."""
    texture = Image(str(ATLAS), mipmap=True).texture
    texture.min_filter = "linear_mipmap_linear"
    widget = Widget()
    with widget.canvas:
        Color(1, 1, 1)
        Rectangle(size=kit.Window.size, texture=texture)
        tile = Rectangle(size=(TILE, TILE), texture=texture)
    widget.bind(on_touch_move=lambda _, touch: setattr(tile, "pos", touch.pos))
    show(widget)
    return kit.Finger(*way(0))


def empty(_: Path) -> kit.Finger:
    """Nothing, drawn anew for every finger."""
    widget = Widget()
    widget.bind(on_touch_move=lambda *_: kit.Window.canvas.ask_update())
    show(widget)
    return kit.Finger(*way(0))


def show(widget: Widget) -> None:
    """An app with this widget alone."""
    app: Any = App()
    app.build = lambda: widget
    kit.start(app)
    kit.settle()


def cost(finger: kit.Finger) -> float:
    """Milliseconds of CPU time a frame, in the best round."""

    def once() -> float:
        drawn, start = len(kit.flips), time.process_time()
        for step in range(FRAMES):
            finger.move(*way(step))
        glFinish()
        return (time.process_time() - start) / (len(kit.flips) - drawn) * 1e3

    once()
    return min(once() for _ in range(ROUNDS))


KINDS: dict[str, Callable[[Path], kit.Finger]] = {"ours": ours, "anew": anew, "plain": plain, "empty": empty}


def main(kind: str) -> None:
    """Measure and print."""
    kit.use_fake_time()
    with TemporaryDirectory() as folder:
        finger = KINDS[kind](Path(folder))
        whole = cost(finger)
        kit.cheap_drawing()
        print(json.dumps({"whole": whole, "calls": cost(finger)}))


if __name__ == "__main__":
    main(sys.argv[1])
