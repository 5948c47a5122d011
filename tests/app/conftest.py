"""One app a process; every test gets it at home, with an empty store, and must leave nothing behind."""

from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.uix.screenmanager import NoTransition, Screen

from app.main import NeovilleApp
from app.store import Store


@pytest.fixture(scope="session")
def _app(tmp_path_factory: pytest.TempPathFactory) -> NeovilleApp:
    kit.use_fake_time()
    started = kit.start(NeovilleApp(tmp_path_factory.mktemp("store")))
    gc.collect()
    gc.freeze()  # rules and modules stay anyway: no collection needs to look at them
    return started


@pytest.fixture
def app(_app: NeovilleApp, tmp_path: Path) -> Iterator[NeovilleApp]:
    """The app as a new user finds it."""
    _app.store.close()
    _app.store = Store(tmp_path / "store")
    _app._told.clear()
    _app.theme_cls.moving = False
    _app.theme_cls.theme_style = "Light"
    _app.theme_cls.text_scale = 1.0
    kit.resize(1280, 800)
    _leave_all_screens(_app)
    _app.go("home")
    _app.screens.remove_widget(_app.screens.get_screen("nowhere"))
    kit.settle()
    yield _app
    for finger in list(kit.EventLoop.touches):
        finger.up()  # a test forgot to lift it
    _app.overlay.clear()
    kit.full_drawing()
    kit.settle()


def _leave_all_screens(app: NeovilleApp) -> None:
    """What one test did to a screen must not help the next."""
    nowhere = Screen(name="nowhere")
    app.screens.transition = NoTransition()
    app.screens.add_widget(nowhere)
    app.screens.current = "nowhere"
    app.session = None
    for screen in app.screens.screens[:]:
        if screen is not nowhere:
            app.screens.remove_widget(screen)
