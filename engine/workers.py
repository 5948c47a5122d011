"""Work on all cores."""

from __future__ import annotations

import os
import signal
from multiprocessing import Pool
from multiprocessing.pool import Pool as Workers


def workers(jobs: int | None) -> Workers:
    """So many processes, or one for each core; Ctrl-C stops their master, who stops them."""
    return Pool(jobs or os.cpu_count(), initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
