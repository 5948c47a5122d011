"""A game that waits to be continued."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.widgets.cards import Paragraph  # noqa: F401  # named in the kv file
from app.widgets.city import CityPicture
from app.widgets.controls import IconButton, Panel, Press
from app.widgets.tile import TileView
from engine import City

CITY, TILE = 0.88, 0.3  # how much of its table a city takes, or a single tile


class CityPane(ButtonBehavior, Panel):
    """A city on its table; before the first tile is laid, the back of one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.picture: CityPicture | TileView | None = None  # what is drawn, once it is
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, city: City) -> None:
        """Draw this city. The first one ever loads all drawings: a screen may want to be there before."""
        if isinstance(self.picture, CityPicture) and city.tiles:
            self.picture.city = city
            return
        self.clear_widgets()
        self.picture = CityPicture(city=city) if city.tiles else TileView(face_down=True)
        self.add_widget(self.picture)
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        if self.picture is not None:
            side = min(self.size) * (CITY if isinstance(self.picture, CityPicture) else TILE)
            self.picture.size = side, side
            # not by `center`: when its size has just changed, that is still the old one
            self.picture.pos = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2


class GameRow(Press, BoxLayout):
    """Tapped, the game goes on; its bin deletes it."""

    names = StringProperty()
    progress = StringProperty()

    __events__ = ("on_delete",)

    def show(self, city: City) -> None:
        """Draw a city of the game."""
        self.ids.pane.show(city)

    @property
    def bin(self) -> IconButton:
        """What deletes the game."""
        return self.ids.bin

    def on_delete(self) -> None:
        """The game is to be deleted."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
