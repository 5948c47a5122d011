"""The table of all points: a column for each city, which stands on top of it, and a row for everything counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kivy.app import App
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp, sp
from kivy.uix.widget import Widget

from app.style import BODY, DISPLAY, GAP, HUGE, LARGE, SMALL, TARGET, TITLE, Theme
from app.widgets.city import CityPicture, CityView
from app.widgets.measure import longest_word, text_extent
from app.widgets.score_cells import CAP, PICTURE, TOTAL, Cell, Column, ColumnGround, ColumnHead, Entry, RowLabel

# Lengths are in dp.
ROOMY = 116  # a column of this width holds a number and its parts side by side
LARGE_TOTAL = 180  # and one of this width a large total
WIDEST = 400  # of a column
ROW, TALLEST_ROW = 40, 88
TINY_CITY, SMALL_CITY, LARGEST_CITY = 28, 56, 320
LABELS = 0.34  # words are given up for pictures when they need more than this part of the width


class Row(NamedTuple):
    """What a row counts: a name of `PICTURES` or the total, and its title."""

    category: str
    title: str


class Plan(NamedTuple):
    """Where everything is, in pixels."""

    left: float  # where the titles begin
    label: float  # their width
    column: float  # the width of a column
    gap: float  # before each
    pad: float  # inside, at both sides
    name: float  # the height of a name
    side: float  # of a city
    head: float  # the height of all that is above the rows
    rows: list[float]  # their heights


class ScoreTable(Widget):
    """Gets its width and the room for its height by `arrange`, and says by its own height what it needs."""

    __events__ = ("on_look",)

    def __init__(self, columns: Sequence[Column], rows: Sequence[Row], final: Sequence[Sequence[Entry]]) -> None:
        """`final` holds the entries of the finished table, row by row: they set the heights from the start."""
        super().__init__(size_hint=(None, None))
        self._theme: Theme = App.get_running_app().theme_cls
        self.columns, self.rows, self._final = columns, rows, final
        self.heads: list[ColumnHead] = []
        self.grounds: list[ColumnGround] = []
        self.labels: list[RowLabel] = []
        self.cells: list[list[Cell]] = []  # row by row
        self.roomy = False
        self._made: tuple[bool, float, float] | None = None  # from words, and the sizes of titles and totals
        self._lines: list[tuple[float, bool]] = []
        self._span = (0.0, 0.0)
        self._theme.bind(theme_style=self._draw_lines)

    def on_look(self, seat: int) -> None:
        """A city was tapped."""

    # --- layout

    def arrange(self, width: float, room: float) -> None:
        """Fill this width; the cities grow as long as the table is not higher than the room."""
        label, words = self._label_width(width)
        gap, seats = dp(GAP if width >= dp(600) else 4), len(self.columns)
        column = min(dp(WIDEST), max(dp(TARGET), (width - label - gap * seats) / seats))
        self.roomy = column >= dp(ROOMY)
        made = words, self._label_role(width), HUGE if column >= dp(LARGE_TOTAL) else DISPLAY if self.roomy else TITLE
        if self._made != made:
            self._made = made
            self._make(*made)
        pad = dp(12 if self.roomy else 2)
        name = text_extent("Ag", self._sp(BODY, CAP), self._theme.mediumFont)[1] + dp(GAP)
        head = max(name + dp(2 * GAP), dp(TARGET + GAP))  # without the city
        left_over = room - head - dp(GAP)
        rows, side = _shared(self._row_heights(column - 2 * pad, label, left_over), column - 2 * pad, left_over)
        self.size = width, round(sum(rows) + head + side + dp(GAP))
        left = (width - label - (column + gap) * seats) / 2  # in the middle, if columns are few
        self._place(Plan(left, label, column, gap, pad, name, side, head + side, rows))
        self._draw_lines()

    def _sp(self, role: float, cap: float = 1.5) -> float:
        return float(sp(role) * min(self._theme.text_scale, cap))

    def _label_width(self, width: float) -> tuple[float, bool]:
        """How wide the titles of the rows are, and whether there is room for words."""
        titles = [row.title for row in self.rows]
        size, font = self._sp(self._label_role(width)), self._theme.font
        whole = max(text_extent(title, size, font)[0] for title in titles)
        words = min(whole, max(longest_word(titles, size, font), 0.14 * width)) + dp(4)
        picture = dp(PICTURE + GAP)
        if words + picture <= LABELS * width:
            return words + picture, True
        return picture, False

    @staticmethod
    def _label_role(width: float) -> float:
        return BODY if width > dp(600) else SMALL

    def _make(self, words: bool, role: float, large: float) -> None:
        """All children, without their places."""
        self.clear_widgets()
        live = self.roomy  # a small city is a still picture
        self.grounds = [ColumnGround(framed=live) for _ in self.columns]
        self.heads = []
        for seat, column in enumerate(self.columns):
            city = CityView() if live else CityPicture(city=column.city)
            head = ColumnHead(column, city)
            head.bind(on_release=lambda *_, seat=seat: self.dispatch("on_look", seat))
            self.heads.append(head)
        self.cells = []
        for row, entries in zip(self.rows, self._final, strict=True):
            size = large if row.category == TOTAL else LARGE if live else BODY
            self.cells.append([Cell(entry, size, self.roomy) for entry in entries])
        self.labels = [RowLabel(category=row.category, title=row.title, words=words, role=role) for row in self.rows]
        flat = [cell for row in self.cells for cell in row]
        for child in (*self.grounds, *self.heads, *self.labels, *flat):
            self.add_widget(child)

    def _abridge(self, rows: list[bool]) -> None:
        """Say it briefly in these rows."""
        for cells, brief in zip(self.cells, rows, strict=True):
            for cell in cells:
                cell.brief = brief

    def _row_heights(self, width: float, label: float, room: float) -> list[float]:
        """The least that every row needs; brief where there is no room for more."""
        self._abridge([not all(cell.fits(width) for cell in row) for row in self.cells])
        rows = [self._row_height(index, width, label) for index in range(len(self.rows))]
        if sum(rows) > room:  # the total is to be seen without scrolling
            self._abridge([True] * len(self.rows))
            rows = [self._row_height(index, width, label) for index in range(len(self.rows))]
        return rows

    def _row_height(self, index: int, width: float, label: float) -> float:
        title = self.labels[index].height_at(label)
        needed = max(title, *(cell.height_at(width) for cell in self.cells[index]))
        return float(max(dp(PICTURE), needed + dp(6)))

    def _place(self, plan: Plan) -> None:
        xs = [plan.left + plan.label + plan.gap + seat * (plan.column + plan.gap) for seat in range(len(self.columns))]
        wide = round(plan.column - 2 * plan.pad)
        for x, ground, head in zip(xs, self.grounds, self.heads, strict=True):
            ground.pos, ground.size = (round(x), 0), (round(plan.column), self.height)
            head.line, head.side = plan.name, plan.side
            head.size = wide, round(plan.head - dp(GAP))
            head.pos = round(x + plan.pad), round(self.height - plan.head + dp(GAP))
        y, self._lines, self._span = self.height - plan.head, [], (plan.left, xs[-1] + plan.column)
        for row, height, title, cells in zip(self.rows, plan.rows, self.labels, self.cells, strict=True):
            self._lines.append((round(y), row.category == TOTAL))
            y -= height
            title.pos, title.size = (round(plan.left), round(y)), (round(plan.label), round(height))
            for x, cell in zip(xs, cells, strict=True):
                cell.pos, cell.size = (round(x + plan.pad), round(y)), (wide, round(height))

    def _draw_lines(self, *_: Any) -> None:
        self.canvas.after.clear()
        for y, strong in self._lines:
            thick = dp(2) if strong else max(1.0, dp(1))
            self.canvas.after.add(Color(*(self._theme.onSurfaceColor if strong else self._theme.hairColor)))
            left, right = self._span
            self.canvas.after.add(Rectangle(pos=(round(left), y), size=(round(right - left), thick)))

    # --- showing

    def show(self, entries: Sequence[Sequence[Entry]], final: bool) -> None:
        """Show entries row by row; the winners only when all is counted."""
        for row, shown in zip(self.cells, entries, strict=True):
            for cell, entry in zip(row, shown, strict=True):
                cell.show(entry)
        for ground, column in zip(self.grounds, self.columns, strict=True):
            ground.winner = final and column.winner

    @property
    def cities(self) -> list[CityView]:
        """The cities that can show scenes; none in a table of small pictures."""
        return [head.city for head in self.heads if isinstance(head.city, CityView)]


def _shared(rows: list[float], widest: float, room: float) -> tuple[list[float], float]:
    """The heights of the rows and the side of the cities: both grow in turn as long as there is room."""
    spare, most = room - sum(rows), min(dp(LARGEST_CITY), widest)
    side = min(most, dp(SMALL_CITY), max(0.0, spare))
    side = side if side >= dp(TINY_CITY) else 0.0
    rows = _stretched(rows, spare - side, dp(ROW))
    side = max(side, min(most, room - sum(rows)) if side else 0.0)
    return _stretched(rows, room - sum(rows) - side, dp(TALLEST_ROW)), side


def _stretched(rows: list[float], spare: float, most: float) -> list[float]:
    """Rows that share the spare room, none of them made higher than this."""
    return [row + max(0.0, min(spare / len(rows), most - row)) for row in rows]
