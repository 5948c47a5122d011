"""Players' names: what may be typed, and how equal ones are told apart. Any script is welcome."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import count, dropwhile

from app.i18n import tr

LONGEST = 16  # characters of a name
REMEMBERED = 12  # names used before

_JOINERS = "\u200c\u200d"  # they shape Persian and Indian scripts, and hold emoji together


def clean(text: str) -> str:
    """A name as it is kept: without control characters and needless spaces, and not too long."""
    kept = (" " if letter.isspace() else letter for letter in text if letter.isspace() or not _is_control(letter))
    composed = unicodedata.normalize("NFC", "".join(kept))
    # a mark or a joiner at the very beginning has no letter to belong to
    return shortened(" ".join("".join(dropwhile(lambda letter: letter == " " or _clings(letter), composed)).split()))


def shortened(text: str, longest: int = LONGEST) -> str:
    """The beginning of a text; no letter loses its marks, unless its marks alone are too many."""
    if len(text) <= longest:
        return text
    end = next((end for end in range(longest, 0, -1) if not _belong_together(text, end)), longest)
    return text[:end].rstrip()


def _is_control(letter: str) -> bool:
    """Control characters, halves of characters, and signs that would turn the direction of what follows."""
    return unicodedata.category(letter) in ("Cc", "Cs", "Cf") and letter not in _JOINERS


def _clings(letter: str) -> bool:
    """Is it a mark or a joiner, which belongs to the letter before it?"""
    return letter in _JOINERS or unicodedata.category(letter).startswith("M") or "\U0001f3fb" <= letter <= "\U0001f3ff"


def _belong_together(text: str, end: int) -> bool:
    """Would a cut here part a letter from its marks?"""
    return _clings(text[end]) or text[end - 1] in _JOINERS


def shown(names: Sequence[str], spare: Sequence[str]) -> tuple[str, ...]:
    """A name for every seat, each different from the others; a seat without one takes its spare name.

    Who comes first with a name keeps it, and what somebody typed goes before a spare name.
    """
    wanted = [name or other for name, other in zip(names, spare, strict=True)]
    order = sorted(range(len(wanted)), key=lambda seat: not names[seat])
    keepers: dict[str, int] = {}
    for seat in order:
        keepers.setdefault(wanted[seat].casefold(), seat)
    found = {seat: wanted[seat] for seat in keepers.values()}
    for seat in order:
        if seat not in found:
            taken = {name.casefold() for name in found.values()}
            found[seat] = next(name for n in count(2) if (name := _numbered(wanted[seat], n)).casefold() not in taken)
    return tuple(found[seat] for seat in range(len(wanted)))


def _numbered(name: str, number: int) -> str:
    return f"{shortened(name, LONGEST - len(f' {number}'))} {number}"


def of_seat(seat: int) -> str:
    """The spare name of a person, counted from 1."""
    return shortened(tr("Player {n}").format(n=seat + 1))


def of_computer() -> str:
    """The name of a computer player."""
    return shortened(tr("Robo"))


def remember(known: Iterable[str], used: Iterable[str]) -> list[str]:
    """The names used before, the newest first."""
    found: dict[str, str] = {}
    for name in (*used, *known):
        if name:
            found.setdefault(name.casefold(), name)
    return list(found.values())[:REMEMBERED]


def read(document: object) -> list[str]:
    """The names in a setting; what is no name is left out."""
    if not isinstance(document, list):
        return []
    return remember((), (clean(name) for name in document if isinstance(name, str)))
