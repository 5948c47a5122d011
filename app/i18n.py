"""The language of the app: every text goes through gettext, and a switch is seen at once."""

from __future__ import annotations

import gettext
from pathlib import Path

LOCALES = Path(__file__).parent.parent / "assets" / "locales"

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def switch(language: str) -> None:
    """Speak this language from now on; English where there is no catalogue for it."""
    global _catalogue  # noqa: PLW0603  # one app speaks one language
    _catalogue = gettext.translation("neoville", LOCALES, [language], fallback=True)


def tr(text: str) -> str:
    """A text in the language of the app."""
    return _catalogue.gettext(text)


def ntr(one: str, many: str, count: int, **words: object) -> str:
    """A text that depends on a number, with the number filled in for `{n}` and these words for their names."""
    return _catalogue.ngettext(one, many, count).format(n=count, **words)


def noted(text: str) -> str:
    """Marks a text for the catalogues; it is translated where it is shown."""
    return text
