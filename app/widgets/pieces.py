"""Pieces as quads of the atlas, with the numbers that tell their rule, and badges that tell their fate."""

from __future__ import annotations

from app.art import Quads
from engine import Outlook, Piece, Prospect

_DISC = (0.825, 0.175, 0.19)  # where the value of a utility stands, and its radius
_NEEDS = (0.265, 0.54)  # where an ecomobile carries its number
_DOME = (0.485, 0.535)  # the middle of a biodome's shape


def put_piece(quads: Quads, piece: Piece, x: float, y: float, scale: float = 1.0) -> None:
    """A piece on the square whose north-west corner is x, y."""

    def at(dx: float, dy: float) -> tuple[float, float]:
        return x + dx * scale, y + dy * scale

    match piece.kind:
        case "skyscraper":
            quads.sprite(f"skyscraper-{piece.terrain}-{piece.value}", x, y, scale)
            return
        case "ecomobile":
            quads.sprite(f"ecomobile-{piece.counts}", x, y, scale)
            quads.text(str(piece.needs), *at(*_NEEDS), 0.36 * scale, "dark")
        case "windmill":
            quads.sprite(f"windmill-{piece.zone}", x, y, scale)
        case _:
            quads.sprite("biodome", x, y, scale)
            _put_shape(quads, piece, *at(*_DOME), scale)
    dx, dy, radius = _DISC
    quads.put("value-disc", *at(dx - radius, dy - radius), 2 * radius * scale, 2 * radius * scale)
    quads.text(str(piece.value), *at(dx, dy), 0.27 * scale)


def _put_shape(quads: Quads, piece: Piece, cx: float, cy: float, scale: float) -> None:
    """The squares of a biodome's district under its glass."""
    left, top = min(x for x, _ in piece.shape), min(y for _, y in piece.shape)
    wide, high = max(x for x, _ in piece.shape) - left + 1, max(y for _, y in piece.shape) - top + 1
    cell = min(0.185, 0.50 / wide, 0.46 / high) * scale
    over = cell * 0.06  # neighbours share their white rim
    for x, y in piece.shape:
        px, py = cx + (x - left - wide / 2) * cell, cy + (y - top - high / 2) * cell
        quads.put("dome-cell", px - over, py - over, cell + 2 * over, cell + 2 * over)


def badge_text(prospect: Prospect) -> str:
    """What a badge says beside its sign: how far an open piece has come."""
    if prospect.outlook is Outlook.OPEN and prospect.built.piece.kind != "windmill":
        return f"{prospect.has}/{prospect.needs}"
    return ""  # a windmill waits for frames, which no number explains


def put_badge(quads: Quads, outlook: Outlook, text: str, x: float, y: float, height: float) -> None:
    """The fate of the piece on the square at x, y: at its foot with a text, in its corner without."""
    if text:
        ink = "dark" if outlook is Outlook.OPEN else "white"
        signs = {Outlook.SAFE: "✓", Outlook.OPEN: "▲", Outlook.LOST: "✕", Outlook.VOID: "−"}
        quads.pill(outlook.value, signs[outlook] + text, x + 0.5, y + 1 - height * 0.28, height, ink)
    else:
        quads.put(f"badge-{outlook.value}", x + 0.5 - height / 2, y + 1 - height * 0.78, height, height)


def put_corner_badge(quads: Quads, outlook: Outlook, x: float, y: float, height: float) -> None:
    """The same for small squares: the shape alone, at the lower right, where it covers no number."""
    quads.put(f"badge-{outlook.value}", x + 1 - height * 0.72, y + 1 - height * 0.78, height, height)
