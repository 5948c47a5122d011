"""What the player in turn is about to do. Nothing of it is in the game before it is confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine import FINISH, Action, Build, Cell, Draw, Observation, Phase, Place, Reason

SQUARES = range(4)  # of a tile


class Rules(Protocol):
    """All that a draft asks of the game."""

    @property
    def phase(self) -> Phase:
        """What is to be done next."""

    def legal(self) -> Sequence[Action]:
        """All that may be done now."""

    def why_not(self, action: Action) -> Reason | None:
        """Why an action may not be done now."""

    def preview(self, action: Action) -> Observation:
        """The game after a legal action."""


class Draft:
    """A tile picked, turned and perhaps laid; a piece and a square; a tile to draw."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._turns: dict[str, int] = {}  # tiles keep how they were turned, as in a real hand
        self.tile: str | None = None
        self.cell: Cell | None = None
        self.piece: str | None = None
        self.square: int | None = None
        self.drawing: Draw | None = None

    def clear(self) -> None:
        """Choose nothing; the tiles stay as they are turned."""
        self.tile = self.cell = self.piece = self.square = self.drawing = None

    # --- laying

    def turns(self, tile: str) -> int:
        """How a tile is turned, in clockwise quarters."""
        return self._turns.get(tile, 0)

    def pick(self, tile: str | None) -> None:
        """Take a tile of the hand, or none."""
        self.tile, self.cell = tile, None

    def turn(self, quarters: int) -> None:
        """Turn the picked tile clockwise."""
        if self.tile is not None:
            self._turns[self.tile] = (self.turns(self.tile) + quarters) % 4

    def place(self, cell: Cell | None) -> None:
        """Lay the picked tile here for a try, or take it up again."""
        self.cell = cell

    def resume(self, place: Place) -> None:
        """Go on with a tile that was laid before."""
        self.tile, self.cell = place.tile, place.cell
        self._turns[place.tile] = place.rotation

    def placement(self, cell: Cell | None = None) -> Place | None:
        """The picked tile as it is turned, on this cell or where it lies."""
        cell = self.cell if cell is None else cell
        if self.tile is None or cell is None:
            return None
        return Place(self.tile, cell, self.turns(self.tile))

    def cells(self) -> tuple[frozenset[Cell], frozenset[Cell]]:
        """Where the picked tile may lie as it is turned, and where only if it were turned."""
        now: set[Cell] = set()
        otherwise: set[Cell] = set()
        for action in self._rules.legal():
            if isinstance(action, Place) and action.tile == self.tile:
                (now if action.rotation == self.turns(action.tile) else otherwise).add(action.cell)
        return frozenset(now), frozenset(otherwise - now)

    # --- building

    def builds(self) -> list[Build]:
        """Every way to build now."""
        return [action for action in self._rules.legal() if isinstance(action, Build)]

    def squares_for(self, piece: str) -> list[int]:
        """The squares of the tile on which a piece may stand."""
        return [build.square for build in self.builds() if build.piece == piece]

    def choose_piece(self, piece: str | None) -> None:
        """Take a piece; it goes to the chosen square, or to the only one where it may stand."""
        self.piece = piece
        if piece is None:
            return
        fitting = self.squares_for(piece)
        if self.square not in fitting:
            self.square = fitting[0] if len(fitting) == 1 else None

    def choose_square(self, square: int | None) -> None:
        """Take a square; a piece that may not stand there is put back."""
        self.square = square
        if self.piece is not None and square not in self.squares_for(self.piece):
            self.piece = None

    def why_not_piece(self, piece: str, square: int | None = None) -> Reason | None:
        """Why a piece may stand nowhere on the tile, or not on this square."""
        if square is not None:
            return self._rules.why_not(Build(piece, square))
        reasons = [self._rules.why_not(Build(piece, each)) for each in SQUARES]
        if None in reasons:
            return None
        # a mark says least about the piece, a district that is taken says most
        order = (Reason.DISTRICT_TAKEN, Reason.ON_A_MARK, Reason.WRONG_TERRAIN)
        return next((reason for reason in order if reason in reasons and not _only_marks(reason, reasons)), reasons[0])

    # --- drawing

    def choose_draw(self, draw: Draw | None) -> None:
        """Take a tile of the row or of the pile."""
        self.drawing = draw

    # --- all together

    @property
    def action(self) -> Action | None:
        """What a confirmation would do, legal or not; None while something is still to choose."""
        match self._rules.phase:
            case Phase.LAY:
                return self.placement()
            case Phase.BUILD:
                return Build(self.piece, self.square) if self.piece is not None and self.square is not None else None
            case Phase.DRAW:
                return self.drawing
            case Phase.FINISH:
                return FINISH
        return None

    @property
    def reason(self) -> Reason | None:
        """Why the action may not be done."""
        action = self.action
        return None if action is None else self._rules.why_not(action)

    @property
    def ready(self) -> bool:
        """Can it be confirmed?"""
        return self.action is not None and self.reason is None

    @property
    def preview(self) -> Observation | None:
        """The game with the tile laid or the piece built, as far as that is legal."""
        action = self.action
        if isinstance(action, Place | Build) and self._rules.why_not(action) is None:
            return self._rules.preview(action)
        return None


def _only_marks(reason: Reason, reasons: list[Reason | None]) -> bool:
    """Is a mark the reason only because the terrain is missing everywhere else?"""
    return reason is Reason.ON_A_MARK and Reason.WRONG_TERRAIN in reasons
