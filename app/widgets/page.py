"""A page that scrolls if it must."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.scrollview import ScrollView


class Page(ScrollView):
    """A column that scrolls; what is to be dragged in it by a handle gets its touch, and the page stays still."""

    gripped = ObjectProperty(None, allownone=True)  # says whether a point of the column belongs to a handle

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


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
