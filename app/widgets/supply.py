"""The common supply: fixed places for the whole game, so that a piece is found where it was."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.graphics import Color, MatrixInstruction, PopMatrix, PushMatrix
from kivy.metrics import dp

from app.art import Quads, board_matrix, new_mesh
from app.layout import Form
from app.style import SMALL, faded
from app.supply_layout import PlacedRow, SupplyRow, compact_supply, supply_layout
from app.widgets.controls import Text
from app.widgets.pieces import put_piece
from app.widgets.placing import Box, Target, inside
from app.widgets.tray import Tray
from engine import Outlook, Piece


class Slot(NamedTuple):
    """One place of the supply: a design, and which pieces of it are left."""

    piece: Piece  # what it looks like
    left: tuple[str, ...] = ()  # their ids; none when all are taken
    usable: bool = False  # may one stand on the tile just laid?
    outlook: Outlook | None = None  # what would become of it at once


class Shelfful(NamedTuple):
    """A row of the supply: the skyscrapers of a terrain, or one kind of utility."""

    slots: tuple[Slot, ...]
    heading: str
    note: str = ""  # why none of it can be built, or how large the district is
    terrain: str = ""  # of skyscrapers

    @property
    def usable(self) -> bool:
        """Can anything of it be built?"""
        return any(slot.usable for slot in self.slots)


class SupplyShown(NamedTuple):
    """What the supply tray shows."""

    rows: tuple[Shelfful, ...] = ()
    building: bool = False  # pieces can be chosen now
    chosen: str | None = None
    page: int = 0


class SupplyTray(Tray):
    """Skyscrapers by terrain and value, utilities by design."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(title="Supply", number=2, **kwargs)
        self.shown = SupplyShown()
        self.pages = 1
        self._texts: list[Text] = []
        self._slots: list[tuple[Slot, Box]] = []

    def show(self, shown: SupplyShown) -> None:
        """Show these pieces."""
        if shown != self.shown:
            self.shown = shown
            self.redraw()

    def refresh(self) -> None:
        """Draw the supply anew, open or compact."""
        self._marks.clear()
        for text in self._texts:
            self.remove_widget(text)
        self._texts, self._slots = [], []
        if self.shelf is None or not self.shown.rows:
            return
        if self.shelf.form is Form.OPEN:
            self._draw_open()
        else:
            self._draw_compact()

    # --- open

    def _draw_open(self) -> None:
        shown, theme = self.shown, self._theme
        rows = [
            SupplyRow(len(row.slots), row.usable or not shown.building, utility=not row.terrain) for row in shown.rows
        ]
        plan = supply_layout(self.shelf.content, min(theme.text_scale, 1.5), rows)  # type: ignore[union-attr]
        self.pages = plan.pages
        first_utility = True
        for row, placed in zip(shown.rows, plan.rows, strict=True):
            if plan.pages > 1 and placed.page != shown.page:
                continue
            if not placed.slots:
                self._draw_collapsed(row, placed)
                continue
            self._draw_band(row, placed)
            if placed.heading is not None:
                between = "\n" if placed.heading.h >= 40 else " · "
                heading = f"{row.heading}{between}{row.note}" if row.note else row.heading
                if not row.terrain and first_utility:
                    heading = " · ".join(each.heading for each in shown.rows if not each.terrain)
                self._write(heading, placed.heading, quiet=shown.building and not row.usable)
            first_utility = first_utility and bool(row.terrain)
            for slot, rect in zip(row.slots, placed.slots, strict=True):
                self._draw_slot(slot, self.placing.box(rect))

    def _draw_band(self, row: Shelfful, placed: PlacedRow) -> None:
        if row.terrain:
            x, y, w, h = self.placing.box(placed.band)
            ground = Quads()
            ground.rounded(x, y, w, h, dp(10))
            strength = 0.34 if row.usable or not self.shown.building else 0.14
            self.draw(faded(self._theme.terrain(row.terrain), strength), ground)

    def _draw_collapsed(self, row: Shelfful, placed: PlacedRow) -> None:
        if row.terrain:
            self._draw_band(row, placed)
        values = " ".join(str(slot.piece.value) for slot in row.slots if slot.left)
        text = " · ".join(part for part in (f"{row.heading} {values}".strip(), row.note) if part)
        self._write(text, placed.band.inset(8, 0), quiet=True)

    def _draw_slot(self, slot: Slot, box: Box) -> None:
        theme, (x, y, w, h) = self._theme, box
        self._slots.append((slot, box))
        if not slot.left:
            self.ring(box, faded(theme.outlineColor, 0.25), 1, dashed=True)
            return
        chosen = self.shown.chosen in slot.left
        dim = self.shown.building and not slot.usable
        ground, line = Quads(), Quads()
        ground.rounded(x, y, w, h, dp(8))
        colour = theme.glowColor if chosen else theme.surfaceContainerLowColor
        self.draw(faded(colour, 0.35 if dim else 1.0), ground)
        if not dim and not chosen:
            line.ring(x, y, w, h, dp(8), dp(1))
            self.draw(theme.hairColor, line)
        self._draw_piece(slot, box, 0.35 if dim else 1.0)

    def _draw_piece(self, slot: Slot, box: Box, alpha: float) -> None:
        x, y, w, h = box
        size = min(w, h) * 0.92
        quads = Quads()
        put_piece(quads, slot.piece, 0, 0)
        if len(slot.left) > 1:
            quads.pill("void", f"×{len(slot.left)}", 0.14, 0.86, 0.34)
        if alpha == 1 and slot.outlook in (Outlook.SAFE, Outlook.LOST):
            quads.put(f"badge-{slot.outlook.value}", 0.66, 0.66, 0.38, 0.38)
        mesh, place = new_mesh(), MatrixInstruction()
        quads.into(mesh)
        place.matrix = board_matrix(x + (w - size) / 2, y + (h + size) / 2, size)
        for instruction in (PushMatrix(), place, Color(1, 1, 1, alpha), mesh, PopMatrix()):
            self._marks.add(instruction)

    def _write(self, text: str, rect: Any, quiet: bool) -> None:
        x, y, w, h = self.placing.box(rect)
        label = Text(text=text, role=SMALL, quiet=quiet, strong=not quiet, halign="left", valign="middle")
        label.pos, label.size = (x + dp(4), y), (w - dp(8), h)
        label.text_size = label.size
        if h < dp(40):  # one line; beside a high row there is room for two
            label.shorten, label.shorten_from = True, "right"
        self._texts.append(label)
        self.add_widget(label)

    # --- compact

    def _draw_compact(self) -> None:
        shown, theme = self.shown, self._theme
        rows = [SupplyRow(len(row.slots), True, utility=not row.terrain) for row in shown.rows]
        placed = compact_supply(self.shelf.content, rows)  # type: ignore[union-attr]
        for row, line in zip(shown.rows, placed, strict=True):
            if line.sign is not None:
                x, y, w, h = self.placing.box(line.sign)
                sign, edge = Quads(), Quads()
                sign.rounded(x, y, w, h, dp(5))
                edge.ring(x, y, w, h, dp(5), dp(1.5))
                self.draw(theme.terrain(row.terrain), sign)
                self.draw(theme.material(row.terrain), edge)
            if row.terrain:
                self._draw_numbers(row, [self.placing.box(cell) for cell in line.cells])
            else:
                for slot, cell in zip(row.slots, line.cells, strict=True):
                    box = self.placing.box(cell)
                    self._draw_piece(slot, box, 1.0 if slot.left else 0.25)

    def _draw_numbers(self, row: Shelfful, boxes: list[Box]) -> None:
        grounds, gone, numbers = Quads(), Quads(), Quads()
        for slot, (x, y, w, h) in zip(row.slots, boxes, strict=True):
            if slot.left:
                grounds.rounded(x, y + h * 0.06, w, h * 0.88, dp(5))
                _put_upright(numbers, str(slot.piece.value), x + w / 2, y + h / 2, min(h * 0.72, w * 0.66, dp(20)))
            else:
                gone.line((x + w * 0.4, y + h / 2), (x + w * 0.6, y + h / 2), dp(2))
        self.draw(self._theme.material(row.terrain), grounds)
        self.draw(faded(self._theme.outlineColor, 0.6), gone)
        self.draw((1, 1, 1, 1), numbers)

    # --- touching

    def target_at(self, x: float, y: float) -> Target | None:
        """The piece at a point; a compact supply is one target as a whole."""
        if self.shelf is None or not self.collide_point(x, y):
            return None
        if self.shelf.form is Form.OPEN:
            for slot, box in self._slots:
                if inside(box, x, y) and not slot.left:
                    return Target("taken", slot.piece.id)
                if inside(box, x, y):
                    return Target("piece", self.shown.chosen if self.shown.chosen in slot.left else slot.left[0])
            return Target("ground")
        return Target("tray", "supply")

    def box_of(self, piece: str) -> Box:
        """Where a piece lies, or where the tray is."""
        for slot, box in self._slots:
            if piece in slot.left:
                return box
        side = dp(48)
        return self.center_x - side / 2, self.center_y - side / 2, side, side


def _put_upright(quads: Quads, text: str, x: float, y: float, height: float) -> None:
    """A number in pixels, where y grows upwards: its quads are turned over."""
    first = len(quads.vertices)
    quads.text(text, x, 0, height)
    for k in range(first + 1, len(quads.vertices), 4):
        quads.vertices[k] = y - quads.vertices[k]
