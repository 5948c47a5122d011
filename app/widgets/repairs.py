"""Repairs for KivyMD 2.0.0, made once before any of its widgets."""

from __future__ import annotations

from typing import Any

from kivy.lang import Builder
from kivymd.uix.behaviors import elevation  # noqa: F401  # loads the rule that is mended below
from kivymd.uix.behaviors.ripple_behavior import M3CommonRipple
from kivymd.uix.button import MDButton, MDButtonText

_make_buffer = M3CommonRipple.init_fbos
_lay = M3CommonRipple.lay_canvas_instructions
_add_widget = MDButton.add_widget


def _no_buffer_yet(self: Any) -> None:
    """Every button and card makes a frame buffer at birth, and one of size 0 crashes."""
    self._phase, self.ripple_pos, self.fbo = 0.0, (0, 0), None


def _buffer_at_the_first_tap(self: Any) -> None:
    if self.fbo is None and self.ripple_effect and self.width >= 1 and self.height >= 1:
        _make_buffer(self)
    if self.fbo is not None:
        _lay(self)


def _grow_with_text(self: Any, widget: Any, *args: Any, **kwargs: Any) -> Any:
    """A button measures its text once after birth, and a larger font would overflow it."""
    if isinstance(widget, MDButtonText):
        widget.bind(texture_size=self.adjust_width)
    return _add_widget(self, widget, *args, **kwargs)


def _drop_shadows() -> None:
    """Even a flat card carries a shadow, a frame buffer and a shader drawn every frame. We have no shadows."""
    for selector, rule in Builder.rules:
        if selector.key == "commonelevationbehavior" and rule.canvas_before:
            kept = [each for each in rule.canvas_before.children if each.name not in ("Color", "BoxShadow")]
            rule.canvas_before.children = kept


M3CommonRipple.init_fbos = _no_buffer_yet
M3CommonRipple.lay_canvas_instructions = _buffer_at_the_first_tap
MDButton.add_widget = _grow_with_text
_drop_shadows()
