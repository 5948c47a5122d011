"""Setting up a game: who plays, who starts, and what is agreed on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivymd.uix.screen import MDScreen

from app import names, seating
from app.i18n import noted, tr
from app.seating import LEVELS, UTILITIES, Seat, Table, to_setup
from app.texts import KINDS
from app.widgets.arranging import is_lying, is_roomy, put_into
from app.widgets.cards import Alternative, Bar, Block, Card, Segments  # noqa: F401  # most are named in the kv file
from app.widgets.page import Page  # noqa: F401  # named in the kv file
from app.widgets.seats import SeatList, SeatRow, SeatShown  # noqa: F401  # the first is named in the kv file
from app.widgets.sheets import ChoiceSheet, NameSheet, Sheet
from app.widgets.utilities import UtilityChoice
from engine import Piece, standard_box

PERSON = "person"  # beside the levels, one of the values of who plays
LEVEL_NAMES = {"easy": noted("Easy"), "normal": noted("Normal"), "hard": noted("Hard"), "expert": noted("Expert")}
CHARACTERS = {
    "easy": noted("A dreamer: loves tall skyscrapers, forgets what they need, and often overlooks the utilities."),
    "normal": noted("A cheerful neighbour: knows what is good, but does not always look closely."),
    "hard": noted("A careful planner: finds the best turn for the city of today."),
    "expert": noted("A city architect: thinks three turns ahead, and about what to draw for them."),
}
ICONS = {"human": "account", "ai": "robot-outline"}


class SetupScreen(MDScreen):
    """The table before the game. Every change makes a new table, and all that is shown follows from it."""

    table = ObjectProperty(Table())
    beside = BooleanProperty(True)  # seats and options stand beside each other, not one below the other
    roomy = BooleanProperty(True)  # the options show all there is to choose from
    margin = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # kv keeps only weak references, and not all of these are always on the screen
        self._parts = {name: widget.__self__ for name, widget in self.ids.items()}
        self.in_sheet: UtilityChoice | None = None  # the choice of utilities where the screen has no room for it
        self.bind(size=self._arrange)
        self._arrange()

    def back(self) -> None:
        """Home; the table stays as it is."""
        app = App.get_running_app()
        if app.screens.current_screen is self:
            app.go("home")

    def on_pre_enter(self, *_: Any) -> None:
        """Show the table of the last time, from its top."""
        self.table = seating.read(App.get_running_app().store.setting("setup", None))
        self._parts["seats_page"].scroll_y = self._parts["options_page"].scroll_y = 1
        self._fill()

    def on_pre_leave(self, *_: Any) -> None:
        """A row may be in a finger."""
        self.ids.seats.cancel()

    def _change(self, table: Table) -> None:
        """Show a new table, and keep it for the next time."""
        self.table = table
        App.get_running_app().store.put_setting("setup", seating.document(table))
        self._fill()

    # --- what is shown

    def _arrange(self, *_: Any) -> None:
        """Two columns or one; nothing is kept in widgets."""
        self.beside, self.roomy = is_lying(*self.size), is_roomy(*self.size)
        column = ["players", "seats"] if self.table.is_full else ["players", "seats", "add"]
        options = "blocks" if self.roomy else "cards"
        if self.beside:
            self._place(seats_column=column, options_page=[options], side=["options_page", "start"])
        else:
            self._place(seats_column=[*column, options], options_page=[], side=["start"])

    def _place(self, **places: list[str]) -> None:
        for place, children in places.items():
            put_into(self._parts[place], [self._parts[name] for name in children])

    def _fill(self) -> None:
        """Show the table."""
        self._arrange()
        self._fill_seats()
        table, parts = self.table, self._parts
        starter = tr("Drawn at random") if table.starter is None else table.names[table.starter]
        icon = "dice-5-outline" if table.starter is None else ICONS[table.seats[table.starter].kind]
        parts["starter"].title, parts["starter"].icon = starter, icon
        parts["starter_card"].text, parts["starter_card"].icon = starter, icon
        for choice in filter(None, (parts["utilities"], self.in_sheet)):
            choice.alternatives, choice.kinds, choice.chosen = self._draws(), self._kinds(), table.utilities
        chosen = [tr(KINDS[kind]) for kind in UTILITIES if kind in (table.utilities or ())]
        parts["utilities_card"].text = ", ".join(chosen) or tr("Two at random")
        for name, alternatives, value in (
            ("hands", self._hands(), table.open_hands),
            ("seriousness", self._kinds_of_game(), table.casual),
        ):
            parts[name].alternatives, parts[name].value = alternatives, value
            [current] = [each for each in alternatives if each.value == value]
            parts[f"{name}_card"].text, parts[f"{name}_card"].icon = current.label, current.icon

    def _fill_seats(self) -> None:
        table, seats = self.table, self.ids.seats
        while len(seats.rows) > len(table.seats):
            seats.remove_row(seats.rows[-1])
        while len(seats.rows) < len(table.seats):
            seats.add_row(self._new_row())
        for row, seat, name in zip(seats.rows, table.seats, table.names, strict=True):
            who = tr("Person") if seat.is_person else tr(LEVEL_NAMES[seat.level])
            row.show(SeatShown(name, seat.sign, seat.is_person, who, bool(seat.name), not table.is_least))

    def _new_row(self) -> SeatRow:
        row = SeatRow()
        row.bind(
            on_next_sign=lambda row: self._at(row, self.change_sign),
            on_rename=lambda row: self._at(row, self.ask_for_name),
            on_replace=lambda row: self._at(row, self.ask_who_plays),
            on_leave=lambda row: self._at(row, self.remove),
        )
        return row

    def _at(self, row: SeatRow, do: Callable[[int], None]) -> None:
        """Do something with the seat of a row, wherever a finger may be holding it."""
        seats = self.ids.seats
        seats.cancel()
        if row in seats.rows:  # in a page that scrolls, a quick tap may arrive after its row has gone
            do(seats.rows.index(row))

    # --- what there is to choose from

    @staticmethod
    def _draws() -> list[Alternative]:
        return [
            Alternative(True, tr("Two at random"), "dice-5-outline"),
            Alternative(False, tr("Choose two"), "gesture-tap"),
        ]

    @staticmethod
    def _kinds() -> list[tuple[str, str, Piece]]:
        pieces = standard_box().pieces.values()
        return [(kind, tr(KINDS[kind]), next(piece for piece in pieces if piece.kind == kind)) for kind in UTILITIES]

    @staticmethod
    def _hands() -> list[Alternative]:
        private = tr("Everybody sees only their own tiles; a curtain hides them between turns.")
        return [
            Alternative(False, tr("Private"), "eye-off-outline", private),
            Alternative(True, tr("Open"), "eye-outline", tr("All hands lie open, and there is no curtain.")),
        ]

    @staticmethod
    def _kinds_of_game() -> list[Alternative]:
        casual = tr("For fun. Within your turn you can undo until you draw.")
        strict = tr("For honour: the game is kept as a strict one. Within your turn you can still undo until you draw.")
        return [
            Alternative(True, tr("Casual"), "coffee-outline", casual),
            Alternative(False, tr("Strict"), "scale-balance", strict),
        ]

    # --- what is done

    def add(self) -> None:
        """One player more."""
        if not self.table.is_full:
            self._change(self.table.added())

    def remove(self, seat: int) -> None:
        """One player less."""
        if not self.table.is_least:
            self._change(self.table.removed(seat))

    def change_sign(self, seat: int) -> None:
        """Another colour and sign."""
        self._change(self.table.with_next_sign(seat))

    def move(self, start: int, end: int) -> None:
        """A player changes places."""
        self._change(self.table.moved(start, end))

    def choose_at_random(self, at_random: bool) -> None:
        """Draw the utilities, or choose them."""
        self._change(replace(self.table, utilities=None) if at_random else self.table.with_utility(UTILITIES[0]))

    def choose_utility(self, kind: str) -> None:
        """This kind is in the game."""
        self._change(self.table.with_utility(kind))

    def choose_hands(self, are_open: bool) -> None:
        """Open or private hands."""
        self._change(replace(self.table, open_hands=are_open))

    def choose_seriousness(self, casual: bool) -> None:
        """Casual or strict."""
        self._change(replace(self.table, casual=casual))

    def start(self) -> None:
        """Deal; once, even for two fingers."""
        app = App.get_running_app()
        if app.screens.current_screen is self:
            known = names.read(app.store.setting("names", None))
            app.store.put_setting("names", names.remember(known, self.table.typed))
            app.begin(*to_setup(self.table, SystemRandom()))

    # --- sheets

    def ask_for_name(self, seat: int) -> None:
        """Type a name, or take one used before."""
        app = App.get_running_app()
        others = [other.name for index, other in enumerate(self.table.seats) if index != seat]
        known = [name for name in names.read(app.store.setting("names", None)) if name not in others]
        title = tr("Who is player {n}?").format(n=seat + 1)
        name = self.table.seats[seat].name
        self._open(
            NameSheet(app.overlay, title, name, known, lambda name: self._change(self.table.with_name(seat, name)))
        )

    def ask_who_plays(self, seat: int) -> None:
        """A person, or a computer of some level."""
        alternatives = [Alternative(PERSON, tr("Person"), ICONS["human"])]
        for level in LEVELS:
            label = tr("Computer · {level}").format(level=tr(LEVEL_NAMES[level]))
            alternatives.append(Alternative(level, label, ICONS["ai"], tr(CHARACTERS[level])))
        current: Seat = self.table.seats[seat]

        def choose(value: str) -> None:
            table = self.table
            self._change(table.with_person(seat) if value == PERSON else table.with_computer(seat, value))

        self._choose(tr("Who plays here?"), alternatives, PERSON if current.is_person else current.level, choose)

    def ask_who_starts(self) -> None:
        """Somebody, or drawn at random."""
        alternatives = [Alternative(None, tr("Drawn at random"), "dice-5-outline")]
        for index, (name, seat) in enumerate(zip(self.table.names, self.table.seats, strict=True)):
            alternatives.append(Alternative(index, name, ICONS[seat.kind]))
        self._choose(
            tr("Who starts?"),
            alternatives,
            self.table.starter,
            lambda starter: self._change(replace(self.table, starter=starter)),
        )

    def ask_for_utilities(self) -> None:
        """Two at random, or two of three."""
        self.in_sheet = UtilityChoice()
        self.in_sheet.bind(
            on_choose=lambda _, at_random: self.choose_at_random(at_random),
            on_kind=lambda _, kind: self.choose_utility(kind),
        )
        self._fill()
        sheet = Sheet(App.get_running_app().overlay, title=tr("Utilities"))
        sheet.put(self.in_sheet)
        self._open(sheet)

    def ask_for_hands(self) -> None:
        """Private or open."""
        self._choose(tr("Hands"), self._hands(), self.table.open_hands, self.choose_hands)

    def ask_for_seriousness(self) -> None:
        """Casual or strict."""
        self._choose(tr("Kind of game"), self._kinds_of_game(), self.table.casual, self.choose_seriousness)

    def _choose(
        self, title: str, alternatives: list[Alternative], value: object, choose: Callable[[Any], None]
    ) -> None:
        self._open(ChoiceSheet(App.get_running_app().overlay, title, alternatives, value, choose))

    def _open(self, sheet: Sheet) -> None:
        """Show a sheet, unless the tap that asked for it came too late."""
        if App.get_running_app().screens.current_screen is self:
            sheet.open()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
