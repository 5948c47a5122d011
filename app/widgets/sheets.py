"""Sheets above a screen: something to choose from, or a name to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivymd.uix.textfield import MDTextField

from app.names import LONGEST, shortened
from app.widgets.cards import Alternative, Card, Chip
from app.widgets.overlay import Overlay
from app.widgets.page import Page  # noqa: F401  # named in the kv file

ESCAPE = 27


class Sheet(BoxLayout):
    """A panel with a title and a cross; its middle scrolls if the window is too low for it."""

    title = StringProperty()
    at_top = BooleanProperty(False)  # above a keyboard that comes from below

    def __init__(self, overlay: Overlay, **kwargs: Any) -> None:
        self._overlay = overlay
        super().__init__(**kwargs)

    def put(self, widget: Widget) -> None:
        """Add something below the rest."""
        self.ids.body.add_widget(widget)

    def open(self) -> None:
        """Show it, unless something else is there already: two fingers open one sheet."""
        if self._overlay.panel is None:
            self._overlay.open(self, on_close=self.closed)

    def close(self) -> None:
        """Close it, once."""
        if self._overlay.panel is self:
            self._overlay.close()

    def closed(self) -> None:
        """It is closed."""


class ChoiceSheet(Sheet):
    """Alternatives one below the other; a tap chooses and closes."""

    def __init__(
        self,
        overlay: Overlay,
        title: str,
        alternatives: Sequence[Alternative],
        value: object,
        choose: Callable[[Any], None],
    ) -> None:
        super().__init__(overlay, title=title)
        self._choose = choose
        self.cards: list[Card] = []
        for each in alternatives:
            chosen = each.value == value
            card = Card(title=each.label, text=each.sentence, icon=each.icon, chosen=chosen, role=16)
            card.tail = "check" if chosen else ""
            card.bind(on_release=lambda *_, value=each.value: self._chosen(value))
            self.cards.append(card)
            self.put(card)

    def _chosen(self, value: Any) -> None:
        if self._overlay.panel is self:  # not by a second finger
            self.close()
            self._choose(value)


class NameField(MDTextField):
    """A field for a name."""

    def keyboard_on_key_down(self, window: Any, keycode: tuple[int, str], text: str, modifiers: list[str]) -> bool:
        """Escape is for the sheet."""
        if keycode[0] == ESCAPE:
            self.focus = False
            return False
        return bool(super().keyboard_on_key_down(window, keycode, text, modifiers))

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        """Take no more letters than a name has."""
        super().insert_text(shortened(substring, max(0, LONGEST - len(self.text))), from_undo)


class NameSheet(Sheet):
    """A field for a name, and names used before."""

    def __init__(
        self, overlay: Overlay, title: str, name: str, known: Sequence[str], choose: Callable[[str], None]
    ) -> None:
        super().__init__(overlay, title=title, at_top=True)
        self._choose = choose
        self.entry = NameEntry()
        self.field: NameField = self.entry.ids.field
        self.field.text = name
        self.field.bind(on_text_validate=lambda *_: self._chosen(self.field.text))
        self.entry.ids.ok.bind(on_release=lambda *_: self._chosen(self.field.text))
        self.put(self.entry)
        self.chips: list[Chip] = []
        if known:
            names = NamesBefore()
            for each in known:
                chip = Chip(label=each)
                chip.bind(on_release=lambda *_, name=each: self._chosen(name))
                self.chips.append(chip)
                names.ids.chips.add_widget(chip)
            self.put(names)

    def open(self) -> None:
        """Show it, and let the keyboard come."""
        super().open()
        Clock.schedule_once(self._begin)

    def _begin(self, *_: Any) -> None:
        if self.parent is not None:
            self.field.focus = True
            self.field.select_all()

    def closed(self) -> None:
        """The keyboard goes."""
        self.field.focus = False

    def _chosen(self, name: str) -> None:
        if self._overlay.panel is self:
            self.close()
            self._choose(name)


class NameEntry(BoxLayout):
    """The field and its button."""


class NamesBefore(BoxLayout):
    """The names used before, each a tap away."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
