"""What stands above the results: who has won, or whose city it is and how many points it has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.style import GAP, TITLE
from app.widgets.measure import longest_word
from app.widgets.score_cells import CAP, PlayerSign, Trophy  # noqa: F401  # the last two are named in the kv file


class ResultHeading(BoxLayout):
    """Who or what it is about."""

    sign = NumericProperty(-1)
    icon = StringProperty()
    title = StringProperty()
    number = StringProperty()
    note = StringProperty()
    role = NumericProperty(TITLE)  # of the title
    fitting = NumericProperty(TITLE)  # the same, or less if its longest word needs it

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme = App.get_running_app().theme_cls
        self._theme.bind(text_scale=self._fit)
        self.bind(title=self._fit, role=self._fit, width=self._fit, icon=self._fit, sign=self._fit)
        self.ids.number.bind(width=self._fit)

    def _fit(self, *_: Any) -> None:
        size = sp(self.role) * min(self._theme.text_scale, CAP)
        room = self.width - self.ids.lead.width - self.ids.number.width - dp(GAP)
        longest = longest_word([self.title], size, self._theme.mediumFont)
        self.fitting = self.role * max(0.5, min(1.0, room / max(1.0, longest)))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
