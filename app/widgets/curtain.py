"""The curtain between two people: it names who is next, hides everything, and only its button opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from app.style import PADDING, SIGNS, TARGET, Theme, blend
from app.widgets.controls import IconButton, VerbButton  # noqa: F401  # named in the kv file
from app.widgets.measure import text_extent
from app.widgets.tile import SignView  # noqa: F401  # named in the kv file

NAME = 76  # sp of a name on a large screen
SMALL_NAME = 56  # and on a small one
CAP = 1.2  # the largest scale that a name follows: it is large already
SHIELD = 128  # dp
DEEPER = {"light": 0.2, "dark": 0.65}  # how far a player's colour is darkened, so that a text on it can be read


class Curtain(FloatLayout):
    """Covers everything in the colour of the player who is to take the tablet; swallows every touch."""

    name = StringProperty()
    sign = NumericProperty(0)
    round_text = StringProperty()  # which round it is, and that all hands are hidden
    ground = ColorProperty()
    ink = ColorProperty()
    layers = ObjectProperty(())  # the sign on its shield
    large = BooleanProperty(True)  # is there room for large texts?
    name_role = NumericProperty(NAME)
    shield = NumericProperty(0)  # in pixels; 0 where there is no room for it

    __events__ = ("on_open", "on_menu")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self._theme.bind(theme_style=self._paint, text_scale=self._fit)
        self.bind(sign=self._paint, name=self._fit, size=self._fit, round_text=self._fit)
        self.ids.texts.bind(height=self._fit)
        self._paint()
        self._fit()

    def on_open(self) -> None:
        """The player says who they are."""

    def on_menu(self) -> None:
        """The menu is wanted."""

    def _paint(self, *_: Any) -> None:
        theme, colour = self._theme, self._theme.player(self.sign)
        dark = theme.shade == "dark"
        self.ground = blend(colour, theme.backgroundColor if dark else theme.onSurfaceColor, DEEPER[theme.shade])
        self.ink = theme.onSurfaceColor if dark else theme.surfaceContainerLowColor
        self.layers = (
            ("shield", theme.surfaceContainerLowColor, 1.0),
            (f"sign-{SIGNS[int(self.sign)]}", colour, 0.5),
        )

    def _fit(self, *_: Any) -> None:
        """Let the name shrink until it fits in one line, and the shield take what the texts leave."""
        self.large = min(self.width, self.height) >= dp(600)
        role = NAME if self.large else SMALL_NAME
        size = sp(role) * min(self._theme.text_scale, CAP)
        wide = text_extent(self.name, size, self._theme.mediumFont)[0]
        self.name_role = role * min(1.0, 0.98 * self.ids.column.width / max(1.0, wide))  # widths grow in steps
        room = self.top - self.ids.open.top - self.ids.texts.height - dp(3 * PADDING)
        self.shield = min(dp(SHIELD), room) if room >= dp(TARGET) else 0

    # --- nothing below is touched

    def on_touch_down(self, touch: Any) -> bool:
        """Only the buttons answer."""
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Nothing below is touched."""
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Nothing below is touched."""
        super().on_touch_up(touch)
        return True


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
