"""From the start of this process to its first frames: `app_start.py bare`, or `app_start.py FOLDER` for our app.

`bare` is the least that KivyMD can show: a screen with a button. Prints a line of JSON: seconds of CPU time and of real
time, to the first frame and to the moment when nothing more is drawn. app_speed.py starts it.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from pathlib import Path
from typing import Any

KV = """
MDScreen:
    md_bg_color: app.theme_cls.backgroundColor
    MDButton:
        style: "filled"
        pos_hint: {"center_x": .5, "center_y": .5}
        MDButtonText:
            text: "New game"
"""
QUIET = 3  # frames in which nothing is drawn any more


def age() -> float:
    """Seconds since this process was born."""
    with open("/proc/self/stat", encoding="ascii") as stat:
        ticks = float(stat.read().rsplit(") ", 1)[1].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


def bare() -> Any:
    """An app of one screen with one button."""
    from kivy.lang import Builder
    from kivymd.app import MDApp

    app = MDApp()
    app.build = lambda: Builder.load_string(KV)
    return app


def ours(folder: str) -> Any:
    """Our app with its store in this folder."""
    from app.main import NeovilleApp

    return NeovilleApp(Path(folder))


def main(kind: str) -> None:
    """Start, and stop as soon as nothing more is drawn."""
    logging.disable()  # ours is silent anyway
    app = bare() if kind == "bare" else ours(kind)
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    marks: list[tuple[float, float]] = []
    quiet = 0

    def drawn(*_: Any) -> None:
        nonlocal quiet
        glFinish()
        quiet = 0
        marks.append((time.process_time(), age()))

    def look(_: float) -> None:
        nonlocal quiet
        quiet += 1
        if marks and quiet > QUIET:
            app.stop()

    Window.bind(on_flip=drawn)
    Clock.schedule_interval(look, 0)
    app.run()
    (cpu, real), (cpu_at_rest, _) = marks[0], marks[-1]
    print(json.dumps({"cpu": cpu, "real": real, "at_rest": cpu_at_rest}))


if __name__ == "__main__":
    main(sys.argv[1])
