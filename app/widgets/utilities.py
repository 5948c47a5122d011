"""Which two kinds of utility are in the game (R2.3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.widgets.cards import Segments
from app.widgets.controls import Press
from app.widgets.tile import PieceView  # noqa: F401  # named in the kv file


class KindCard(Press, BoxLayout):
    """A kind of utility: one of its pieces, and its name."""

    label = StringProperty()
    piece = ObjectProperty(None, allownone=True)


class UtilityChoice(BoxLayout):
    """Two at random, or two of three."""

    alternatives = ListProperty()  # at random or chosen, as for Segments
    kinds = ListProperty()  # of (kind, name, piece)
    chosen = ObjectProperty(None, allownone=True)  # two kinds, or None: at random

    __events__ = ("on_choose", "on_kind")

    def on_kinds(self, *_: Any) -> None:
        """Show a card for each kind."""
        self.ids.kinds.clear_widgets()
        for kind, name, piece in self.kinds:
            card = KindCard(label=name, piece=piece)
            card.bind(on_release=lambda *_, kind=kind: self.dispatch("on_kind", kind))
            self.ids.kinds.add_widget(card)
        self.on_chosen()

    def on_chosen(self, *_: Any) -> None:
        """Mark what is chosen."""
        for (kind, *_), card in zip(self.kinds, self.cards, strict=True):
            card.chosen = self.chosen is not None and kind in self.chosen

    @property
    def cards(self) -> list[KindCard]:
        """The cards in their order."""
        return list(reversed(self.ids.kinds.children))

    @property
    def segments(self) -> Segments:
        """At random or chosen."""
        return self.ids.segments

    def on_choose(self, at_random: bool) -> None:
        """At random, or not."""

    def on_kind(self, kind: str) -> None:
        """A kind was tapped."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
