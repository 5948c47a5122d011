"""Work on all cores."""

from __future__ import annotations

import os
import signal
from multiprocessing import get_context
from multiprocessing.pool import Pool


def workers(jobs: int | None) -> Pool:
    """So many processes, or one for each core; Ctrl-C stops their master, who stops them.

    They are spawned, not forked: the same on every system, and safe where threads run.
    """
    return get_context("spawn").Pool(jobs or os.cpu_count(), initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
