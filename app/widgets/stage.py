"""The fingers on the table: a tap, a drag, and two fingers that turn. Gestures end in events with plain values."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Any

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from app.style import DRAG, EDGE
from app.widgets.placing import Target


class Stage(FloatLayout):
    """Takes the touches that no button wants.

    Only the touch being dispatched is in our coordinates, so the positions of all fingers are kept here.
    """

    __events__ = ("on_tap", "on_lift", "on_drag", "on_drop", "on_twist", "on_twisted", "on_wheel")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fingers: dict[int, tuple[float, float]] = {}  # by the touch's uid, the first finger first
        self._target: Target | None = None
        self._start = (0.0, 0.0)
        self._moved = False  # no tap any more
        self.dragging = False
        self._angle = 0.0  # between two fingers, when the second came
        self.finder: Any = None  # what lies at a point: (x, y) -> Target

    # --- events, for the screen to handle

    def on_tap(self, target: Target, x: float, y: float) -> None:
        """A finger has touched something and left."""

    def on_lift(self, target: Target, x: float, y: float) -> None:
        """A finger begins to drag something; the screen sets `dragging` if it can be dragged."""

    def on_drag(self, x: float, y: float) -> None:
        """The dragging finger is here now."""

    def on_drop(self, x: float, y: float) -> None:
        """The dragging finger has left."""

    def on_twist(self, clockwise: float) -> None:
        """Two fingers have turned by so many degrees since the second one came."""

    def on_twisted(self, clockwise: float) -> None:
        """One of two fingers has left."""

    def on_wheel(self, clockwise: bool) -> None:
        """The mouse wheel has turned a notch."""

    # --- touches

    def on_touch_down(self, touch: Any) -> bool:
        """Wheel, second finger, button, or the begin of a gesture."""
        if getattr(touch, "is_mouse_scrolling", False):
            self.dispatch("on_wheel", touch.button == "scrolldown")
            return True
        if len(self._fingers) == 1:
            self._hold(touch)
            self._moved, self._angle = True, self._between()
            return True
        if self._fingers:
            return True  # a third finger means nothing
        if super().on_touch_down(touch):
            return True
        if not self.collide_point(*touch.pos) or self.finder is None:
            return False
        self._hold(touch)
        self._target, self._start, self._moved = self.finder(*touch.pos), touch.pos, False
        return True

    def _hold(self, touch: Any) -> None:
        touch.grab(self)
        self._fingers[touch.uid] = touch.pos

    def on_touch_move(self, touch: Any) -> bool:
        """Drag or turn."""
        if touch.grab_current is not self or touch.uid not in self._fingers:
            return bool(super().on_touch_move(touch))
        self._fingers[touch.uid] = touch.pos
        if len(self._fingers) == 2:
            self.dispatch("on_twist", self._turned())
            return True
        x, y = touch.pos
        if not self._moved and hypot(x - self._start[0], y - self._start[1]) > dp(DRAG):
            self._moved = True
            if self._target is not None and self._far_from_edges(*self._start):
                self.dispatch("on_lift", self._target, *self._start)
        if self.dragging:
            self.dispatch("on_drag", x, y)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A finger leaves."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if touch.uid not in self._fingers:  # the gesture was cancelled
            return True
        self._fingers[touch.uid] = touch.pos
        if len(self._fingers) == 2:
            turned = self._turned()
            del self._fingers[touch.uid]
            self.dispatch("on_twisted", turned)
            return True
        del self._fingers[touch.uid]
        target, self._target = self._target, None
        if self.dragging:
            self.dragging = False
            self.dispatch("on_drop", *touch.pos)
        elif not self._moved and target is not None:
            self.dispatch("on_tap", target, *touch.pos)
        return True

    def cancel(self) -> None:
        """Forget the gesture under way; what its fingers still do means nothing."""
        self._fingers.clear()
        self._target, self.dragging = None, False

    def _between(self) -> float:
        (x0, y0), (x1, y1) = self._fingers.values()
        return degrees(atan2(y1 - y0, x1 - x0))

    def _turned(self) -> float:
        """Clockwise, from -180 to 180."""
        return (self._angle - self._between() + 180) % 360 - 180

    def _far_from_edges(self, x: float, y: float) -> bool:
        """The system's own gestures begin at the edges of the window."""
        edge = dp(EDGE)
        return self.x + edge <= x <= self.right - edge and self.y + edge <= y <= self.top - edge
