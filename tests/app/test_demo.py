"""What `make play` and `make demo` rely on."""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.environment import NO_WINDOW
from app.main import NeovilleApp
from tests.app.demo import MOMENTS, show_all

ROOT = Path(__file__).parents[2]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def test_the_demonstration_plays_to_the_end_and_shows_every_moment_in_order(app: NeovilleApp) -> None:
    kit.cheap_drawing()
    taken: list[str] = []
    result = show_all(app, taken.append, seed=1)
    assert taken == list(MOMENTS)
    assert re.fullmatch(r"Anna −?\d+ : −?\d+ Robo", result)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a display is always there")
@pytest.mark.parametrize("display", [None, ":4711"])
def test_without_a_display_the_app_ends_in_silence_and_says_so_by_its_status(
    display: str | None, tmp_path: Path
) -> None:
    if display is None and any(os.environ.get(name) for name in DISPLAYS):
        pytest.skip("here is a display")
    ours = {*DISPLAYS, "SDL_VIDEODRIVER"}
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    if display is not None:
        environment["DISPLAY"] = display
    ended = subprocess.run(
        [sys.executable, "main.py"],
        cwd=ROOT,
        env=environment | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (NO_WINDOW, "", "")
    assert not list(tmp_path.iterdir())
