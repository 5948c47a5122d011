"""The hand and the row: tiles in their slots, open, compact or closed to a strip."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup
from kivy.metrics import dp

from app.art import Quads, new_mesh
from app.i18n import tr
from app.layout import Form, Rect, Shelf, hand_slots, row_slots
from app.style import SMALL, Colour, Theme, faded
from app.widgets.city import put_dashes
from app.widgets.controls import Icon, Panel, Text
from app.widgets.placing import Box, Placing, Target, inside
from app.widgets.tile import TileView
from engine import Tile


class Tray(Panel):
    """A panel with a number, a name, and things in slots."""

    def __init__(self, title: str, number: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self._title, self._number = title, number
        self.shelf: Shelf | None = None
        self.placing = Placing(0, 0)
        self.heading = Heading()
        self.add_widget(self.heading)
        self._marks = InstructionGroup()
        self.canvas.add(self._marks)
        self.redraw = Clock.create_trigger(lambda *_: self.refresh(), -1)  # once before the next frame
        self._theme.bind(theme_style=self._repaint, text_scale=self._repaint)

    def place(self, shelf: Shelf | None, placing: Placing) -> None:
        """Take this place; without one, be nowhere: its tab shows a preview."""
        if (shelf, placing) == (self.shelf, self.placing):
            return
        self.shelf, self.placing = shelf, placing
        placing.put_or_hide(self, None if shelf is None else shelf.panel)
        placing.put_or_hide(self.heading, None if shelf is None else shelf.label)
        self.redraw()

    def _repaint(self, *_: Any) -> None:
        self.redraw()

    def name(self, done: bool, active: bool, note: str = "") -> None:
        """The step this tray belongs to."""
        self.active = active
        self.heading.show(tr(self._title), self._number, done, active, note)

    def refresh(self) -> None:
        """Draw everything anew."""

    def draw(self, colour: Colour, quads: Quads) -> None:
        """A tinted mesh in pixels, under the things in the slots."""
        if quads.indices:
            mesh = new_mesh()
            quads.into(mesh)
            self._marks.add(Color(*colour))
            self._marks.add(mesh)

    def ring(self, box: Box, colour: Colour, wide: float = 3, dashed: bool = False, out: float = 3) -> None:
        """A frame round a slot."""
        x, y, w, h = box
        quads, gap = Quads(), dp(out)
        if dashed:
            corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
            put_dashes(quads, corners, dp(wide), dp(8), dp(6))
        else:
            quads.ring(x - gap, y - gap, w + 2 * gap, h + 2 * gap, dp(10), dp(wide))
        self.draw(colour, quads)


class Heading(Panel):
    """The number and the name of a step."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(ground=(0, 0, 0, 0), edge=(0, 0, 0, 0), **kwargs)
        self.text = Text(strong=True, halign="left", valign="middle", cap=1.25)
        self.note = Text(quiet=True, role=SMALL, halign="right", valign="middle", cap=1.25)
        self.disc = StepDisc()
        for child in (self.disc, self.text, self.note):
            self.add_widget(child)
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, title: str, number: int, done: bool, active: bool, note: str) -> None:
        """Name the step."""
        self.text.text, self.note.text = title, note
        self.disc.show(number, done, active)

    def _arrange(self, *_: Any) -> None:
        side = dp(24)
        self.disc.size, self.disc.pos = (side, side), (self.x, self.center_y - side / 2)
        self.text.pos, self.text.size = (self.x + dp(34), self.y), (max(1, self.width - dp(34)), self.height)
        self.note.pos, self.note.size = self.pos, self.size
        self.text.text_size, self.note.text_size = self.text.size, self.note.size


class StepDisc(Panel):
    """The number of a step in a disc, or a tick when it is done."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(edge=(0, 0, 0, 0), corner=12, **kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self.number, self.tick = Text(role=SMALL, strong=True, cap=1.0), Icon(role=18)
        for child in (self.number, self.tick):
            self.add_widget(child)
            self.bind(pos=child.setter("pos"), size=child.setter("size"))
        self._shown: tuple[int, bool, bool, bool] | None = None
        self._theme.bind(theme_style=self._repaint)

    def show(self, number: int, done: bool, active: bool, inverse: bool = False) -> None:
        """The state of the step; `inverse` on a ground of the main colour."""
        self._shown, theme = (number, done, active, inverse), self._theme
        if done:
            self.ground, ink = theme.safeColor, theme.surfaceContainerLowColor
        elif active and inverse:
            self.ground, ink = theme.onPrimaryColor, theme.primaryColor
        elif active:
            self.ground, ink = theme.primaryColor, theme.onPrimaryColor
        else:
            self.ground, ink = theme.surfaceContainerHighColor, theme.onSurfaceColor
        self.number.text, self.tick.glyph = ("" if done else str(number)), ("check" if done else "")
        self.number.ink = self.tick.ink = ink

    def _repaint(self, *_: Any) -> None:
        if self._shown is not None:
            self.show(*self._shown)


class HandShown(NamedTuple):
    """What the hand tray shows."""

    tiles: tuple[tuple[Tile, int], ...] = ()  # with their turns
    backs: int = 0  # tiles that may not be seen
    picked: str | None = None
    lifted: str | None = None  # its slot is empty: it is in the city or in the air
    wanted: bool = False  # a new tile will come here


class HandTray(Tray):
    """The three tiles of a hand."""

    SLOTS = 3

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(title="Hand", number=1, **kwargs)
        self.shown = HandShown()
        self.views: dict[str, TileView] = {}
        self._backs: list[TileView] = []

    def show(self, shown: HandShown) -> None:
        """Show these tiles."""
        if shown != self.shown:
            self.shown = shown
            self.redraw()

    def boxes(self) -> list[Box]:
        """The slots in pixels."""
        if self.shelf is None:
            return []
        content, form = self.shelf.content, self.shelf.form
        slots = hand_slots(content, self.SLOTS) if form is not Form.STRIP else _strip(content, self.SLOTS)
        return [self.placing.box(slot) for slot in slots]

    def slot_of(self, tile: str) -> Box | None:
        """Where a tile of the hand has its place."""
        names = [each.id for each, _ in self.shown.tiles]
        return self.boxes()[names.index(tile)] if tile in names else None

    def refresh(self) -> None:
        """Tiles keep their views, so that a turn is seen."""
        self._marks.clear()
        shown, boxes, theme = self.shown, self.boxes(), self._theme
        wanted = {tile.id for tile, _ in shown.tiles if tile.id != shown.lifted} if boxes else set()
        for gone in set(self.views) - wanted:
            self.remove_widget(self.views.pop(gone))
        for view in self._backs:
            self.remove_widget(view)
        self._backs = [TileView(face_down=True) for _ in range(min(shown.backs, len(boxes)))]
        for view, box in zip(self._backs, boxes, strict=False):
            view.pos, view.size = box[:2], box[2:]
            self.add_widget(view)
        for (tile, turns), box in zip(shown.tiles, boxes, strict=False):
            if tile.id == shown.lifted:
                self.ring(box, faded(theme.outlineColor, 0.6), 1.5, dashed=True)
                continue
            if tile.id not in self.views:
                self.views[tile.id] = TileView(tile=tile, turns=turns)
                self.add_widget(self.views[tile.id])
            view = self.views[tile.id]
            if view.turns % 4 != turns:
                view.turn_to(turns)
            view.pos, view.size = box[:2], box[2:]
            if tile.id == shown.picked:
                self.ring(box, theme.glowColor)
        held = len(shown.tiles) + shown.backs
        if shown.wanted and held < len(boxes):
            x, y, w, h = boxes[held]
            fill = Quads()
            fill.rounded(x, y, w, h, dp(8))
            self.draw(faded(theme.glowColor, 0.16), fill)
            self.ring(boxes[held], theme.glowColor, 2, dashed=True)
            plus = Quads()
            plus.line((x + w * 0.4, y + h / 2), (x + w * 0.6, y + h / 2), dp(3))
            plus.line((x + w / 2, y + h * 0.4), (x + w / 2, y + h * 0.6), dp(3))
            self.draw(theme.openColor, plus)

    def target_at(self, x: float, y: float) -> Target | None:
        """The tile at a point."""
        if self.shelf is None or not self.collide_point(x, y):
            return None
        if self.shelf.form is not Form.STRIP:
            for (tile, _), box in zip(self.shown.tiles, self.boxes(), strict=False):
                if inside(box, x, y) and tile.id != self.shown.lifted:
                    return Target("hand", tile.id)
        return Target("tray", "hand") if self.shelf.form is Form.STRIP else Target("ground")


class RowShown(NamedTuple):
    """What the row tray shows."""

    tiles: tuple[Tile, ...] = ()
    pile: int = 0
    chosen: int | None = None  # an index, PILE, or nothing
    absent: int | None = None  # the tile here is still on its way


PILE = -1


class RowTray(Tray):
    """The four open tiles and the pile."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(title="Row", number=3, **kwargs)
        self.shown = RowShown()
        self._views: list[TileView] = []
        self._pile = TileView(face_down=True)
        self._count = Text(role=22, strong=True, ink=(1, 1, 1, 1), cap=1.0)
        self.add_widget(self._pile)
        self.add_widget(self._count)

    def show(self, shown: RowShown) -> None:
        """Show these tiles."""
        if shown != self.shown:
            self.shown = shown
            self.redraw()

    def boxes(self) -> tuple[list[Box], Box]:
        """The slots and the pile's, in pixels."""
        shelf = self.shelf
        if shelf is None:
            return [], (0, 0, 1, 1)
        if shelf.form is Form.STRIP:
            *tiles, pile = _strip(shelf.content, 5)
        else:
            tiles, pile = row_slots(shelf.content)
        return [self.placing.box(slot) for slot in tiles], self.placing.box(pile)

    def box_of(self, source: int | None) -> Box:
        """Where a tile of the row lies, or the pile."""
        tiles, pile = self.boxes()
        return pile if source is None or source >= len(tiles) else tiles[source]

    def refresh(self) -> None:
        """Place the tiles."""
        self._marks.clear()
        shown, theme = self.shown, self._theme
        boxes, pile = self.boxes()
        while len(self._views) > len(boxes[: len(shown.tiles)]):  # none while the tray is not to be seen
            self.remove_widget(self._views.pop())
        while len(self._views) < len(boxes[: len(shown.tiles)]):
            self._views.append(TileView())
            self.add_widget(self._views[-1], index=2)  # the pile's number stays on top
        for index, (view, tile, box) in enumerate(zip(self._views, shown.tiles, boxes, strict=False)):
            view.tile, view.pos, view.size = tile, box[:2], box[2:]
            view.opacity = 0 if index == shown.absent else 1
            if index == shown.chosen:
                self.ring(box, theme.glowColor)
        self._pile.opacity = self._count.opacity = 1 if shown.pile else 0
        for view in (self._pile, self._count):
            view.pos, view.size = pile[:2], pile[2:]
        self._count.text = str(shown.pile)
        self._count.role = 22 if pile[2] > dp(64) else 16
        if shown.chosen == PILE:
            self.ring(pile, theme.glowColor)

    def target_at(self, x: float, y: float) -> Target | None:
        """The tile at a point, or the pile."""
        if self.shelf is None or not self.collide_point(x, y):
            return None
        if self.shelf.form is not Form.STRIP:
            boxes, pile = self.boxes()
            for index, box in enumerate(boxes[: len(self.shown.tiles)]):
                if inside(box, x, y):
                    return Target("row", index)
            if inside(pile, x, y) and self.shown.pile:
                return Target("pile")
        return Target("tray", "row") if self.shelf.form is Form.STRIP else Target("ground")


def _strip(content: Rect, count: int) -> list[Rect]:
    """Small squares from the left of a strip."""
    side = min(content.h, (content.w - 8 * (count - 1)) / count)
    return [Rect(content.x + i * (side + 8), content.y + (content.h - side) / 2, side, side) for i in range(count)]
