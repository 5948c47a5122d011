"""What every screen must keep, whatever the size of its window and its texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.app import kit

SIZES = [(1280, 800), (800, 1280), (412, 915), (915, 412), (800, 600), (360, 640), (640, 360)]


def shown(root: Any, kind: type) -> Iterator[Any]:
    """All widgets of a kind below a widget."""
    return (widget for widget in root.walk() if isinstance(widget, kind))


def texts(root: Any) -> list[str]:
    """All that can be read, from top to bottom as far as the tree goes."""
    from app.widgets.controls import Text

    return [widget.text for widget in shown(root, Text) if widget.text]


def faults(root: Any) -> list[str]:
    """Texts that are cut, targets that are small, near each other or outside of the window."""
    from app.widgets.controls import Press, Text

    found = []
    for text in shown(root, Text):
        if text.text and (text.texture_size[0] > text.width + 1 or text.texture_size[1] > text.height + 1):
            found.append(f"{text.text!r} is cut: {text.texture_size} in {text.size}")
    targets = list(shown(root, Press))
    for press in targets:
        left, _ = press.to_window(press.x, press.y)
        if min(press.size) < 48 or left < 0 or left + press.width > kit.Window.width:
            found.append(f"{name(press)} is small or outside: {left}, {press.size}")
    for one, other in combinations(targets, 2):
        if one not in other.walk() and other not in one.walk():
            across = max(one.x - other.right, other.x - one.right)
            along = max(one.y - other.top, other.y - one.top)
            if one.parent is other.parent and max(across, along) < 7.5:
                found.append(f"{name(one)} and {name(other)} are {max(across, along)} apart")
    return found


def name(widget: Any) -> str:
    """A name for a message."""
    return f"{type(widget).__name__} {' '.join(texts(widget))!r}"


def everywhere(app: Any, root: Any) -> None:
    """Look at all sizes with small and with large texts."""
    kit.cheap_drawing()
    for scale in (1.0, 1.5):
        app.theme_cls.text_scale = scale
        for width, height in SIZES:
            kit.resize(width, height)
            kit.settle()
            assert faults(root) == [], (width, height, scale)
