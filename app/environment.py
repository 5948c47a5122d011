"""What Kivy must find when it is imported; import this first."""

from __future__ import annotations

import logging
import os

_VARIABLES = {
    "KIVY_NO_ARGS": "1",  # else Kivy reads the command line
    "KIVY_NO_CONFIG": "1",  # it neither reads nor writes a file of its own
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # plain logging; Kivy's own would swallow tracebacks when silenced
}
_NOISE = ("Input: MTDev", "Cutbuffer", "Deprecated property")  # libraries that nobody needs here

for _key, _value in _VARIABLES.items():
    os.environ.setdefault(_key, _value)
logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
logging.getLogger("kivy").addFilter(lambda record: not str(record.msg).startswith(_NOISE))
