"""A player at the table: the sign, the name, a small city and the points so far."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.app import App
from kivy.metrics import dp

from app.style import BODY, DISPLAY, LARGE, SIGNS, SMALL, TITLE, Theme
from app.texts import plain, range_text
from app.widgets.city import CityPicture
from app.widgets.controls import Press, Text
from app.widgets.tile import SignView
from engine import EMPTY, City


class PlayerShown(NamedTuple):
    """What a player's card shows."""

    name: str = ""
    sign: int = 0
    city: City = EMPTY
    settled: int = 0
    least: int = 0
    most: int = 0
    active: bool = False  # it is this player's turn
    looked_at: bool = False


def sign_layers(theme: Theme, sign: int) -> tuple[tuple[str, Any, float], ...]:
    """A player's sign in the player's colour, on a shield."""
    return (("shield", theme.player(sign), 1.0), (f"sign-{SIGNS[sign]}", theme.surfaceContainerLowColor, 0.55))


class PlayerCard(Press):
    """Tapped, it shows this player's city."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self.shown = PlayerShown()
        self.picture = CityPicture()
        self.sign = SignView()
        self.label = Text(cap=1.2, shorten=True, shorten_from="right", valign="middle")
        self.points = Text(strong=True, cap=1.2)
        self.range = Text(role=SMALL, quiet=True, cap=1.2)
        for child in (self.picture, self.sign, self.label, self.points, self.range):
            self.add_widget(child)
        self.bind(pos=self._arrange, size=self._arrange)
        self._theme.bind(theme_style=self._paint, text_scale=self._arrange)

    def show(self, shown: PlayerShown) -> None:
        """Show this player."""
        if shown != self.shown:
            self.shown = shown
            self.picture.city = shown.city
            self._paint()
            self._arrange()

    def _paint(self, *_: Any) -> None:
        shown = self.shown
        self.sign.layers = sign_layers(self._theme, shown.sign)
        self.label.text, self.points.text = shown.name, plain(shown.settled)
        self.range.text = range_text(shown.least, shown.most)
        self.chosen = shown.active or shown.looked_at

    def _arrange(self, *_: Any) -> None:
        """By its own shape: upright in the rail, lying in a bar, tiny on a lying phone."""
        if self.width < dp(80):
            self._arrange_tiny()
        elif self.height > self.width:
            self._arrange_upright()
        elif self.height < dp(56) and self.width >= dp(170):
            self._arrange_line()
        else:
            self._arrange_lying()

    def _put(self, child: Any, x: float, y: float, w: float, h: float, align: str = "center") -> None:
        child.opacity = 1 if w > 0 and h > 0 else 0
        child.size, child.pos = (max(1, round(w)), max(1, round(h))), (round(x), round(y))
        if isinstance(child, Text):
            child.halign, child.valign, child.text_size = align, "middle", child.size

    def _text_height(self, role: float) -> float:
        return float(dp(role) * min(self._theme.text_scale, 1.2) * 1.3)

    def _arrange_upright(self) -> None:
        self.label.role, self.points.role = BODY, DISPLAY if self.height > dp(140) else TITLE
        name, points, least = self._text_height(BODY), self._text_height(self.points.role), self._text_height(SMALL)
        y = self.y + dp(6)
        self._put(self.range, self.x, y, self.width, least)
        self._put(self.points, self.x, y + least, self.width, points)
        y += least + points
        side, wide = dp(20), self.width - dp(12)
        self.label.text_size = None, None
        self.label.texture_update()
        text = min(self.label.texture_size[0] + dp(3), wide - side - dp(4))
        x = self.center_x - (side + dp(4) + text) / 2
        self._put(self.sign, x, y + (name - side) / 2, side, side)
        self._put(self.label, x + side + dp(4), y, text + 1, name, "left")
        room = self.top - dp(6) - y - name - dp(2)
        side = min(room, self.width - dp(20))
        shown = side >= dp(28)
        self._put(
            self.picture, self.center_x - side / 2, y + name + dp(2) + (room - side) / 2, side if shown else 0, side
        )

    def _arrange_lying(self) -> None:
        self.label.role, self.points.role = BODY, TITLE
        side = min(self.height - dp(12), self.width * 0.36)
        x = self.x + dp(6)
        self._put(self.picture, x, self.center_y - side / 2, side, side)
        x += side + dp(8)
        wide = self.right - dp(6) - x
        name, points = self._text_height(BODY), self._text_height(TITLE)
        y = self.center_y - (name + points) / 2
        self._put(self.sign, x, y + points + (name - dp(18)) / 2, dp(18), dp(18))
        self._put(self.label, x + dp(22), y + points, wide - dp(22), name, "left")
        self.points.text_size = None, None
        self.points.texture_update()
        own = self.points.texture_size[0]
        self._put(self.points, x, y, own + dp(2), points, "left")
        self.range.texture_update()
        rest = wide - own - dp(6)
        self.range.text_size = None, None
        self.range.texture_update()
        fits = self.range.texture_size[0] <= rest
        self._put(self.range, x + own + dp(6), y, rest if fits else 0, points - dp(2), "right")

    def _arrange_line(self) -> None:
        """The own card in a phone's bar."""
        self.label.role, self.points.role = BODY, TITLE
        side, x = dp(22), self.x + dp(10)
        self._put(self.picture, x, self.y, 0, 0)
        self._put(self.sign, x, self.center_y - side / 2, side, side)
        wide = self.right - dp(10) - x - side - dp(8)
        self._put(self.label, x, self.y, 0, 0)
        self._put(self.points, x + side + dp(8), self.y, wide * 0.4, self.height, "left")
        self._put(self.range, x + side + dp(8) + wide * 0.4, self.y, wide * 0.6, self.height, "right")

    def _arrange_tiny(self) -> None:
        self.points.role = LARGE
        points = self._text_height(LARGE)
        side = min(dp(24), self.height - points - dp(2))
        y = self.center_y - (side + points) / 2
        for hidden in (self.picture, self.label, self.range):
            self._put(hidden, self.x, self.y, 0, 0)
        self._put(self.points, self.x, y, self.width, points)
        self._put(self.sign, self.center_x - side / 2, y + points, side, side)
