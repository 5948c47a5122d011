"""What is on its way: tiles and pieces that fly from where they were to where they go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from app.style import TRAVEL, Theme
from app.widgets.placing import Box


class Air(FloatLayout):
    """The layer above the table; it takes no touches."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self._flights: dict[Widget, tuple[Animation, Callable[[], None] | None]] = {}

    @property
    def busy(self) -> bool:
        """Is anything on its way?"""
        return bool(self._flights)

    def fly(
        self,
        view: Widget,
        start: Box,
        end: Box,
        landed: Callable[[], None] | None = None,
        duration: float = TRAVEL,
        **more: Any,
    ) -> None:
        """Let a view fly from box to box; then it is gone, and `landed` is called."""
        if not self._theme.moving:
            if view.parent is not None:
                view.parent.remove_widget(view)
            if landed is not None:
                landed()
            return
        view.size_hint = None, None
        view.pos, view.size = start[:2], start[2:]
        if view.parent is None:
            self.add_widget(view)
        motion = Animation(x=end[0], y=end[1], width=end[2], height=end[3], d=duration, t="in_out_quad", **more)
        motion.bind(on_complete=lambda *_: self._land(view))
        self._flights[view] = motion, landed
        motion.start(view)

    def finish(self) -> None:
        """Everything arrives at once."""
        for view in list(self._flights):
            self._land(view)

    def _land(self, view: Widget) -> None:
        motion, landed = self._flights.pop(view, (None, None))
        if motion is None:
            return
        motion.cancel(view)
        self.remove_widget(view)
        if landed is not None:
            landed()

    def on_touch_down(self, touch: Any) -> bool:
        """What flies cannot be touched."""
        return False
