"""The app's speed beside the least that Kivy and KivyMD can do: starting, dragging a tile, resting, thinking.

Everything is measured in a process of its own and in CPU time, unless it says otherwise, and the rivals take turns, so
that a slow moment of the machine hits them alike. The window is off-screen, 1280 x 800, with software GL.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from app.store import Store
from tests.app.positions import MIDDLE, position

HERE = Path(__file__).parent
ENVIRONMENT = {
    "SDL_VIDEODRIVER": "offscreen",
    "WINDOW": "1280x800",
    "KCFG_GRAPHICS_WIDTH": "1280",
    "KCFG_GRAPHICS_HEIGHT": "800",
    "KCFG_GRAPHICS_MULTISAMPLES": "0",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_WINDOW": "sdl2",
}

Measured = dict[str, float]


class Row(NamedTuple):
    """One goal, and what came of it."""

    what: str
    value: str
    goal: str
    met: bool


def run(script: str, kind: str) -> Measured:
    """What a script says about a kind."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1]), **ENVIRONMENT}
    output = subprocess.check_output([sys.executable, str(HERE / script), kind], env=environment, text=True)
    return dict(json.loads(output))


def start_rows(rounds: int) -> list[Row]:
    """From the start of the process to the first frame, in the median; without and with a game to continue."""
    with TemporaryDirectory() as folder:
        bare, empty, full = "bare", str(Path(folder, "empty")), str(Path(folder, "full"))
        store = Store(Path(full))
        store.new_game(position(MIDDLE))
        store.close()
        taken: dict[str, list[Measured]] = {kind: [] for kind in (bare, empty, full)}
        for number in range(rounds + 1):
            for kind, some in taken.items():
                measured = run("app_start.py", kind)
                if number:  # the first ones may have compiled
                    some.append(measured)
    cpu, real, rest = (
        {kind: median(each[key] for each in some) for kind, some in taken.items()} for key in ("cpu", "real", "at_rest")
    )
    return [
        Row(
            f"start, {what}",
            f"{cpu[kind] / cpu[bare]:.2f} of a bare KivyMD app ({cpu[kind]:.2f} : {cpu[bare]:.2f} s, "
            f"in real time {real[kind]:.2f} : {real[bare]:.2f} s)",
            "<= 1.20",
            cpu[kind] / cpu[bare] <= 1.2,
        )
        for what, kind in (("no game yet", empty), ("a game to continue", full))
    ] + [Row("start, with its picture", f"{rest[full] / rest[bare]:.2f} of the bare app at rest", "", True)]


def frame_rows(rounds: int) -> list[Row]:
    """A frame while a tile is dragged over a city of 4 x 4: the best rounds."""
    kinds = ("ours", "plain", "empty")
    taken: dict[str, list[Measured]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for kind, some in taken.items():
            some.append(run("app_frames.py", kind))
    whole, calls = ({kind: min(each[key] for each in taken[kind]) for kind in kinds} for key in ("whole", "calls"))
    ratio, own, anew = whole["ours"] / whole["plain"], calls["ours"] - calls["empty"], run("app_frames.py", "anew")
    return [
        Row(
            "dragging, a frame",
            f"{ratio:.2f} of two textured rectangles ({whole['ours']:.1f} : {whole['plain']:.1f} ms)",
            "<= 2.00",
            ratio <= 2,
        ),
        Row("dragging, calls of a frame", f"{own:.2f} ms", "<= 1.00 ms", own <= 1),
        Row(
            "the whole table anew",
            f"{anew['calls'] - calls['empty']:.1f} ms of calls, {anew['whole'] / whole['plain']:.1f} of the rectangles",
            "",
            True,
        ),
    ]


def rest_rows(rounds: int) -> list[Row]:
    """Frames of a table that rests, and the longest gap while experts think: the best round."""
    frames = run("app_rest.py", "idle")
    best = min((run("app_rest.py", "thinking") for _ in range(rounds)), key=lambda each: each["longest"])
    return [
        Row(
            "resting for 10 s",
            f"{frames['frames']:.0f} frames, {frames['core']:.1%} of a core",
            "0 frames",
            frames["frames"] == 0,
        ),
        Row(
            "expert thinks, longest gap",
            f"{best['longest']:.0f} ms of real time, {best['most']:.0f} ms of work",
            "<= 50 ms",
            best["longest"] <= 50,
        ),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="The app's speed beside the least that Kivy and KivyMD can do.")
    parser.add_argument("--starts", type=int, default=7, help="starts of each app")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of everything else")
    given = parser.parse_args()
    if not find_spec("kivymd"):
        print("\nThe app is not measured: Kivy is not installed.")
        return
    print("\nThe app at 1280 x 800, in CPU time with software GL:\n", flush=True)
    width = 28
    for rows in (start_rows(given.starts), frame_rows(given.rounds), rest_rows(given.rounds)):
        for row in rows:
            verdict = f"goal {row.goal}: {'met' if row.met else 'MISSED'}" if row.goal else ""
            print(f"{row.what:{width}}{row.value}   {verdict}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
