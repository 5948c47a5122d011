"""The seats at the table, one row each, in an order that a finger can change."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from kivy.animation import Animation
from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from app.style import GAP, QUICK, TARGET, Theme
from app.widgets.cards import Paragraph
from app.widgets.controls import Icon, IconButton, Press
from app.widgets.player_card import sign_layers
from app.widgets.tile import SignView

NARROW = 480  # dp at text size 1: in a row below this width, who plays stands below the name
CAP = 1.3  # the largest scale that the texts of a row follow, as the kv file says


class SeatShown(NamedTuple):
    """What a row shows."""

    name: str
    sign: int
    is_person: bool
    who: str  # "Person", or the level of a computer
    is_typed: bool  # the person's own name, not a spare one
    may_leave: bool


class Grip(Icon):
    """Where a row is taken to be moved."""


class SignButton(ButtonBehavior, SignView):
    """A player's sign; a tap changes it."""


class NameButton(Press, BoxLayout):
    """A person's name, to be changed."""

    label = StringProperty()
    quiet = BooleanProperty(False)


class NameLabel(Paragraph):
    """A computer's name."""


class WhoButton(Press, BoxLayout):
    """Person or computer."""

    label = StringProperty()
    icon = StringProperty()


class SeatRow(BoxLayout):
    """A seat: its handle, its sign, its name, who plays, and a cross."""

    name = StringProperty()
    who = StringProperty()
    who_icon = StringProperty()
    is_typed = BooleanProperty(False)
    colour = ColorProperty()
    layers = ObjectProperty(())
    upright = BooleanProperty(False)
    lifted = BooleanProperty(False)

    __events__ = ("on_next_sign", "on_rename", "on_replace", "on_leave")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self._theme.bind(theme_style=self._paint)
        self._shown: SeatShown | None = None
        self.name_button = NameButton()
        self.name_button.bind(on_release=lambda *_: self.dispatch("on_rename"))
        self.name_label = NameLabel()
        self.cross = IconButton(icon="close", size_hint=(None, None), pos_hint={"center_y": 0.5})
        self.cross.size = dp(TARGET), dp(TARGET)
        self.cross.bind(on_release=lambda *_: self.dispatch("on_leave"))
        self.bind(name=self._write, is_typed=self._write)

    @property
    def grip(self) -> Widget:
        """Its handle."""
        return self.ids.grip

    def show(self, shown: SeatShown) -> None:
        """Show this seat."""
        if shown == self._shown:
            return
        self._shown = shown
        self.name, self.who, self.is_typed = shown.name, shown.who, shown.is_typed
        self.who_icon = "account" if shown.is_person else "robot-outline"
        name, other = self.name_button, self.name_label  # a computer's name is not for typing
        if not shown.is_person:
            name, other = other, name
        if name.parent is None:
            self.ids.middle.remove_widget(other)
            self.ids.middle.add_widget(name, index=1)
        if shown.may_leave != (self.cross.parent is not None):
            (self.add_widget if shown.may_leave else self.remove_widget)(self.cross)
        self._paint()

    def _write(self, *_: Any) -> None:
        self.name_button.label = self.name_label.text = self.name
        self.name_button.quiet = not self.is_typed

    def _paint(self, *_: Any) -> None:
        if self._shown is not None:
            self.colour = self._theme.player(self._shown.sign)
            self.layers = sign_layers(self._theme, self._shown.sign)

    def on_next_sign(self) -> None:
        """Another sign is wanted."""

    def on_rename(self) -> None:
        """Another name is wanted."""

    def on_replace(self) -> None:
        """Somebody else is to play."""

    def on_leave(self) -> None:
        """The player leaves."""


class _Drag(NamedTuple):
    """A row in a finger."""

    touch: int  # uid
    row: SeatRow
    start: int  # its place when it was taken
    below: float  # from the row's foot to the finger


class SeatList(Layout):
    """Rows one below the other; one is dragged by its handle, and the others make room."""

    gap = NumericProperty(GAP)

    __events__ = ("on_move",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self.rows: list[SeatRow] = []
        self._drag: _Drag | None = None
        self.bind(pos=self._trigger_layout, size=self._trigger_layout, children=self._trigger_layout)
        self._theme.bind(text_scale=self._rescaled)

    def _rescaled(self, *_: Any) -> None:
        self._trigger_layout()

    def add_row(self, row: SeatRow) -> None:
        """A seat more, at the end."""
        self.cancel()
        self.rows.append(row)
        row.bind(height=self._trigger_layout)
        self.add_widget(row)

    def remove_row(self, row: SeatRow) -> None:
        """A seat less."""
        self.cancel()
        self.rows.remove(row)
        row.unbind(height=self._trigger_layout)
        self.remove_widget(row)

    def gripped(self, x: float, y: float) -> bool:
        """Is a handle here?"""
        return any(row.grip.collide_point(x, y) for row in self.rows)

    # --- where the rows are

    def do_layout(self, *_: Any) -> None:
        """Put every row where it belongs, at once."""
        upright = self.width < dp(NARROW) * min(self._theme.text_scale, CAP)
        for row in self.rows:
            row.upright = upright
            row.size_hint = None, None
            row.x, row.width = self.x, self.width
        self.height = sum(row.height for row in self.rows) + max(0, len(self.rows) - 1) * dp(self.gap)
        self._put_rows(glide=False)

    def _put_rows(self, glide: bool) -> None:
        top = self.top
        for row in self.rows:
            if self._drag is None or row is not self._drag.row:
                self._put(row, top - row.height, glide)
            top -= row.height + dp(self.gap)

    def _put(self, row: SeatRow, y: float, glide: bool) -> None:
        Animation.cancel_all(row, "y")
        row.x = self.x
        if glide and self._theme.moving and abs(row.y - y) > 1:
            Animation(y=y, d=QUICK, t="out_quad").start(row)
        else:
            row.y = y

    # --- dragging

    def on_touch_down(self, touch: Any) -> bool:
        """A finger takes a handle; a second finger does nothing meanwhile."""
        if self._drag is not None:
            return bool(self.collide_point(*touch.pos))
        for index, row in enumerate(self.rows):
            if row.grip.collide_point(*touch.pos):
                touch.grab(self)
                self._drag = _Drag(touch.uid, row, index, touch.y - row.y)
                row.lifted = True
                self.remove_widget(row)  # above the others while it is moved
                self.add_widget(row)
                return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """The row follows its finger."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        drag = self._drag
        if drag is not None and drag.touch == touch.uid:
            row = drag.row
            row.y = min(max(touch.y - drag.below, self.y), self.top - row.height)
            place = self._place_of(row)
            if place != self.rows.index(row):
                self.rows.remove(row)
                self.rows.insert(place, row)
                self._put_rows(glide=True)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The row stays where it is."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        drag = self._drag
        if drag is not None and drag.touch == touch.uid:
            drag.row.lifted, self._drag = False, None
            self._put_rows(glide=True)
            if (end := self.rows.index(drag.row)) != drag.start:
                self.dispatch("on_move", drag.start, end)
        return True

    def cancel(self) -> None:
        """Put a row back that is in a finger."""
        if self._drag is not None:
            row, start = self._drag.row, self._drag.start
            row.lifted, self._drag = False, None
            self.rows.remove(row)
            self.rows.insert(start, row)
            self._put_rows(glide=True)

    def _place_of(self, row: SeatRow) -> int:
        """The place whose middle is nearest."""
        top, middles = self.top, []
        for each in self.rows:
            middles.append(top - each.height / 2)
            top -= each.height + dp(self.gap)
        return min(range(len(middles)), key=lambda place: abs(middles[place] - row.center_y))

    def on_move(self, start: int, end: int) -> None:
        """A row was moved."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
