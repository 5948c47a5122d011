"""The three steps of a turn: what is done, what is to do now, and small previews of their trays."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.app import App
from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.style import BODY, SMALL, Theme
from app.widgets.controls import Press, Text
from app.widgets.tile import SignView, TileView
from app.widgets.tray import StepDisc
from engine import Tile


class StepShown(NamedTuple):
    """What a step shows."""

    number: int = 1
    name: str = ""
    done: bool = False
    active: bool = False
    looking: bool = False  # its tray is open although it is not its turn
    tiles: tuple[tuple[Tile | None, int], ...] = ()  # previews, None for a free place
    counts: tuple[tuple[str, int], ...] = ()  # signs of the atlas with their numbers


class StepTab(Press):
    """A pill in the wide layout, a tab with previews elsewhere."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self.shown = StepShown()
        self.disc, self.label = StepDisc(), Text(strong=True, cap=1.2, shorten=True, shorten_from="right")
        self._previews = Widget()
        for child in (self.disc, self.label, self._previews):
            self.add_widget(child)
        self.bind(pos=self._arrange, size=self._arrange)
        self._theme.bind(theme_style=self._arrange, text_scale=self._arrange)

    def show(self, shown: StepShown) -> None:
        """Show this step."""
        if shown != self.shown:
            self.shown = shown
            self._arrange()

    def _arrange(self, *_: Any) -> None:
        shown, theme = self.shown, self._theme
        self.filled, self.chosen = shown.active, shown.looking
        ink = theme.onPrimaryColor if shown.active else theme.onSurfaceColor
        self.disc.show(shown.number, shown.done, shown.active, inverse=True)
        self.label.text, self.label.ink = shown.name, ink
        self.label.role = BODY if self.height >= dp(48) or self.width > dp(120) else SMALL
        upper = min(self.height, dp(40))
        side = dp(24)
        self.disc.size = side, side
        self.disc.pos = round(self.x + dp(10)), round(self.top - upper / 2 - side / 2)
        self.label.size = max(1, self.width - dp(48)), upper
        self.label.pos = self.x + dp(42), self.top - upper
        self.label.halign, self.label.valign, self.label.text_size = "left", "middle", self.label.size
        self._draw_previews(ink)

    def _draw_previews(self, ink: Any) -> None:
        self._previews.clear_widgets()
        room = self.height - dp(40)
        if room < dp(20):
            return
        side = min(dp(36), room - dp(6))
        count = max(1, len(self.shown.tiles))
        if self.shown.tiles:
            side = min(side, (self.width - dp(16) - dp(28) * len(self.shown.counts)) / count - dp(5))
        x, y = self.x + dp(8), self.y + (room - side) / 2 + dp(2)
        for tile, turns in self.shown.tiles:
            if tile is not None:
                view = TileView(tile=tile, turns=turns, size=(side, side), pos=(round(x), round(y)))
                self._previews.add_widget(view)
            x += side + dp(5)
        for sign, number in self.shown.counts:
            if sign:
                tint = SignView(size=(side * 0.8, side * 0.8), pos=(round(x), round(y + side * 0.1)))
                tint.layers = ((f"{sign}-white", ink, 1.0),)
                self._previews.add_widget(tint)
                x += side * 0.8 + dp(2)
            text = Text(text=str(number), strong=True, cap=1.0, ink=ink, role=SMALL)
            text.texture_update()
            text.size, text.pos = (text.texture_size[0] + dp(2), side), (round(x), round(y))
            self._previews.add_widget(text)
            x += text.width + dp(8)
