"""Colours, sizes, durations and type: the one place for how everything looks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.utils import get_color_from_hex
from kivymd.font_definitions import theme_font_styles
from kivymd.theming import COLOR_NAMES, ThemeManager

ASSETS = Path(__file__).parent.parent / "assets"
PALETTE: dict[str, Any] = json.loads((ASSETS / "palette.json").read_text(encoding="utf-8"))

ROUND = str(ASSETS / "round.png")  # the corners of panels and buttons, soft at every size
ROUND_BORDER = (32, 32, 32, 32)  # half of its size: it has corners only

Colour = tuple[float, float, float, float]

TERRAIN_NAMES = {"E": "earth", "F": "forest", "S": "stone", "W": "water"}
SIGNS = ("disc", "square", "triangle", "diamond")  # of the players, each with its colour

# Sizes of text in sp; nothing is smaller than the first.
SMALL, BODY, LARGE, TITLE, DISPLAY, HUGE = 14, 16, 18, 22, 28, 36
GAP, PADDING, RADIUS = 8, 16, 12  # in dp
TARGET = 48  # the least size of what a finger is to hit, in dp
EDGE = 24  # no drag starts nearer to the window's edge, in dp: the system's own gestures do
DRAG = 10  # a finger that moves less has tapped, in dp
LIFT = 0.45  # how far a dragged tile is above the finger, in parts of its size

# Durations in seconds; `moving` is off under reduced motion, and everything then happens at once.
QUICK, CALM, TRAVEL, PAUSE = 0.15, 0.22, 0.42, 0.25


def rgba(code: str, alpha: float = 1.0) -> Colour:
    """A colour of the palette for a canvas."""
    red, green, blue, own = get_color_from_hex(code)
    return red, green, blue, own * alpha


def faded(colour: Any, alpha: float) -> Colour:
    """The same colour, more transparent."""
    red, green, blue, own = colour
    return red, green, blue, own * alpha


def blend(colour: Any, other: Any, part: float) -> Colour:
    """A colour on the way to another one."""
    red, green, blue, alpha = (a + (b - a) * part for a, b in zip(colour, other, strict=True))
    return red, green, blue, alpha


# Which roles of Material Design each colour of the palette plays.
_ROLES = {
    "background": "background surface surfaceDim surfaceBright",
    "surface": "surfaceContainerLowest surfaceContainerLow surfaceContainer onError inverseOnSurface",
    "surface_2": "surfaceContainerHigh surfaceContainerHighest surfaceVariant secondaryContainer outlineVariant",
    "ink": "onBackground onSurface onSecondaryContainer inverseSurface",
    "ink_2": "onSurfaceVariant secondary",
    "primary": "primary primaryContainer surfaceTint tertiary",
    "on_primary": "onPrimary onPrimaryContainer onSecondary onTertiary inversePrimary",
    "outline": "outline",
    "lost": "error errorContainer",
}
_SIZES = {
    style: {role: value["font-size"] / sp(1) for role, value in roles.items()}
    for style, roles in theme_font_styles.items()
}


class Theme(ThemeManager):
    """Our exact colours in KivyMD's theme, light and dark, and the size of all texts.

    KivyMD would compute colours from one seed; these are measured, and setting them is ten times quicker.
    """

    text_scale = NumericProperty(1.0)
    moving = BooleanProperty(True)
    font = StringProperty("Roboto")
    mediumFont = StringProperty("RobotoMedium")

    safeColor = ColorProperty()
    openColor = ColorProperty()
    lostColor = ColorProperty()
    focusColor = ColorProperty()
    tableColor = ColorProperty()
    glowColor = ColorProperty()
    frameColor = ColorProperty()
    slabColor = ColorProperty()
    hairColor = ColorProperty()  # of the lines round panels
    landColor = ColorProperty()  # what the drawings are multiplied with: dimmed by a tenth in the dark

    def set_colors(self, *_: Any) -> None:
        """Take the colours of the theme's style; KivyMD calls this at the start and when the style changes."""
        ui, board = PALETTE["ui"][self.shade], PALETTE["board"][self.shade]
        for name, roles in _ROLES.items():
            for role in roles.split():
                setattr(self, f"{role}Color", rgba(ui[name]))
        self.shadowColor = self.scrimColor = 0, 0, 0, 1
        self.rippleColor = rgba(ui["ink"], 0.12)
        self.disabledTextColor = rgba(ui["ink"], 0.38)
        for role in COLOR_NAMES:  # a role that nobody set is None, and breaks a widget at its first use
            if getattr(self, f"{role}Color") is None:
                setattr(self, f"{role}Color", rgba(ui["outline"]))
        for name in ("safe", "open", "lost", "focus"):
            setattr(self, f"{name}Color", rgba(ui[name]))
        self.tableColor = rgba(board["table"])
        self.glowColor, self.frameColor = rgba(board["glow"]), rgba(board["frame"])
        self.slabColor = rgba(board["slab"])
        self.hairColor = blend(rgba(ui["outline"]), rgba(ui["background"]), 0.55)
        self.landColor = (1, 1, 1, 1) if self.shade == "light" else (0.90, 0.90, 0.93, 1)

    @property
    def shade(self) -> str:
        """Light or dark, as the palette and the atlas name it."""
        return str(self.theme_style).lower()

    def on_text_scale(self, *_: Any) -> None:
        """Let KivyMD's own texts follow; only a new dictionary is noticed, so it is replaced."""
        self.font_styles = {
            style: {
                role: {**value, "font-size": sp(_SIZES[style][role]) * (1 if style == "Icon" else self.text_scale)}
                for role, value in roles.items()
            }
            for style, roles in theme_font_styles.items()
        }

    def player(self, sign: int) -> Colour:
        """A player's colour; it never carries text, and its sign goes along."""
        return rgba(PALETTE["player"][SIGNS[sign]][self.shade])

    def material(self, terrain: str) -> Colour:
        """The dark colour of a terrain, for outlines and labels."""
        return rgba(PALETTE["material"][TERRAIN_NAMES[terrain]]["body"])

    def terrain(self, terrain: str) -> Colour:
        """The colour of a terrain's land."""
        return rgba(PALETTE["terrain"][TERRAIN_NAMES[terrain]]["base"])


def hair() -> float:
    """The thickness of thin lines for Kivy's Line, whose width is half of what is drawn."""
    return 1.0 if dp(1) < 1.5 else float(dp(1)) / 2  # exactly 1 is one pixel, anything else twice itself
