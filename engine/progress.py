"""A progress bar for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
MANY, WIDTH = 10, 40


def progress(items: Iterable[Item], total: int) -> Iterator[Item]:
    """The items; when there are many, a bar on the standard error of a terminal shows how far it is."""
    shown = total >= MANY and sys.stderr.isatty()
    for done, item in enumerate(items):
        if shown:
            filled = WIDTH * done // total
            print(f"\r[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}", end="", file=sys.stderr, flush=True)
        yield item
    if shown:
        print(f"\r{' ' * (WIDTH + 20)}\r", end="", file=sys.stderr, flush=True)
