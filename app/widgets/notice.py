"""What the others did last, in pictures: the player's sign, the tile laid, the piece built."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.app import App
from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.style import Theme
from app.widgets.player_card import sign_layers
from app.widgets.tile import PieceView, SignView, TileView
from engine import Piece, Tile


class Did(NamedTuple):
    """What one player did in a turn."""

    sign: int
    tile: Tile
    turns: int
    piece: Piece | None


class Notice(Widget):
    """A strip of the last moves, the oldest first; what does not fit is left out at the beginning."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self.shown: tuple[Did, ...] = ()
        self.bind(pos=self._arrange, size=self._arrange)
        self._theme.bind(theme_style=self._arrange)

    def show(self, shown: tuple[Did, ...]) -> None:
        """Show these moves."""
        if shown != self.shown:
            self.shown = shown
            self._arrange()

    def _arrange(self, *_: Any) -> None:
        self.clear_widgets()
        side = min(dp(36), self.height - dp(8))
        if side < dp(12):
            return
        wide = [side * (1.75 if did.piece is None else 2.75) + dp(18) for did in self.shown]
        first = 0
        while sum(wide[first:]) > self.width - dp(16) and first < len(wide):
            first += 1
        x, y = self.x + dp(16), self.center_y - side / 2
        for did in self.shown[first:]:
            x = self._put(SignView(layers=sign_layers(self._theme, did.sign)), x, y + side * 0.2, side * 0.6) + dp(4)
            x = self._put(TileView(tile=did.tile, turns=did.turns), x, y, side) + dp(2)
            if did.piece is not None:
                x = self._put(PieceView(piece=did.piece), x, y, side)
            x += dp(14)

    def _put(self, child: Widget, x: float, y: float, side: float) -> float:
        child.size, child.pos = (round(side), round(side)), (round(x), round(y))
        self.add_widget(child)
        return x + side
