"""A process killed at any moment of a game played by touch: the game goes on with the last action that was done."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from app.store import Store

ROOT = Path(__file__).parents[2]


def kill_once(folder: Path, random: Random) -> tuple[int, str]:
    """Let an app play on for a while, kill it, and tell what it said last."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.app.killed", str(folder), str(random.getrandbits(16))],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env={**os.environ, "WINDOW": "1280x800"},
    )
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(random.randrange(1, 9))]
    time.sleep(random.random() * 0.3)
    child.kill()
    lines += child.stdout.read().splitlines(keepends=True)
    child.wait()
    whole = [line for line in lines if line.endswith("\n")]
    count, action = whole[-1].rstrip("\n").split("\t")
    return int(count), action


def survives(folder: Path, random: Random) -> None:
    count, action = kill_once(folder, random)
    store = Store(folder)
    saved, *others = store.unfinished()
    assert not others
    assert not store.troubles
    assert len(saved.game.actions) in (count, count + 1)  # it may have died between saving and saying so
    if count:
        assert str(saved.game.actions[count - 1]) == action
    store.close()


def test_a_killed_game_goes_on_with_the_last_action(tmp_path: Path) -> None:
    random = Random(7)
    for _ in range(3):
        survives(tmp_path, random)


@pytest.mark.soak
def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    random = Random()
    for number in range(100):
        survives(tmp_path / str(number // 10), random)
