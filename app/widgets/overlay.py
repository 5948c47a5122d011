"""What lies above the screens: questions, menus and notices, with a veil that takes the touches meant for nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from app.widgets.controls import VerbButton


class Overlay(FloatLayout):
    """The layer above everything else."""

    def open(self, panel: Widget, modal: bool = False, on_close: Callable[[], None] | None = None) -> None:
        """Show a panel; a modal one is not closed by a tap beside it."""
        self.add_widget(Veil(self, panel, modal, on_close))

    def close(self) -> bool:
        """Close the topmost panel; False if there is none."""
        if not self.children:
            return False
        veil = self.children[0]
        self.remove_widget(veil)
        veil.clear_widgets()
        if veil.on_close is not None:
            veil.on_close()
        return True

    def clear(self) -> None:
        """Close everything."""
        while self.close():
            pass

    @property
    def panel(self) -> Widget | None:
        """The topmost panel."""
        return self.children[0].panel if self.children else None


class Veil(FloatLayout):
    """Dims what lies below, and closes its panel at a tap beside it."""

    def __init__(self, overlay: Overlay, panel: Widget, modal: bool, on_close: Callable[[], None] | None) -> None:
        super().__init__()
        self.overlay, self.panel, self.modal, self.on_close = overlay, panel, modal, on_close
        self.add_widget(panel)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is touched."""
        if not super().on_touch_down(touch) and not self.panel.collide_point(*touch.pos) and not self.modal:
            touch.grab(self)  # it closes on release, so that the release cannot hit what lies below
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Nothing below is touched."""
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A tap beside the panel closes it."""
        if touch.grab_current is self:
            touch.ungrab(self)
            if self.parent is not None and self.overlay.panel is self.panel:
                self.overlay.close()
            return True
        super().on_touch_up(touch)
        return True


class Answer(NamedTuple):
    """A button of a question."""

    label: str
    icon: str
    do: Callable[[], None]
    filled: bool = False


class Question(BoxLayout):
    """A sentence or two, and what can be done about it."""

    title = StringProperty()
    text = StringProperty()

    def __init__(self, overlay: Overlay, title: str, text: str, answers: list[Answer]) -> None:
        super().__init__(title=title, text=text)
        self.buttons: list[VerbButton] = []
        for answer in answers:
            button = VerbButton(label=answer.label, icon=answer.icon, filled=answer.filled)
            button.size_hint_y, button.height = None, dp(56)
            button.bind(on_release=lambda *_, answer=answer: self._answered(overlay, answer))
            self.buttons.append(button)
            self.ids.answers.add_widget(button)

    def _answered(self, overlay: Overlay, answer: Answer) -> None:
        if overlay.panel is self:  # not a second finger on a panel that is closing
            overlay.close()
            answer.do()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
