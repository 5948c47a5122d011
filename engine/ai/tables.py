"""The learned numbers: what each reading of a city is worth.

A reading is a small tuple that names a fact about a city ("a water district of 5 squares without a skyscraper, with 3
free squares beside it …"). What it is worth, a few entries of learned tables say, added up. `entries` is the one place
that knows which: playing adds them up, learning corrects them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

from engine.actions import ROUNDS
from engine.fields import Malformed, array, integer, member, obj, parse

Reading = tuple[Any, ...]
Entry = tuple[str, int, float]  # table, index, factor

# Every table with its dimensions. L is the number of own tiles still to lay, 0 to 15; S is L in four stages.
L, S = ROUNDS, 4
DIMENSIONS: dict[str, tuple[int, ...]] = {
    "T1": (10, 8, L),  # skyscraper not yet fulfilled: squares missing, free squares beside its district
    "T2": (10, 6, S),  # … squares missing, own land that it could still be merged with
    "T3": (10, 5, S),  # … squares missing, cells that those free squares lie in
    "X": (32, L),  # squares missing for all skyscrapers together
    "U1": (13, 8, L),  # district without skyscraper: size, free squares beside it
    "U2": (13, 8, 7, S),  # … size, the highest skyscraper in the supply that it carries, what the next one lacks
    "U3": (9, 6, S),  # … size, land that it could be merged with (5: a district with a skyscraper)
    "SS": (7, 5, L),  # skyscrapers of one value in the supply
    "SU": (18, 3, L),  # utilities of one design in the supply
    "F": (4, 4, L),  # width and height of the city
    "M": (3, 6, 6, L),  # windmill: kind of zone, place across, place down
    "E": (6, 4, 15, S),  # ecomobile: design, how many are missing, free squares in its line
    "D0": (8, L),  # biodome with the right shape: free squares beside it
    "D1": (4, 4, L),  # biodome: squares missing, ways to complete the shape
    "PM": (2, 15, L),  # marks more than the best other player's, for the last seat and for others
}

SIZES = {name: prod(dimensions) for name, dimensions in DIMENSIONS.items()}


def stage(left: int) -> int:
    """The number of tiles left, in four stages."""
    return 0 if left <= 2 else 1 if left <= 5 else 2 if left <= 9 else 3


def entries(reading: Reading, left: int) -> Iterator[Entry]:
    """The table entries that a reading adds up, with so many own tiles left."""
    match reading:
        case ("T", value, missing, beside, merge, cells):
            missing = min(missing, 10) - 1
            yield _entry("T1", value, missing, min(beside, 7), left)
            yield _entry("T2", value, missing, min(merge, 5), stage(left))
            yield _entry("T3", value, missing, min(cells, 4), stage(left))
        case ("U", size, beside, (carries, lacks), merge):
            yield _entry("U1", 1, min(size, 12), min(beside, 7), left)
            yield _entry("U2", 1, min(size, 12), carries, lacks, stage(left))
            if size >= 2:
                yield _entry("U3", 1, min(size, 8), merge, stage(left))
        case ("E", value, design, missing, free):
            yield _entry("E", value, design, min(missing, 4) - 1, free, stage(left))
        case ("M", value, zone, across, down):
            yield _entry("M", value, zone, across, down, left)
        case ("D0", value, beside):
            yield _entry("D0", value, min(beside, 7), left)
        case ("D1", value, missing, ways):
            yield _entry("D1", value, min(missing, 4) - 1, min(ways, 3), left)
        case ("X", missing):
            yield _entry("X", 1, min(missing, 31), left)
        case ("PM", last, margin):
            yield _entry("PM", 1, last, max(-7, min(7, margin)) + 7, left)
        case (table, *where):  # F, SS, SU
            yield _entry(table, 1, *where, left)


def _entry(table: str, factor: float, *where: int) -> Entry:
    index = 0
    for dimension, place in zip(DIMENSIONS[table], where, strict=True):
        index = index * dimension + place
    return table, index, factor


class Worth(dict[Reading, float]):
    """What readings are worth with a fixed number of tiles left; each is added up once."""

    def __init__(self, tables: dict[str, list[float]], left: int) -> None:
        super().__init__()
        self.tables, self.left = tables, left

    def __missing__(self, reading: Reading) -> float:
        """Add up the entries."""
        worth = sum(self.tables[table][index] * factor for table, index, factor in entries(reading, self.left))
        self[reading] = worth
        return worth


class Tables:
    """The tables for one number of players, and how they came about."""

    def __init__(self, tables: dict[str, list[float]], made: dict[str, Any]) -> None:
        self.tables, self.made = tables, made
        self._worth: dict[int, Worth] = {}

    @classmethod
    def load(cls, path: Path) -> Tables:
        """Read tables from a file; Malformed says what is wrong with it."""
        document = obj(parse(path.read_bytes()), "the tables")
        made = obj(member(document, "made", ""), "made")
        integer(member(made, "games", "made"), 0, 10**9, "made: games")
        tables = obj(member(document, "tables", ""), "tables")
        for name, size in SIZES.items():
            numbers = array(member(tables, name, "tables"), f"tables: {name}", (size,))
            if not all(isinstance(number, int | float) for number in numbers):
                raise Malformed(f"tables: {name} must hold numbers")
        return cls(tables, made)

    def dump(self) -> str:
        """The tables as a file holds them."""
        tables = {name: [round(number, 3) for number in numbers] for name, numbers in self.tables.items()}
        return json.dumps({"made": self.made, "tables": tables}, separators=(",", ":"))

    def at(self, left: int) -> Worth:
        """What readings are worth with so many own tiles left."""
        if left not in self._worth:
            self._worth[left] = Worth(self.tables, left)
        return self._worth[left]


def shipped(players: int) -> Path:
    """The file of the tables that come with the game."""
    return Path(__file__).with_name(f"tables-{players}.json")


@cache
def learned(players: int) -> Tables:
    """The tables that come with the game: read without distrust, because a player's first turn waits for them."""
    document = json.loads(shipped(players).read_bytes())
    return Tables(document["tables"], document["made"])
