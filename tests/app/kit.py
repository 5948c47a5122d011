"""Test kit: one headless window and one app a process, stepped by hand on a fake clock. Import it before Kivy.

`WINDOW=1280x800` in the environment is the size of the window, the largest one that pictures can have; `MSAA=2`
smooths their edges.
"""

from __future__ import annotations

import logging
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from math import ceil, cos, hypot, radians, sin
from pathlib import Path
from typing import Any

ENVIRONMENT = {
    "SDL_VIDEODRIVER": "offscreen",  # no display server needed
    "SDL_AUDIODRIVER": "dummy",  # no sound device needed
    "KIVY_HOME": str(Path(tempfile.gettempdir()) / f"kivy-home-{os.getpid()}"),
    "KIVY_NO_ARGS": "1",  # else Kivy reads pytest's options
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_METRICS_FONTSCALE": "1",
}
for variable, setting in ENVIRONMENT.items():
    os.environ.setdefault(variable, setting)
logging.getLogger("kivy").setLevel(logging.WARNING)
logging.getLogger("kivy").addFilter(lambda record: not str(record.msg).startswith(("Input: MTDev", "Cutbuffer")))

from kivy.config import Config  # noqa: E402

WIDTH, HEIGHT = map(int, os.environ.get("WINDOW", "1280x1280").split("x"))
for section, option, value in (
    ("graphics", "width", WIDTH),
    ("graphics", "height", HEIGHT),
    ("graphics", "maxfps", 0),  # a frame never sleeps
    ("graphics", "multisamples", os.environ.get("MSAA", "0")),
    ("kivy", "exit_on_escape", 0),
    ("kivy", "log_level", "warning"),
):
    Config.set(section, option, str(value))
for option, _ in Config.items("input"):
    Config.remove_option("input", option)  # no fingers but ours

from kivy.base import EventLoop, runTouchApp  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.input.motionevent import MotionEvent  # noqa: E402

FRAME = 1 / 60
ESCAPE = 27
Point = tuple[float, float]


class FakeTime:
    """Replaces Clock.time: frames last as long as we say, whatever the machine does."""

    def __init__(self) -> None:
        self.now = Clock.time()

    def __call__(self) -> float:
        return float(self.now)


fake_time = FakeTime()
flips: list[int] = []  # one entry for each frame drawn
Window.bind(on_flip=lambda *_: flips.append(1))


def use_fake_time() -> None:
    """Clock, animations and the recognition of double taps obey our time."""
    Clock.time = fake_time
    from kivy.input import motionevent
    from kivy.input.postproc import doubletap, tripletap

    for module in (motionevent, doubletap, tripletap):
        module.time = fake_time  # else two taps of different tests are a double tap


def use_real_time() -> None:
    """Back to the machine's time."""
    Clock.time = time.perf_counter
    Clock._last_tick = Clock.time()


def start(app: Any) -> Any:
    """Start the app up to its first frames, without entering the main loop."""
    app._run_prepare()
    runTouchApp(embedded=True)
    frames(3)
    return app


def frames(count: int = 1, dt: float = FRAME) -> None:
    """Run whole frames: clock, input, layout, drawing."""
    for _ in range(count):
        fake_time.now += dt
        EventLoop.idle()


def seconds(duration: float, dt: float = FRAME) -> None:
    """Let so much of our time pass."""
    frames(ceil(duration / dt - 1e-9), dt)


def pending(horizon: float = 1.0) -> list[Any]:
    """Events that are due soon, but not those of every frame: KivyMD lays out by timers of 0.2 s."""
    now = Clock.get_time()
    return [
        event
        for event in Clock.get_events()
        if not event.loop and event.is_triggered and event._last_dt + event.timeout < now + horizon
    ]


def settle(limit: int = 300, dt: float = 0.05) -> int:
    """Run frames until nothing was drawn in two of them and nothing is due; how many it took."""
    quiet = 0
    for count in range(limit):
        drawn = len(flips)
        frames(1, dt)
        quiet = 0 if len(flips) > drawn or pending() else quiet + 1
        if quiet == 2:
            return count + 1
    raise AssertionError(f"still busy after {limit} frames: {pending()}")


def wait(until: Callable[[], bool], limit: int = 20000, dt: float = FRAME) -> None:
    """Run frames until something is so: a computer player has played."""
    for _ in range(limit):
        if until():
            return
        frames(1, dt)
    raise AssertionError("it did not come about")


def cheap_drawing() -> None:
    """Let all canvas code run, but fill a single pixel, in frame buffers too. `picture` restores it."""
    from kivy.graphics.opengl import GL_SCISSOR_TEST, glEnable, glScissor

    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 1)


def full_drawing() -> None:
    """Fill all pixels again, and draw everything anew."""
    from kivy.graphics.opengl import GL_SCISSOR_TEST, glDisable

    glDisable(GL_SCISSOR_TEST)
    Window.update_viewport()
    for widget in Window.children:
        for each in widget.walk():
            each.canvas.ask_update()


def resize(width: int, height: int) -> None:
    """Change the window; the layout follows in the next frames."""
    Window.size = (width, height)
    frames(2)
    assert tuple(Window.size) == (width, height), Window.size


def picture() -> Any:
    """The window's pixels as a Pillow image, drawn now."""
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
    from PIL import Image

    full_drawing()
    Window.canvas.ask_update()
    width, height = map(int, Window.size)
    pixels: list[bytes] = []

    def read(*_: Any) -> None:  # after drawing, before the buffers are swapped
        pixels.append(bytes(glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)))

    Window.bind(on_flip=read)
    frames(1, dt=0)
    Window.unbind(on_flip=read)
    image = Image.frombytes("RGBA", (width, height), pixels[0]).convert("RGB")
    return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def shot(path: str | Path) -> None:
    """A picture of the window in a file."""
    picture().save(path, optimize=True)


class Finger(MotionEvent):
    """A touch in window pixels, sent through the real dispatch; every call is one frame."""

    count = 0

    def __init__(self, x: float, y: float, device: str = "touch", button: str | None = None) -> None:
        Finger.count += 1
        self.wanted = button
        super().__init__(device, Finger.count, self._args(x, y), is_touch=True, type_id="touch")
        self._send("begin")

    @staticmethod
    def _args(x: float, y: float) -> dict[str, float]:
        return {"x": x / (Window.width - 1), "y": y / (Window.height - 1)}  # Window scales by (size - 1)

    def depack(self, args: dict[str, float]) -> None:
        self.button = self.wanted
        self.profile = ["pos", "button"] if self.button else ["pos"]
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)

    def _send(self, kind: str) -> None:
        EventLoop._dispatch_input(kind, self)  # the queue of real input: double taps are recognised, too
        frames()

    def move(self, *args: Any) -> Any:
        """To a point; with a single argument, what Kivy itself calls."""
        if len(args) == 1:
            return super().move(*args)
        super().move(self._args(*args))
        self._send("update")
        return self

    def drag(self, x: float, y: float, steps: int = 8) -> Finger:
        """To a point, step by step."""
        x0, y0 = self.at
        for i in range(1, steps + 1):
            self.move(x0 + (x - x0) * i / steps, y0 + (y - y0) * i / steps)
        return self

    @property
    def at(self) -> Point:
        """Where it is."""
        return self.sx * (Window.width - 1), self.sy * (Window.height - 1)

    def up(self) -> None:
        """Lift it."""
        self.update_time_end()
        self._send("end")


def centre(widget: Any) -> Point:
    """A widget's middle in window pixels, through every turned parent."""
    x, y = widget.to_window(*widget.center)
    return float(x), float(y)


def tap(target: Any, y: float | None = None) -> None:
    """A finger on a widget's middle, or on a point."""
    point = centre(target) if y is None else (target, y)
    Finger(*point).up()


def drag(start: Point, end: Point, steps: int = 8) -> None:
    """A finger from point to point."""
    Finger(*start).drag(*end, steps=steps).up()


def twist(cx: float, cy: float, radius: float, clockwise: float, steps: int = 12) -> None:
    """Two fingers turning round a point."""

    def at(angle: float, side: int) -> Point:
        return cx + side * radius * cos(radians(angle)), cy + side * radius * sin(radians(angle))

    one, two = Finger(*at(0, 1)), Finger(*at(0, -1))
    for i in range(1, steps + 1):
        one.move(*at(-clockwise * i / steps, 1))
        two.move(*at(-clockwise * i / steps, -1))
    one.up()
    two.up()


def wheel(x: float, y: float, up: bool = True) -> None:
    """One notch; Kivy names the button after the motion of the content: wheel up is "scrolldown"."""
    Finger(x, y, "mouse", "scrolldown" if up else "scrollup").up()


def key(code: int, text: str | None = None, modifiers: Sequence[str] = ()) -> None:
    """A key press as Window gets it from SDL."""
    if not Window.dispatch("on_key_down", code, 0, text, list(modifiers)):
        Window.dispatch("on_keyboard", code, 0, text, list(modifiers))
    Window.dispatch("on_key_up", code, 0)
    frames()


def far(a: Point, b: Point) -> float:
    """The distance of two points."""
    return hypot(a[0] - b[0], a[1] - b[1])
