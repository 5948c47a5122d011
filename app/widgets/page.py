"""A page that scrolls if it must."""

from __future__ import annotations

from typing import Any

from kivy.effects.scroll import ScrollEffect
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.scrollview import ScrollView


class Page(ScrollView):
    """A column that scrolls; what is to be dragged in it by a handle gets its touch, and the page stays still."""

    gripped = ObjectProperty(None, allownone=True)  # says whether a point of the column belongs to a handle

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, effect_cls=ScrollEffect, bar_width=dp(3), bar_margin=dp(1), **kwargs)

    @property
    def is_still(self) -> bool:
        """Is there nothing to scroll?"""
        return self._viewport is None or self._viewport.height <= self.height

    def on_touch_down(self, touch: Any) -> bool:
        """Give the touch on at once where it cannot mean scrolling; else Kivy waits for what it will be."""
        if self.collide_point(*touch.pos) and (
            self.is_still or (self.gripped is not None and self.gripped(*self.to_local(*touch.pos)))
        ):
            return bool(self.simulate_touch_down(touch))
        return bool(super().on_touch_down(touch))
