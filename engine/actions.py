"""What a player can do, one action for each gesture, and every reason why it may be refused (R3 to R5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.grid import Cell


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a tile of the hand on a cell, after some clockwise quarter turns (R4)."""

    tile: str
    cell: Cell
    rotation: int

    def __str__(self) -> str:
        return f"lay {self.tile} on {self.cell[0]},{self.cell[1]} turned {self.rotation}"


@dataclass(frozen=True, slots=True)
class Build:
    """Build a piece on a square of the tile just laid: 0 north-west, then clockwise (R5)."""

    piece: str
    square: int

    def __str__(self) -> str:
        return f"build {self.piece} on square {self.square}"


@dataclass(frozen=True, slots=True)
class Skip:
    """Build nothing."""

    def __str__(self) -> str:
        return "build nothing"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the tile with this index in the row, or the pile's top one for None (R3.2)."""

    source: int | None

    def __str__(self) -> str:
        return "draw from the pile" if self.source is None else f"draw {self.source} from the row"


@dataclass(frozen=True, slots=True)
class Finish:
    """End the turn without drawing, in round 16 (R3.4)."""

    def __str__(self) -> str:
        return "finish"


Action = Place | Build | Skip | Draw | Finish

SKIP, FINISH = Skip(), Finish()
ROUNDS = 16  # R3.1
ROW_TILES = 4  # R2.5

_DRAWS = tuple(Draw(index) for index in range(ROW_TILES))
_FROM_PILE = Draw(None)


class Phase(Enum):
    """What the player in turn has to do next."""

    LAY = "lay"
    BUILD = "build"
    DRAW = "draw"
    FINISH = "finish"
    OVER = "over"


def draws(row: int, pile: int) -> tuple[Draw, ...]:
    """Every way to draw from a row and a pile with so many tiles (R3.2, R3.3)."""
    return (*_DRAWS[:row], _FROM_PILE) if pile else _DRAWS[:row]


def phase_after_building(round: int, row: int, pile: int) -> Phase:
    """A turn ends with a draw; in round 16, or with nothing left to draw, without (R3.3, R3.4)."""
    return Phase.DRAW if round < ROUNDS and (row or pile) else Phase.FINISH


class Reason(Enum):
    """Why an action is refused; the app translates the name, the value is plain English."""

    GAME_OVER = "the game is over"
    LAY_FIRST = "a tile must be laid first"
    ALREADY_LAID = "a tile was laid already in this turn"
    BUILD_FIRST = "whether to build must be decided first"
    ALREADY_BUILT = "building was decided already in this turn"

    NOT_IN_HAND = "this tile is not in the hand"
    NO_SUCH_ROTATION = "a tile is turned by 0 to 3 quarter turns"
    NOT_AT_START = "the first tile lies on cell 0,0"
    OCCUPIED = "a tile lies there already"
    TOO_WIDE = "the city would be wider than 4 tiles"
    TOO_HIGH = "the city would be higher than 4 tiles"
    NOT_BESIDE = "it shares no side with a tile of the city"
    JOINS_SKYSCRAPERS = "it joins two districts that each hold a skyscraper"

    NOT_IN_SUPPLY = "this piece is not in the supply"
    NO_SUCH_SQUARE = "a tile has the squares 0 to 3"
    ON_A_MARK = "a park or a sport facility is there"
    WRONG_TERRAIN = "a skyscraper stands on its own terrain only"
    DISTRICT_TAKEN = "the district holds a skyscraper already"

    NOT_IN_ROW = "there is no such tile in the row"
    PILE_EMPTY = "the pile is empty"
    NO_DRAW = "nobody draws in round 16"
    MUST_DRAW = "a tile must be drawn"


class IllegalAction(ValueError):
    """An action that the rules refuse, with the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
