"""Buttons at the foot of a page, in one row or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kivy.app import App
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.style import GAP
from app.widgets.controls import IconButton, VerbButton

CAP = 1.3  # the largest scale that buttons follow
ROW, SINGLE_ROW = 56, 64  # dp


class Choice(NamedTuple):
    """A button; without a label it is an icon."""

    label: str
    icon: str
    do: Callable[[], None]
    most: float = 64  # its width where there is room, in dp
    filled: bool = False


class ButtonBar(BoxLayout):
    """As high as its rows."""

    def __init__(self) -> None:
        super().__init__(orientation="vertical", spacing=dp(GAP), size_hint_y=None)

    def fill(self, rows: Sequence[Sequence[Choice]], wide: bool) -> None:
        """Replace all buttons; in a wide bar they do not fill a row, and the last one of a row is at its right end."""
        self.clear_widgets()
        high = dp(ROW if len(rows) > 1 else SINGLE_ROW)
        for row in rows:
            box = BoxLayout(spacing=dp(GAP), size_hint_y=None, height=high)
            for choice in row:
                if wide and choice is row[-1]:
                    box.add_widget(Widget())
                box.add_widget(self._button(choice, wide))
            self.add_widget(box)
        self.height = high * len(rows) + dp(GAP) * (len(rows) - 1)

    @staticmethod
    def _button(choice: Choice, wide: bool) -> Widget:
        if not choice.label:
            button = IconButton(icon=choice.icon, size_hint_x=None, width=dp(choice.most))
        else:
            button = VerbButton(label=choice.label, icon=choice.icon, filled=choice.filled)
            if wide:
                scale = min(App.get_running_app().theme_cls.text_scale, CAP)
                button.size_hint_max_x, button.size_hint_x = dp(choice.most) * scale, choice.most / 100
        button.bind(on_release=lambda *_: choice.do())
        return button
