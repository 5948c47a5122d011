"""Texts, panels and buttons: plain Kivy in the colours of KivyMD's theme.

A frame redraws the whole window, so that a dragged tile pays for every widget on the screen: these are light.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget
from kivymd.icon_definitions import md_icons

from app.style import BODY, RADIUS, Colour, blend


class Text(Label):
    """Text in the theme's colour and font; `role` is its size in sp, `cap` the largest text size that it follows."""

    role = NumericProperty(BODY)
    cap = NumericProperty(1.5)
    strong = BooleanProperty(False)
    quiet = BooleanProperty(False)
    ink = ColorProperty(None, allownone=True)  # another colour than the theme's


class Icon(Label):
    """A Material icon by its name; `role` is its size in dp."""

    glyph = StringProperty("")
    role = NumericProperty(24)
    ink = ColorProperty(None, allownone=True)

    def on_glyph(self, _: Any, name: str) -> None:
        """Show the sign of this name."""
        self.text = md_icons[name] if name else ""


class Panel(Widget):
    """A flat rounded ground with a thin line, thicker and in the main colour while it is the active one."""

    active = BooleanProperty(False)
    corner = NumericProperty(RADIUS)
    ground = ColorProperty(None, allownone=True)
    edge = ColorProperty(None, allownone=True)
    line = NumericProperty(0)


class Press(ButtonBehavior, Widget):
    """Something flat to press: it answers by a darker ground, at once and without animation."""

    filled = BooleanProperty(False)
    chosen = BooleanProperty(False)
    corner = NumericProperty(RADIUS)
    line = NumericProperty(0)

    def ground(
        self, state: str, disabled: bool, filled: bool, chosen: bool, primary: Colour, surface: Colour, ink: Colour
    ) -> Colour:
        """The colour of the ground."""
        colour = primary if filled else blend(surface, primary, 0.08) if chosen else surface
        if disabled:
            return blend(colour, surface, 0.55)
        return blend(colour, ink, 0.14) if state == "down" else colour


class VerbButton(Press, BoxLayout):
    """A verb with an icon, and at its right a picture of what it is done with."""

    label = StringProperty()
    icon = StringProperty()
    role = NumericProperty(BODY)
    ink = ColorProperty()
    picture = ObjectProperty(None, allownone=True)

    def on_picture(self, _: Any, picture: Widget | None) -> None:
        """Replace the picture."""
        for child in self.children[:]:
            if child not in (self.ids.icon.__self__, self.ids.label.__self__):
                self.remove_widget(child)
        if picture is not None:
            picture.size_hint, picture.pos_hint = (None, None), {"center_y": 0.5}
            self.add_widget(picture)


class IconButton(Press):
    """An icon to press."""

    icon = StringProperty()
    ink = ColorProperty(None, allownone=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
