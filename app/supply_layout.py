"""The supply inside its tray: open with slots for fingers, or compact as a small picture (dp, y downwards)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.layout import GAP, PADDING, TARGET, Rect

BAND = 80.0  # a row is no higher
COLUMNS = 7  # as many as the skyscrapers of a terrain at most have (R1.3)
HEADING = 22.0  # headings and collapsed rows grow with the text
LINE = 24.0
BESIDE = 600.0  # from this width on, headings stand beside their rows instead of above
HEADING_BESIDE = 104.0
FLAT = 200.0  # a compact supply that is lower has the utilities beside the skyscrapers


class SupplyRow(NamedTuple):
    """The skyscrapers of one terrain, or one kind of utilities."""

    places: int  # one for each value or design in the game: it stays when the piece is taken
    usable: bool = True  # may a piece of it stand on the tile just laid?
    utility: bool = False


class PlacedRow(NamedTuple):
    """A row of the open supply."""

    page: int  # 0 or 1
    band: Rect  # its ground, or the line it is collapsed to
    slots: tuple[Rect, ...] = ()  # none: collapsed
    heading: Rect | None = None  # that of the first utilities is for all of them


class SupplyPlan(NamedTuple):
    """The open supply: its rows in the order they were given."""

    pages: int  # 2: skyscrapers, utilities; the rows of one page are to be seen at once
    rows: tuple[PlacedRow, ...]


class CompactRow(NamedTuple):
    """A row of the compact supply: too small to tap, so the whole supply is one target."""

    sign: Rect | None  # of the terrain; utilities need none
    cells: tuple[Rect, ...]


def supply_layout(content: Rect, text_scale: float, rows: Sequence[SupplyRow]) -> SupplyPlan:
    """All pieces within reach of a finger, without scrolling.

    What gives way if there is no room, in this order: rows without use collapse to a line below the others, headings
    go, the gaps between rows close, skyscrapers and utilities become two pages. Slots keep 48 x 48.
    """
    numbered = dict(enumerate(rows))
    whole = _fitting(content, text_scale, numbered)
    if whole.fits:
        return SupplyPlan(1, tuple(placed for _, placed in sorted(whole.placed(0).items())))
    skyscrapers = {i: row for i, row in numbered.items() if not row.utility}
    utilities = {i: row for i, row in numbered.items() if row.utility}
    placed = _fitting(content, text_scale, skyscrapers).placed(0) | _fitting(content, text_scale, utilities).placed(1)
    return SupplyPlan(2, tuple(placed[i] for i in numbered))


def compact_supply(content: Rect, rows: Sequence[SupplyRow]) -> list[CompactRow]:
    """The supply as a small picture: a line of numbers for each terrain, below or beside them the utilities."""
    inner = content.inset(PADDING, 0)
    numbers, utilities = (sum(row.utility is kind for row in rows) for kind in (False, True))
    if content.h >= FLAT or not (numbers and utilities):
        lines = iter(_lines(inner, [2 if row.utility else 1 for row in rows]))
        return [_compact(next(lines), row) for row in rows]
    left, right = inner.columns(2, 2 * GAP)
    columns = {
        False: iter(_lines(left, [1] * numbers)),
        True: iter(_lines(right, [numbers / utilities] * utilities)),
    }
    return [_compact(next(columns[row.utility]), row) for row in rows]


@dataclass(frozen=True)
class _Page:
    """Rows below each other, with more or less of what may give way."""

    content: Rect
    text_scale: float
    rows: Mapping[int, SupplyRow]
    collapse: bool
    headings: bool
    gap: float

    @property
    def lying(self) -> list[int]:
        """The rows that are collapsed."""
        return [i for i, row in self.rows.items() if self.collapse and not row.usable]

    @property
    def standing(self) -> list[int]:
        """The rows with slots."""
        return [i for i, row in self.rows.items() if row.usable or not self.collapse]

    @property
    def beside(self) -> bool:
        """Do the headings stand beside the rows?"""
        return self.headings and self.content.w >= BESIDE

    @property
    def headed(self) -> list[int]:
        """The rows with a heading above."""
        if not self.headings or self.beside:
            return []
        utilities = [i for i in self.standing if self.rows[i].utility]
        return [i for i in self.standing if i not in utilities[1:]]

    @property
    def height(self) -> float:
        """Of each row with slots."""
        text = (len(self.lying) * LINE + len(self.headed) * HEADING) * self.text_scale
        room = self.content.h - text - (len(self.rows) - 1) * self.gap
        return min(BAND, room / max(1, len(self.standing)))

    @property
    def fits(self) -> bool:
        """Is there room for fingers?"""
        return self.height >= TARGET

    def placed(self, page: int) -> dict[int, PlacedRow]:
        """Where each row is: those with slots, then the collapsed ones."""
        found, height, headed = {}, self.height, self.headed
        edge = max(0.0, min(GAP, (self.content.w - COLUMNS * TARGET) / 2))
        x, y, w = self.content.x + edge, self.content.y, self.content.w - 2 * edge
        for i in self.standing:
            heading = None
            if i in headed:
                heading = Rect(x, y, w, HEADING * self.text_scale)
                y = heading.bottom
            band = field = Rect(x, y, w, height)
            if self.beside and not self.rows[i].utility:
                column = HEADING_BESIDE * self.text_scale
                heading = Rect(x, y, column, height)
                field = Rect(x + column, y, w - column, height)
            found[i] = PlacedRow(page, band, _slots(field, self.rows[i].places), heading)
            y += height + self.gap
        for i in self.lying:
            found[i] = PlacedRow(page, Rect(x, y, w, LINE * self.text_scale))
            y += LINE * self.text_scale + self.gap
        return found


def _fitting(content: Rect, text_scale: float, rows: Mapping[int, SupplyRow]) -> _Page:
    """The page that gives up least and fits; the tightest if none does."""
    *ways, tightest = (
        _Page(content, text_scale, rows, collapse=False, headings=True, gap=4),
        _Page(content, text_scale, rows, collapse=True, headings=True, gap=4),
        _Page(content, text_scale, rows, collapse=True, headings=False, gap=4),
        _Page(content, text_scale, rows, collapse=True, headings=False, gap=0),
    )
    return next((way for way in ways if way.fits), tightest)


def _slots(field: Rect, places: int) -> tuple[Rect, ...]:
    """A row's slots: the margins and the gaps shrink before the slots do."""
    spare = field.w - places * TARGET
    gap = max(0.0, min(GAP, spare / (places - 1))) if places > 1 else 0.0
    margin = max(0.0, min(4.0, (spare - (places - 1) * gap) / 2))
    return tuple(field.inset(margin, max(0.0, min(4.0, (field.h - TARGET) / 4))).columns(places, gap))


def _lines(field: Rect, heights: Sequence[float]) -> list[Rect]:
    """Lines below each other, of these relative heights."""
    unit = min(40.0, (field.h - (len(heights) - 1) * 4) / sum(heights))
    lines, y = [], field.y
    for height in heights:
        lines.append(Rect(field.x, y, field.w, unit * height))
        y += unit * height + 4
    return lines


def _compact(line: Rect, row: SupplyRow) -> CompactRow:
    """A line's sign and cells."""
    if row.utility:
        return CompactRow(None, tuple(line.columns(row.places, 4)))
    side = min(20.0, line.h)
    sign = Rect(line.x, line.centre[1] - side / 2, side, side)
    numbers = Rect(line.x + side + GAP, line.y, line.w - side - GAP, line.h)
    return CompactRow(sign, tuple(numbers.columns(row.places, 2)))
