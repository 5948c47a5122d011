"""What a table of points is made of: pictures and titles of its rows, heads of its columns, and the entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from app.style import BODY, GAP, SMALL
from app.widgets.city import CityPicture, CityView
from app.widgets.controls import Icon, Panel, Text
from app.widgets.measure import text_extent
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
PICTURE = 30  # dp
CAP = 1.3  # the largest scale that numbers follow


class Column(NamedTuple):
    """Whose points stand in a column."""

    name: str
    sign: int
    city: City
    winner: bool = False


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


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
