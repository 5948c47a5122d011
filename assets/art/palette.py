"""The palette: assets/palette.json is the only place where colours are written down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ASSETS = Path(__file__).parents[1]
PALETTE: dict[str, Any] = json.loads((ASSETS / "palette.json").read_text(encoding="utf-8"))
PAINT: dict[str, str] = PALETTE["paint"]

TERRAINS = {"E": "earth", "F": "forest", "S": "stone", "W": "water"}  # by the letters of the box
VALUES = (4, 5, 6, 7, 8, 10, 12)  # of skyscrapers
THEMES = ("light", "dark")


def rgb(colour: str) -> tuple[int, int, int]:
    """'#rrggbb' as three bytes."""
    red, green, blue = bytes.fromhex(colour.lstrip("#"))
    return red, green, blue


def mix(a: str, b: str, t: float) -> str:
    """The colour between a (t = 0) and b (t = 1)."""
    return "#" + "".join(f"{round(x + (y - x) * t):02X}" for x, y in zip(rgb(a), rgb(b), strict=True))


def lighten(colour: str, t: float) -> str:
    """Towards warm white."""
    return mix(colour, PAINT["rim"], t)


def darken(colour: str, t: float) -> str:
    """Towards a deep blue-green."""
    return mix(colour, PAINT["night"], t)
