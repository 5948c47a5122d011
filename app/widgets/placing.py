"""From the layout's rectangles (dp, y downwards) to Kivy's (pixels, y upwards)."""

from __future__ import annotations

from typing import NamedTuple

from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.layout import Rect

Box = tuple[float, float, float, float]  # x, y, width and height in pixels


class Target(NamedTuple):
    """What lies under a finger: a kind of thing, and which one."""

    kind: str
    value: object = None


class Placing(NamedTuple):
    """Where the layout's corner is in the window."""

    left: float
    top: float  # pixels from the window's foot

    def box(self, rect: Rect) -> Box:
        """A rectangle of the layout in pixels, on whole ones."""
        x0, x1 = round(self.left + dp(rect.x)), round(self.left + dp(rect.right))
        y0, y1 = round(self.top - dp(rect.bottom)), round(self.top - dp(rect.y))
        return x0, y0, x1 - x0, y1 - y0

    def put(self, widget: Widget, rect: Rect) -> None:
        """Place a widget."""
        x, y, w, h = self.box(rect)
        widget.size_hint = None, None
        widget.size, widget.pos = (w, h), (x, y)

    def put_or_hide(self, widget: Widget, rect: Rect | None) -> None:
        """Place a widget, or put it where nobody sees and touches it."""
        if rect is None:
            widget.size_hint, widget.opacity = (None, None), 0
            widget.pos, widget.size = (-9999, -9999), (1, 1)
        else:
            widget.opacity = 1
            self.put(widget, rect)


def inside(box: Box, x: float, y: float) -> bool:
    """Is a point in a box?"""
    return box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]
