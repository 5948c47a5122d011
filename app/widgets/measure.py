"""How large a text will be, before there is a widget for it."""

from __future__ import annotations

from functools import lru_cache

from kivy.core.text import Label as CoreLabel


def text_extent(text: str, size: float, font: str, width: float | None = None) -> tuple[float, float]:
    """Width and height in pixels of a text of this size, in lines no longer than `width`."""
    if not text:
        return 0.0, 0.0
    wide, high = _rendered(text, size, font, None)
    return (wide, high) if width is None or wide <= width else _rendered(text, size, font, width)


@lru_cache(maxsize=1 << 10)
def _rendered(text: str, size: float, font: str, width: float | None) -> tuple[float, float]:
    label = CoreLabel(text=text, font_size=size, font_name=font, text_size=(width, None))
    label.refresh()
    wide, high = label.texture.size
    return float(wide), float(high)


def longest_word(texts: list[str], size: float, font: str) -> float:
    """The width of the longest word: what a column needs so that no word is broken."""
    return max((text_extent(word, size, font)[0] for text in texts for word in text.split()), default=0.0)
