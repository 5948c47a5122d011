"""The action bar: it never moves, and its right end only ever confirms."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.app import App
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from app.i18n import tr
from app.layout import LOOKING, Arrangement, Rect, action_bar
from app.style import Theme
from app.widgets.controls import IconButton, VerbButton
from app.widgets.placing import Placing
from app.widgets.tile import PieceView, TileView
from engine import Piece, Tile

PICTURE = 40  # dp


class BarShown(NamedTuple):
    """What the bar offers."""

    label: str = ""
    icon: str = "check"
    ready: bool = True
    arrangement: Arrangement = LOOKING
    icons: tuple[str, ...] = ()  # in the slots from the left
    disabled: tuple[str, ...] = ()  # icons that would do nothing now
    tile: Tile | None = None  # what is confirmed: a tile, its back, or a piece
    turns: int = 0
    face_down: bool = False
    piece: Piece | None = None


class DecisionBar(FloatLayout):
    """Icons at the left, the decision at the right. "Build nothing" has a place of its own."""

    __events__ = ("on_icon", "on_nothing", "on_confirm")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self.shown = BarShown()
        self.slots = [IconButton() for _ in range(3)]
        self.nothing, self.confirm = VerbButton(), VerbButton(filled=True)
        for button in (*self.slots, self.nothing, self.confirm):
            self.add_widget(button)
        for slot in self.slots:
            slot.bind(on_release=lambda slot: self.dispatch("on_icon", slot.icon))
        self.nothing.bind(on_release=lambda *_: self.dispatch("on_nothing"))
        self.confirm.bind(on_release=lambda *_: self.dispatch("on_confirm"))
        self._theme.bind(theme_style=self._paint)

    def on_icon(self, name: str) -> None:
        """An icon was pressed."""

    def on_nothing(self) -> None:
        """Nothing is to be built."""

    def on_confirm(self) -> None:
        """Yes."""

    def show(self, shown: BarShown, bar: Rect, placing: Placing) -> None:
        """Offer this, in this place."""
        self.size_hint = None, None
        placing.put(self, bar)
        boxes = action_bar(bar, shown.arrangement)
        for index, slot in enumerate(self.slots):
            placing.put_or_hide(slot, boxes.get(f"slot-{index + 1}"))
        placing.put_or_hide(self.nothing, boxes.get("nothing"))
        placing.put(self.confirm, boxes["confirm"])
        if shown != self.shown:
            self.shown = shown
            self._paint()

    def _paint(self, *_: Any) -> None:
        shown = self.shown
        for slot, icon in zip(self.slots, (*shown.icons, "", "", ""), strict=False):
            slot.icon, slot.disabled = icon, icon in shown.disabled
            slot.ink = self._theme.lostColor if icon == "close" else None
        self.nothing.label = tr("Build nothing")
        self.confirm.label, self.confirm.icon, self.confirm.disabled = shown.label, shown.icon, not shown.ready
        picture: TileView | PieceView | None = None
        if shown.piece is not None:
            picture = PieceView(piece=shown.piece)
        elif shown.tile is not None or shown.face_down:
            picture = TileView(tile=shown.tile, turns=shown.turns, face_down=shown.face_down)
        if picture is not None:
            picture.size = dp(PICTURE), dp(PICTURE)
        self.confirm.picture = picture
