"""What the screens round the play are made of: cards to press, alternatives to choose from, texts of any length."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.style import BODY, LARGE, SMALL
from app.widgets.controls import IconButton, Press, Text


class Alternative(NamedTuple):
    """One of several things to choose from."""

    value: Any
    label: str
    icon: str
    sentence: str = ""


class Paragraph(Text):
    """A text that takes as many lines as it needs."""

    least = NumericProperty(0)  # its least height in dp


class Card(Press, BoxLayout):
    """A title with an icon, perhaps a line below it, and an icon at its end; as high as its texts."""

    title = StringProperty()
    text = StringProperty()
    icon = StringProperty()
    tail = StringProperty()
    least = NumericProperty(64)  # its least height in dp
    role = NumericProperty(LARGE)  # of the title
    text_role = NumericProperty(SMALL)
    upside_down = BooleanProperty(False)  # the title is small and stands above what matters


class Segment(Press, BoxLayout):
    """An alternative as a button."""

    label = StringProperty()
    icon = StringProperty()


class Segments(BoxLayout):
    """Alternatives side by side, and a sentence on the chosen one."""

    alternatives = ListProperty()
    value = ObjectProperty(None, allownone=True)
    sentence = StringProperty()

    __events__ = ("on_choose",)

    def on_alternatives(self, *_: Any) -> None:
        """Show a button for each."""
        self.ids.row.clear_widgets()
        for each in self.alternatives:
            segment = Segment(label=each.label, icon=each.icon)
            segment.bind(on_release=lambda *_, value=each.value: self.dispatch("on_choose", value))
            self.ids.row.add_widget(segment)
        self.on_value()

    def on_value(self, *_: Any) -> None:
        """Mark the chosen one."""
        for each, segment in zip(self.alternatives, self.segments, strict=True):
            segment.chosen = each.value == self.value
            if segment.chosen:
                self.sentence = each.sentence

    @property
    def segments(self) -> list[Segment]:
        """The buttons in their order."""
        return list(reversed(self.ids.row.children))

    def on_choose(self, value: Any) -> None:
        """Something was tapped."""


class Block(BoxLayout):
    """A heading with what belongs to it."""

    heading = StringProperty()


class Bar(BoxLayout):
    """The head of a screen: the way back, and its title."""

    title = StringProperty()
    low = BooleanProperty(False)  # where there is little height

    __events__ = ("on_back",)

    def on_back(self) -> None:
        """Back is wanted."""

    @property
    def button(self) -> IconButton:
        """The way back."""
        return self.ids.back


class Chip(Press):
    """A short text to press, as wide as it is."""

    label = StringProperty()
    role = NumericProperty(BODY)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
