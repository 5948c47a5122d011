"""The table before a game: who sits where, who starts, and what is agreed on. All of it are values, none of it draws.

A table that could not be played cannot be made.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from app import names
from app.session import SIGNS, Options
from engine import Player, Setup

LEVELS = ("easy", "normal", "hard", "expert")  # of the computer players, without the engine's yardsticks
UTILITIES = ("ecomobile", "windmill", "biodome")
FEWEST, MOST = 2, 4  # players (R2.1)
PAIR = UTILITIES[:2]  # what is chosen when the choosing begins

Utilities = tuple[str, str]


@dataclass(frozen=True)
class Seat:
    """A person with a name, or a computer with a level; the one not in use is kept for a change of mind."""

    kind: str = "human"  # or "ai", as in the record
    name: str = ""  # as it was typed; `Table.names` is what is shown
    level: str = "normal"
    sign: int = 0  # colour and sign

    def __post_init__(self) -> None:
        if self.kind not in ("human", "ai") or self.level not in LEVELS or self.sign not in range(SIGNS):
            raise ValueError(f"no such seat: {self}")
        if self.name != names.clean(self.name):
            raise ValueError(f"no name: {self.name!r}")

    @property
    def is_person(self) -> bool:
        """People have names, computers have levels."""
        return self.kind == "human"


@dataclass(frozen=True)
class Table:
    """The seats clockwise, and what is agreed on."""

    seats: tuple[Seat, ...] = (Seat(), Seat("ai", sign=1))
    starter: int | None = None  # a seat, or drawn at random
    utilities: Utilities | None = None  # the kind chosen longest ago first, or two at random (R2.3)
    open_hands: bool = False
    casual: bool = True

    def __post_init__(self) -> None:
        if not FEWEST <= len(self.seats) <= MOST or len({seat.sign for seat in self.seats}) < len(self.seats):
            raise ValueError(f"no such seats: {self.seats}")
        if self.starter is not None and self.starter not in range(len(self.seats)):
            raise ValueError(f"nobody starts: {self.starter}")
        if self.utilities is not None and (len({*self.utilities} & {*UTILITIES}), len(self.utilities)) != (2, 2):
            raise ValueError(f"not two kinds of utility: {self.utilities}")

    # --- what is shown

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every seat, each different from the others."""
        spare = [names.of_seat(n) if seat.is_person else names.of_computer() for n, seat in enumerate(self.seats)]
        return names.shown([seat.name if seat.is_person else "" for seat in self.seats], spare)

    @property
    def typed(self) -> list[str]:
        """The names that people gave themselves."""
        return [seat.name for seat in self.seats if seat.is_person and seat.name]

    @property
    def is_full(self) -> bool:
        """Is there no room for another player?"""
        return len(self.seats) == MOST

    @property
    def is_least(self) -> bool:
        """Can nobody leave?"""
        return len(self.seats) == FEWEST

    # --- who sits where

    def with_person(self, seat: int) -> Table:
        """A person takes a seat."""
        return self._with(seat, replace(self.seats[seat], kind="human"))

    def with_computer(self, seat: int, level: str) -> Table:
        """A computer of this level takes a seat."""
        return self._with(seat, replace(self.seats[seat], kind="ai", level=level))

    def with_name(self, seat: int, typed: str) -> Table:
        """A person is called so."""
        return self._with(seat, replace(self.seats[seat], name=names.clean(typed)))

    def with_next_sign(self, seat: int) -> Table:
        """The next free sign; if none is free, the next one, in exchange with whoever has it."""
        own = self.seats[seat].sign
        following = [(own + step) % SIGNS for step in range(1, SIGNS)]
        holders = {other.sign: index for index, other in enumerate(self.seats)}
        sign = next((sign for sign in following if sign not in holders), following[0])
        seats = list(self.seats)
        if sign in holders:
            seats[holders[sign]] = replace(seats[holders[sign]], sign=own)
        seats[seat] = replace(seats[seat], sign=sign)
        return replace(self, seats=tuple(seats))

    def added(self) -> Table:
        """One player more, a person or a computer like the last one, with the first free sign."""
        sign = min({*range(SIGNS)} - {seat.sign for seat in self.seats})
        return replace(self, seats=(*self.seats, replace(self.seats[-1], name="", sign=sign)))

    def removed(self, seat: int) -> Table:
        """One player less; if it was the starter, the start is drawn."""
        starter = self.starter
        if starter is not None:
            starter = None if starter == seat else starter - (starter > seat)
        return replace(self, seats=self.seats[:seat] + self.seats[seat + 1 :], starter=starter)

    def moved(self, seat: int, to: int) -> Table:
        """A player changes places, and the others close up; who starts is still the same player."""
        order = [other for other in range(len(self.seats)) if other != seat]
        order.insert(to, seat)
        starter = None if self.starter is None else order.index(self.starter)
        return replace(self, seats=tuple(self.seats[other] for other in order), starter=starter)

    def _with(self, index: int, seat: Seat) -> Table:
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    # --- what is agreed on

    def with_utility(self, kind: str) -> Table:
        """This kind is in the game; a third one takes the place of the one chosen longest ago."""
        chosen = self.utilities or (PAIR[0], PAIR[1])
        return replace(self, utilities=chosen if kind in chosen else (chosen[1], kind))


def to_setup(table: Table, random: Random) -> tuple[Setup, Options]:
    """What the engine needs: seats in turn order, the starter first, the others clockwise (R2.6)."""
    starter = random.randrange(len(table.seats)) if table.starter is None else table.starter
    players = [
        Player(name) if seat.is_person else Player(name, "ai", seat.level)
        for name, seat in zip(table.names, table.seats, strict=True)
    ]
    signs = [seat.sign for seat in table.seats]
    setup = Setup((*players[starter:], *players[:starter]), table.utilities)
    return setup, Options((*signs[starter:], *signs[:starter]), table.open_hands, table.casual)


def document(table: Table) -> dict[str, Any]:
    """The table as a setting."""
    return asdict(table)


def read(document: object) -> Table:
    """The table in a setting; the usual one if the setting is damaged."""
    try:
        return _read(document)
    except (KeyError, TypeError, ValueError):
        return Table()


def _read(document: Any) -> Table:
    utilities = None
    if document["utilities"] is not None:
        first, second = document["utilities"]
        utilities = _text(first), _text(second)
    return Table(
        tuple(
            Seat(_text(seat["kind"]), names.clean(_text(seat["name"])), _text(seat["level"]), _whole(seat["sign"]))
            for seat in document["seats"]
        ),
        None if document["starter"] is None else _whole(document["starter"]),
        utilities,
        document["open_hands"] is True,
        document["casual"] is not False,
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text, not {value!r}")
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"a whole number, not {value!r}")
    return value
