"""The table of all points: a column for each city, which stands on top of it, and a row for everything counted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kivy.app import App
from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from app.style import BODY, GAP, HUGE, LARGE, SMALL, TARGET, TITLE, Theme
from app.widgets.city import CityPicture, CityView
from app.widgets.controls import Icon, Panel, Text
from app.widgets.measure import longest_word, text_extent
from app.widgets.player_card import sign_layers
from app.widgets.tile import SignView
from engine import City

Extent = tuple[float, float]  # width and height

TOTAL = "total"
PICTURES = {  # of what is counted: regions of the atlas
    "skyscraper": "sign-skyscraper-white",
    "ecomobile": "ecomobile-utility",
    "windmill": "windmill-center",
    "biodome": "biodome",
    "park": "park",
    "sport": "sport",
}
CAP = 1.3  # the largest scale that numbers follow
PICTURE = 30  # all lengths in dp
ROOMY = 116  # a column of this width holds a number and its parts side by side
WIDEST = 400  # of a column
ROW, TALLEST_ROW = 40, 88
TINY_CITY, SMALL_CITY, LARGEST_CITY = 28, 56, 320
LABELS = 0.34  # words are given up for pictures when they need more than this part of the width


class Column(NamedTuple):
    """Whose points stand in a column."""

    name: str
    sign: int
    city: City
    winner: bool = False


class Row(NamedTuple):
    """What a row counts: a name of `PICTURES` or the total, and its title."""

    category: str
    title: str


class Entry(NamedTuple):
    """Points, and what they are made of: at length, and in a narrow column."""

    points: str = ""
    detail: str = ""
    brief: str = ""
    trophy: bool = False


class CategoryPicture(SignView):
    """What a row counts, as a picture."""

    category = StringProperty()


class PlayerSign(SignView):
    """A player's sign in the player's colour."""

    sign = NumericProperty(0)

    def of(self, sign: float, _: str) -> Any:
        """The layers in the colours of the theme, which the second argument names so that kv follows it."""
        return sign_layers(App.get_running_app().theme_cls, int(sign))


class ColumnGround(Panel):
    """The ground of a column; the winner's has a frame."""

    winner = BooleanProperty(False)
    framed = BooleanProperty(True)  # have the others a thin line?


class ColumnHead(ButtonBehavior, Widget):
    """A name with its city below; tapped, the city is shown large."""

    name = StringProperty()
    sign = NumericProperty(0)
    line = NumericProperty(0)  # the height of the name
    text_width = NumericProperty(0)  # of the name
    cut = BooleanProperty(False)  # is there less room than it needs?
    aside = BooleanProperty(True)  # does the sign stand beside the name, or on the city's corner?
    side = NumericProperty(0)  # of the city

    def __init__(self, column: Column, city: CityView | CityPicture) -> None:
        super().__init__(name=column.name, sign=column.sign)
        self.city = city
        self.add_widget(city, index=len(self.children))  # below the sign
        self.bind(pos=self._place, size=self._place, side=self._place)
        self.ids.name.bind(font_size=self._place)

    def _place(self, *_: Any) -> None:
        name, side = self.ids.name, round(self.side)
        natural = text_extent(self.name, name.font_size, name.font_name)[0]
        self.aside = not side or isinstance(self.city, CityView)
        room = self.width - (dp(22) if self.aside else 0)
        self.text_width, self.cut = min(natural + 1, room), natural > room
        self.city.size, self.city.pos = (side, side), (round(self.center_x - side / 2), round(self.y))


class Trophy(Icon):
    """The sign of the winners."""


class Cell(Widget):
    """One entry: side by side in a roomy column, one below the other in a narrow one."""

    def __init__(self, entry: Entry, role: float, roomy: bool) -> None:
        super().__init__()
        self._theme: Theme = App.get_running_app().theme_cls
        self._roomy, self.final, self.shown = roomy, entry, Entry()
        self.brief = not roomy  # is there too little room to say it at length?
        self._points = Text(role=role, strong=True, cap=CAP, halign="right" if roomy else "center")
        self._detail = Text(role=SMALL, quiet=True, halign="left" if roomy else "center")
        self._trophy = Trophy(glyph="trophy", role=22) if entry.trophy else None
        for child in (self._points, self._detail, self._trophy):
            if child is not None:
                self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def show(self, entry: Entry) -> None:
        """Show an entry: the final one, or what has been counted of it so far."""
        self.shown = entry
        self._points.text = entry.points
        self._place()

    def fits(self, width: float) -> bool:
        """Can it say in the end at length what it says, in a cell of this width?"""
        words, size, font = self.final.detail, self._detail.font_size, self._detail.font_name
        if self.final.brief and words != self.final.brief:  # better brief than in two lines
            return self._roomy and text_extent(words, size, font)[0] <= self._room(self.final, width)
        return self._roomy

    def _room(self, entry: Entry, width: float) -> float:
        """What trophy and points leave."""
        points = text_extent(entry.points, self._points.font_size, self._points.font_name)[0]
        return float(width - _trophy(entry) - (points + dp(GAP) if self._roomy else 0))

    def _beside(self, entry: Entry) -> str:
        return entry.brief if self.brief else entry.detail

    def _extents(self, entry: Entry, width: float) -> tuple[Extent, Extent]:
        """The sizes of the points, and of what is said beside them, in a cell of this width."""
        points = text_extent(entry.points, self._points.font_size, self._points.font_name)
        room = max(dp(20), self._room(entry, width))
        return points, text_extent(self._beside(entry), self._detail.font_size, self._detail.font_name, room)

    def height_at(self, width: float) -> float:
        """How high it will be in the end."""
        (_, points), (_, detail) = self._extents(self.final, width)
        below = max(detail, _trophy(self.final))
        return max(points, below) if self._roomy else points + below

    def _place(self, *_: Any) -> None:
        (wide, high), (detail_wide, detail_high) = self._extents(self.shown, self.width)
        trophy = _trophy(self.shown)
        self._detail.text = self._beside(self.shown)
        if self._trophy is not None:
            self._trophy.opacity = 1 if trophy else 0
        if self._roomy:
            y = self.center_y
            self._put(self._points, self.right - wide, y - high / 2, wide, high)
            self._put(self._detail, self.x + trophy, y - detail_high / 2, detail_wide, detail_high)
            self._put(self._trophy, self.x, y - dp(12), dp(24), dp(24))
        else:
            below = max(detail_high, trophy)
            y = self.center_y - (high + below) / 2
            self._put(self._points, self.x, y + below, self.width, high)
            x = self.center_x - (trophy + detail_wide) / 2
            self._put(self._detail, x + trophy, y + (below - detail_high) / 2, detail_wide, detail_high)
            self._put(self._trophy, x, y + below / 2 - dp(12), dp(24), dp(24))

    @staticmethod
    def _put(child: Any, x: float, y: float, w: float, h: float) -> None:
        if child is None:
            return
        child.size, child.pos = (round(w) + 1, round(h)), (round(x), round(y))
        if isinstance(child, Text):
            child.text_size = child.size


def _trophy(entry: Entry) -> float:
    """The room for the trophy."""
    return float(dp(26)) if entry.trophy else 0.0


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
        self._made: tuple[bool, bool, float] | None = None
        self._lines: list[tuple[float, bool]] = []
        self._span = (0.0, 0.0)
        self._theme.bind(theme_style=self._draw_lines)

    def on_look(self, seat: int) -> None:
        """A city was tapped."""

    # --- layout

    def arrange(self, width: float, room: float) -> None:
        """Fill this width; the cities grow as long as the table is not higher than the room."""
        label, words = self._label_width(width)
        gap = dp(GAP if width >= dp(600) else 4)
        column = max(dp(TARGET), (width - label - gap * len(self.columns)) / len(self.columns))
        column = min(dp(WIDEST), column)
        self.roomy = column >= dp(ROOMY)
        role = self._label_role(width)
        if self._made != (self.roomy, words, role):
            self._made = self.roomy, words, role
            self._make(words, role)
        pad = dp(12 if self.roomy else 2)
        name = text_extent("Ag", self._sp(BODY, CAP), self._theme.mediumFont)[1] + dp(8)
        head = max(name + dp(2 * GAP), dp(TARGET + GAP))  # without the city
        inner, left_over = column - 2 * pad, room - head - dp(GAP)
        self._abridge([not all(cell.fits(inner) for cell in row) for row in self.cells])
        rows = [self._row_height(index, inner, label) for index in range(len(self.rows))]
        if sum(rows) > left_over:  # the total is to be seen without scrolling
            self._abridge([True] * len(self.rows))
            rows = [self._row_height(index, inner, label) for index in range(len(self.rows))]
        rows, side = _shared(rows, min(dp(LARGEST_CITY), inner), left_over)
        head += side
        self.size = width, round(sum(rows) + head + dp(GAP))
        left = (width - label - (column + gap) * len(self.columns)) / 2  # in the middle, if columns are few
        self._place(left, label, column, gap, pad, head, name, side, rows)
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

    def _make(self, words: bool, role: float) -> None:
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
            size = (HUGE if live else TITLE) if row.category == TOTAL else LARGE if live else BODY
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

    def _row_height(self, index: int, width: float, label: float) -> float:
        """The least that a row needs."""
        title = self.labels[index].height_at(label)
        needed = max(title, *(cell.height_at(width) for cell in self.cells[index]))
        return float(max(dp(PICTURE), needed + dp(6)))

    def _place(
        self,
        left: float,
        label: float,
        column: float,
        gap: float,
        pad: float,
        head: float,
        name: float,
        side: float,
        rows: list[float],
    ) -> None:
        xs = [left + label + gap + seat * (column + gap) for seat in range(len(self.columns))]
        for x, ground, each in zip(xs, self.grounds, self.heads, strict=True):
            ground.pos, ground.size = (round(x), 0), (round(column), self.height)
            each.line, each.side = name, side
            each.pos, each.size = (
                (round(x + pad), round(self.height - head + dp(8))),
                (round(column - 2 * pad), round(head - dp(8))),
            )
        y, self._lines = self.height - head, []
        self._span = left, left + label + gap + (column + gap) * len(self.columns) - gap
        for row, height, title, cells in zip(self.rows, rows, self.labels, self.cells, strict=True):
            self._lines.append((round(y), row.category == TOTAL))
            y -= height
            title.pos, title.size = (round(left), round(y)), (round(label), round(height))
            for x, cell in zip(xs, cells, strict=True):
                cell.pos, cell.size = (round(x + pad), round(y)), (round(column - 2 * pad), round(height))

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


class RowLabel(Widget):
    """The title of a row: a picture, and words where there is room for them."""

    category = StringProperty()
    title = StringProperty()
    words = BooleanProperty(True)
    role = NumericProperty(BODY)

    def height_at(self, width: float) -> float:
        """How high it is in this width."""
        text = self.ids.text
        return text_extent(text.text, text.font_size, text.font_name, max(dp(PICTURE), width - dp(PICTURE + GAP)))[1]


def _shared(rows: list[float], most: float, room: float) -> tuple[list[float], float]:
    """The heights of the rows and the side of the cities: both grow in turn as long as there is room."""
    spare = room - sum(rows)
    side = min(most, dp(SMALL_CITY), max(0.0, spare))
    side = side if side >= dp(TINY_CITY) else 0.0
    rows = _stretched(rows, spare - side, dp(ROW))
    side = max(side, min(most, room - sum(rows)) if side else 0.0)
    return _stretched(rows, room - sum(rows) - side, dp(TALLEST_ROW)), side


def _stretched(rows: list[float], spare: float, most: float) -> list[float]:
    """Rows that share the spare room, none of them made higher than this."""
    return [row + max(0.0, min(spare / len(rows), most - row)) for row in rows]


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
