"""How the screens round the play share a window: beside each other, or one below the other."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

ROOM = 520  # dp: a window that is lower or narrower has no space to give away
TALL = 960  # dp


def is_lying(width: float, height: float) -> bool:
    """Is a window wide enough for two columns? A lying phone is, too: it has no height to give away."""
    return width >= dp(600) and width >= 1.15 * height


def is_roomy(width: float, height: float) -> bool:
    """Is there space for everything at once?"""
    if is_lying(width, height):
        return bool(width >= dp(840) and height >= dp(ROOM))
    return bool(width >= dp(600) and height >= dp(TALL))


def put_into(box: Widget, wanted: list[Widget]) -> None:
    """Let a box hold exactly these, in this order; they may come from another box."""
    if box.children[::-1] != wanted:
        box.clear_widgets()
        for widget in wanted:
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
            box.add_widget(widget)
