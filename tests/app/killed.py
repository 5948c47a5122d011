"""An app that plays by touch and says what it has saved, until somebody kills it: python -m tests.app.killed FOLDER."""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

import sys
from pathlib import Path
from typing import Any

from app.main import NeovilleApp
from app.session import Options
from engine import Player, Setup
from tests.app.fingers import Fingers


def say(session: Any, *_: Any) -> None:
    """How many actions are in the store, and the last of them: revision changes when it is there."""
    actions = session._game.actions
    print(len(actions), actions[-1] if actions else "", sep="\t", flush=True)


def main(folder: Path, seed: int) -> None:
    """Continue the newest game or begin one, and play on."""
    kit.use_fake_time()
    app = kit.start(NeovilleApp(folder))
    app.theme_cls.moving = False
    saved = app.store.unfinished()
    if saved:
        app.resume(saved[0].id)
    else:
        app.begin(Setup((Player("Ada"), Player("Bo", "ai", "easy"))), Options((0, 1)))
    app.session.bind(revision=say)
    say(app.session)
    kit.settle()
    kit.cheap_drawing()
    fingers = Fingers(app, "tap", seed)
    while not app.session.over:
        if app.session.by_person:
            for _ in fingers.turn():
                pass
        else:
            kit.frames(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
