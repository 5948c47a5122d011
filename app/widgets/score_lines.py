"""The points of one city as a list: for each line a picture, why, and how many."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from app.counting import Step
from app.texts import signed
from app.widgets.score_cells import CategoryPicture
from app.widgets.tile import PieceView


class ScoreLine(ButtonBehavior, BoxLayout):
    """One line."""

    text = StringProperty()
    points = NumericProperty(0)
    number = StringProperty()
    outlook = StringProperty()
    chosen = BooleanProperty(False)
    slim = BooleanProperty(False)  # without a badge: sign and colour of the points say the same

    def __init__(self, step: Step) -> None:
        super().__init__(text=step.text, points=step.points, number=signed(step.points), outlook=step.outlook.value)
        piece = PieceView(piece=step.built.piece) if step.built else CategoryPicture(category=step.category)
        self.ids.picture.add_widget(piece)


class QuietScroll(ScrollView):
    """Scrolls up and down; its bar does not fade, which would take half a second of frames."""


class ScoreLines(QuietScroll):
    """All lines of a city; some may still be hidden, and one may be chosen."""

    __events__ = ("on_choose",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lines: list[ScoreLine] = []
        self._of: tuple[Step, ...] = ()
        self._follow = Clock.create_trigger(self._scroll, 0)  # a frame later, when the lines have their places

    def on_choose(self, index: int) -> None:
        """A line was tapped."""

    def show(self, steps: Sequence[Step], shown: int, chosen: int | None) -> None:
        """Show the first of these lines."""
        if self._of != tuple(steps):
            self._of = tuple(steps)
            self.ids.list.clear_widgets()
            self.lines = [ScoreLine(step) for step in steps]
            for index, line in enumerate(self.lines):
                line.bind(on_release=lambda *_, index=index: self.dispatch("on_choose", index))
                self.ids.list.add_widget(line)
            self.scroll_y = 1
        for index, line in enumerate(self.lines):
            line.opacity, line.chosen = (1 if index < shown else 0), index == chosen
        self._follow()

    def _scroll(self, *_: Any) -> None:
        """Keep the chosen line in sight."""
        for line in self.lines:
            if line.chosen and self.ids.list.height > self.height:
                self.scroll_to(line, padding=0, animate=False)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
