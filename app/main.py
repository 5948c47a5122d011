"""The app: it wires screens, session and store together, and follows the life of its window."""

from __future__ import annotations

import app.environment  # isort: skip  # noqa: F401  # first: it opens the window

import gc
import os
from importlib import import_module
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import FadeTransition, NoTransition, Screen, ScreenManager
from kivy.utils import platform
from kivymd.app import MDApp

from app import i18n
from app.session import Options, Session
from app.store import Store, Trouble
from app.style import CALM, Theme
from app.texts import trouble_text
from app.widgets import repairs  # noqa: F401  # before any widget of KivyMD is made
from app.widgets.overlay import Answer, Overlay, Question
from engine import Setup

BACK = (27, 1073742106)  # Escape and Android's back key, by SDL 2 and SDL 3
SCREENS = {  # built at the first visit, so that the start is quick
    "home": ("app.screens.home", "HomeScreen"),
    "setup": ("app.screens.setup", "SetupScreen"),
    "play": ("app.screens.play", "PlayScreen"),
    "results": ("app.screens.results", "ResultsScreen"),
}


class NeovilleApp(MDApp):
    """One window with one screen at a time, and the game that is on the table."""

    title = "Neoville"
    tr = ObjectProperty(i18n.tr)  # texts in kv: a new function makes every one of them anew
    ntr = ObjectProperty(i18n.ntr)
    session = ObjectProperty(None, allownone=True)

    def __init__(self, folder: Path | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._folder = folder
        self.theme_cls = Theme()  # instead of the one that MDApp has just made

    def build(self) -> FloatLayout:
        """The screens, and above them the overlay."""
        self.store = Store(self._folder or Path(self.user_data_dir))
        self._told: set[Trouble] = set()
        self._known: set[str] = set()  # screens that were made once
        self.theme_cls.theme_style_switch_animation = False
        self.screens, self.overlay = ScreenManager(transition=NoTransition()), Overlay()
        root = FloatLayout()
        root.add_widget(self.screens)
        root.add_widget(self.overlay)
        self.go("home")
        return root

    def on_start(self) -> None:
        """The window is there."""
        from kivy.core.window import Window

        Window.bind(on_keyboard=self._on_key)
        self.theme_cls.bind(backgroundColor=lambda _, colour: setattr(Window, "clearcolor", colour))
        Window.clearcolor = self.theme_cls.backgroundColor
        for trouble in self.store.troubles:
            self.tell(trouble)

    # --- screens

    def go(self, name: str) -> Screen:
        """Show a screen, made at the first visit."""
        self.overlay.clear()
        if not self.screens.has_screen(name):
            module, screen = SCREENS[name]
            self.screens.add_widget(getattr(import_module(module), screen)(name=name))
            if name not in self._known:
                self._known.add(name)
                Clock.schedule_once(_rest_memory, 2 * CALM)  # when the change of screens has been seen
        moving = self.theme_cls.moving and self.screens.current_screen is not None
        self.screens.transition = FadeTransition(duration=CALM / 2) if moving else NoTransition()
        self.screens.current = name
        return self.screens.current_screen

    def begin(self, setup: Setup, options: Options) -> None:
        """Deal a new game; every other one is kept."""
        self.session = Session.begin(setup, options, self.store)
        self._play()

    def resume(self, id: int) -> bool:
        """Go on with a game; False if it cannot be read."""
        game = self.store.load(id)
        if game is None:
            return False
        self.session = Session(game, id, self.store)
        self._play()
        return True

    def _play(self) -> None:
        self.session.bind(revision=self._on_revision)
        self._on_revision()
        self.go("results" if self.session.over else "play")

    def leave(self) -> None:
        """Back home; the game is in the store already."""
        self.session = None
        self.go("home")

    # --- what can go wrong

    def _on_revision(self, *_: Any) -> None:
        if self.session is not None and self.session.trouble is not None:
            self.tell(self.session.trouble)

    def tell(self, trouble: Trouble) -> None:
        """Say once what is wrong with the store; the game goes on."""
        if trouble not in self._told:
            self._told.add(trouble)
            title, text = trouble_text(trouble, [path.name for path in self.store.aside])
            understood = Answer(i18n.tr("Understood"), "check", lambda: None, filled=True)
            self.overlay.open(Question(self.overlay, title, text, [understood]))

    # --- the life of the window

    def _get_user_data_dir(self) -> str:
        """Kivy would make the folder without those above it, and fail; the store makes all, or says why not."""
        if platform != "linux":
            return str(super()._get_user_data_dir())
        return str(Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config", self.name).expanduser())

    def _on_key(self, _: Any, key: int, *__: Any) -> bool:
        if key not in BACK:
            return False
        if not self.overlay.close():
            self.screens.current_screen.back()
        return True

    def on_pause(self) -> bool:
        """Every action is saved when it is done: there is nothing to do."""
        return True

    def on_stop(self) -> None:
        """The window is closed."""
        self.store.close()


def _rest_memory(*_: Any) -> None:
    """Take what is there now for lasting: looking through it again and again would cost whole frames."""
    gc.collect()
    gc.freeze()


def main() -> int:
    """Run the app in its window; the answer is the exit status."""
    NeovilleApp().run()
    return 0
