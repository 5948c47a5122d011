"""Reading JSON that nobody vouches for: every field is checked, every fault names its place in one line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

SHOWN = 40  # characters of a foreign value that an error shows
DEEPEST = 100  # lists and objects in each other: a fixed number, because every Python breaks off somewhere else


class Malformed(ValueError):
    """Something from outside that is not what it should be; the text says where and why."""


def parse(raw: bytes | str) -> Any:
    """JSON in UTF-8; Malformed says where it breaks.

    Repeated keys, numbers that are none and lists within lists without end are refused.
    """
    if isinstance(raw, bytes):
        try:
            raw = raw.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            raise Malformed(f"not UTF-8 text (byte {fault.start})") from None
    if not raw.strip():
        raise Malformed("empty: there is nothing in it")
    try:
        found = json.loads(raw, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as fault:
        raise Malformed(f"malformed JSON: {fault.msg} (line {fault.lineno}, column {fault.colno})") from None
    except RecursionError:
        raise Malformed(_TOO_DEEP) from None
    except Malformed:
        raise
    except ValueError:  # an integer with more digits than Python converts
        raise Malformed("malformed JSON: a number is too long") from None
    _check_depth(found)
    return found


_TOO_DEEP = "malformed JSON: nested too deeply"


def _check_depth(document: object) -> None:
    level: list[Any] = [[document]]
    for _ in range(DEEPEST + 1):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return
    raise Malformed(_TOO_DEEP)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise Malformed(f"malformed JSON: the key {shown(twice)} appears twice in one object")
    return found


def _no_number(name: str) -> Any:
    raise Malformed(f"malformed JSON: {name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise Malformed("malformed JSON: a number is too large")
    return number


def shown(value: object) -> str:
    """A foreign value for an error message: one line, short, safe for any terminal."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 64:
        return "a huge number"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    shown = ascii(value[: SHOWN + 1] if isinstance(value, str) else value)
    return shown if len(shown) <= SHOWN else shown[:SHOWN] + "…"


def member(of: dict[str, Any], key: str, where: str) -> Any:
    """A field that must be there; `where` may be empty if the place is known otherwise."""
    if key not in of:
        raise Malformed(f"{where}: {key} is missing" if where else f"{key} is missing")
    return of[key]


def obj(value: object, where: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise Malformed(f"{where} must be an object, not {shown(value)}")
    return value


def array(value: object, where: str, lengths: Iterable[int] | None = None) -> list[Any]:
    """A JSON list, of one of these lengths if any are given."""
    if not isinstance(value, list):
        raise Malformed(f"{where} must be a list, not {shown(value)}")
    if lengths is not None and len(value) not in (allowed := list(lengths)):
        raise Malformed(f"{where} must hold {' or '.join(map(str, allowed))} entries, not {len(value)}")
    return value


def integer(value: object, least: int, most: int, where: str) -> int:
    """A whole number within bounds; true and 1.0 are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed(f"{where} must be a whole number, not {shown(value)}")
    if not least <= value <= most:
        raise Malformed(f"{where} must be from {least} to {most}, not {shown(value)}")
    return value


def text(value: object, where: str) -> str:
    """A string that can be shown and written as UTF-8."""
    if not isinstance(value, str):
        raise Malformed(f"{where} must be a text, not {shown(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a letter outside the first 65536
        raise Malformed(f"{where} is not valid text") from None
    return value


def choice(value: object, among: Iterable[str], where: str) -> str:
    """One of a few words."""
    allowed = tuple(among)
    if not isinstance(value, str) or value not in allowed:
        raise Malformed(f"{where} must be one of {', '.join(allowed)}, not {shown(value)}")
    return value


def known(value: object, among: Iterable[str], where: str) -> str:
    """An id of the box."""
    if not isinstance(value, str):
        raise Malformed(f"{where} must hold ids, not {shown(value)}")
    if value not in among:
        raise Malformed(f"{where}: there is no {shown(value)}")
    return value
