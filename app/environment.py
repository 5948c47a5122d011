"""What Kivy must find when it is imported, and its window; import this first."""

from __future__ import annotations

import logging
import os

NO_WINDOW = 3  # exit status

_VARIABLES = {
    "KIVY_NO_ARGS": "1",  # else Kivy reads the command line
    "KIVY_NO_CONFIG": "1",  # it neither reads nor writes a file of its own
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # plain logging; Kivy's own would swallow tracebacks when silenced
    "KIVY_WINDOW": "sdl2",  # the other one ends the process where there is no display
    "KCFG_KIVY_EXIT_ON_ESCAPE": "0",
    "KCFG_GRAPHICS_WIDTH": "1280",
    "KCFG_GRAPHICS_HEIGHT": "800",
    "KCFG_GRAPHICS_MINIMUM_WIDTH": "360",
    "KCFG_GRAPHICS_MINIMUM_HEIGHT": "360",
    "KCFG_GRAPHICS_MULTISAMPLES": "2",
    "KCFG_INPUT_MOUSE": "mouse,disable_multitouch",  # no red dots
}
# Libraries that nobody needs here, and the window, which is missed below.
_NOISE = ("Input: MTDev", "Cutbuffer", "Deprecated property", "Window: Unable to find any")

for _key, _value in _VARIABLES.items():
    os.environ.setdefault(_key, _value)
logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
logging.getLogger("kivy").addFilter(
    lambda record: record.levelno >= logging.WARNING and not str(record.msg).startswith(_NOISE)
)

from kivy.utils import platform  # noqa: E402  # Kivy reads the variables when it is imported

if platform == "linux":
    os.environ.setdefault("SDL_VIDEODRIVER", "x11,wayland")  # else SDL opens a window that nobody sees

from kivy.core.window import Window  # noqa: E402  # KivyMD would open it when it is imported, or end the process with 1

if Window is None:
    raise SystemExit(NO_WINDOW)
