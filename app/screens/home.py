"""Home: the games that wait, and a new one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivymd.uix.screen import MDScreen

from app import seating
from app.i18n import noted, ntr, tr
from app.seating import Table
from app.showcase import showcase
from app.store import SavedGame
from app.widgets.arranging import ROOM, is_lying, put_into
from app.widgets.cards import Block, Card  # noqa: F401  # named in the kv file
from app.widgets.overlay import Answer, Question
from app.widgets.page import Page  # noqa: F401  # named in the kv file
from app.widgets.saved_game import CityPane, GameRow  # noqa: F401  # named in the kv file
from engine import ROUNDS, City, Game

LEVELS = {"easy": noted("easy"), "normal": noted("normal"), "hard": noted("hard"), "expert": noted("expert")}
LOWEST = 160  # dp of the picture
PEEK = 112  # dp of the first of the other games, so that nobody overlooks them
MINUTE, HOUR, DAY = 60, 3600, 86400  # in seconds


class HomeScreen(MDScreen):
    """Where everything begins, and where every game can be found again."""

    beside = BooleanProperty(True)  # the picture stands at the left of the rest, not above it
    roomy = BooleanProperty(True)
    welcoming = BooleanProperty(True)  # there is no game yet, but room to say hello
    newest = ObjectProperty(None, allownone=True)  # the game that was played last
    margin = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._others: list[tuple[GameRow, SavedGame]] = []
        super().__init__(**kwargs)
        # kv keeps only weak references, and not all of these are always on the screen
        self._parts = {name: widget.__self__ for name, widget in self.ids.items()}
        self._draw_next = Clock.create_trigger(self._draw)
        self._draw_soon = Clock.create_trigger(lambda *_: self._draw_next())  # a frame is drawn between the two
        self.bind(size=self._arrange)
        self._arrange()

    @property
    def rows(self) -> list[GameRow]:
        """The games besides the newest one, the last changed first."""
        return [row for row, _ in self._others]

    # --- what is shown

    def on_pre_enter(self, *_: Any) -> None:
        """Show what is in the store now, and say so if it cannot be read."""
        self.fill()
        self.ids.page.scroll_y = 1
        app = App.get_running_app()
        for trouble in app.store.troubles:
            app.tell(trouble)

    def fill(self) -> None:
        """Everything but the pictures: they come a frame later, so that the buttons are there at once."""
        app = App.get_running_app()
        games = app.store.unfinished()
        self.newest = games[0] if games else None
        if self.newest is not None:
            self.ids.resume.text = turn_text(self.newest.game)
        self.ids.new.text = table_text(seating.read(app.store.setting("setup", None)))
        for row in self.rows:
            self.ids.others.remove_widget(row)
        self._others = [(self._row(saved), saved) for saved in games[1:]]
        for row in self.rows:
            self.ids.others.add_widget(row)
        self._arrange()
        self._draw_soon()

    def _row(self, saved: SavedGame) -> GameRow:
        row = GameRow(names=names_text(saved.game), progress=progress_text(saved, time.time()))
        row.bind(on_release=lambda *_: self.resume(saved), on_delete=lambda *_: self.ask_to_delete(saved))
        return row

    def _draw(self, *_: Any) -> None:
        self.ids.pane.show(showcase() if self.newest is None else city_of(self.newest.game))
        for row, saved in self._others:
            row.show(city_of(saved.game))

    def _arrange(self, *_: Any) -> None:
        """Picture and buttons beside each other or one below the other; nothing is kept in widgets."""
        self.beside = is_lying(*self.size)
        self.roomy = min(self.size) >= dp(ROOM)
        self.welcoming = self.beside and self.newest is None
        game, rest = ["pane"], ["new"]
        if self.newest is not None:
            game.append("going")
        if self._others:
            rest.append("others")
        if self.welcoming:
            self._place(frame=["body"], body=["left", "page"], left=game, column=["air", "title", "motto", *rest])
        elif self.beside:
            self._place(frame=["title", "body"], body=["left", "page"], left=game, column=rest)
        else:
            self._place(frame=["title", "body"], body=["page"], left=[], column=game + rest)

    def _place(self, **places: list[str]) -> None:
        for place, names in places.items():
            put_into(self._parts[place], [self._parts[name] for name in names])

    def pane_height(self, wide: float, high: float, resume: float, new: float, alone: bool) -> float:
        """How high the picture is above the buttons: as much as they leave, and a hint of what follows."""
        gap = self.ids.column.spacing if self.ids else 0
        room = high - self.margin - new - gap - (0 if alone else resume + gap) - (dp(PEEK) if self._others else 0)
        return float(max(dp(LOWEST), min(wide, room)))

    # --- what is done

    def resume(self, saved: SavedGame | None) -> None:
        """Go on with a game; the picture that is shown without one leads to a new one."""
        app = App.get_running_app()
        if saved is None:
            self.new_game()
            return
        if app.screens.current_screen is not self or app.resume(saved.id):
            return  # a second finger came too late, or all is well
        self.fill()
        understood = Answer(tr("Understood"), "check", lambda: None, filled=True)
        self._ask(tr("This game cannot be read"), tr("It is kept as it is."), [understood])

    def new_game(self) -> None:
        """Set up a new game; no other one is touched."""
        app = App.get_running_app()
        if app.screens.current_screen is self:
            app.go("setup")

    def ask_to_delete(self, saved: SavedGame) -> None:
        """Delete a game, if that is meant."""
        text = f"{names_text(saved.game)} · {progress_text(saved, time.time())}"
        delete = Answer(tr("Delete"), "trash-can-outline", lambda: self._delete(saved))
        keep = Answer(tr("Keep"), "check", lambda: None, filled=True)
        self._ask(tr("Delete this game?"), text, [delete, keep])

    def _delete(self, saved: SavedGame) -> None:
        App.get_running_app().store.delete(saved.id)
        self.fill()

    def back(self) -> None:
        """Leave the app, if that is meant."""
        app = App.get_running_app()
        leave = Answer(tr("Leave"), "exit-run", app.stop)
        stay = Answer(tr("Stay"), "check", lambda: None, filled=True)
        self._ask(tr("Leave Neoville?"), tr("Your games are saved."), [leave, stay])

    def _ask(self, title: str, text: str, answers: list[Answer]) -> None:
        app = App.get_running_app()
        if app.overlay.panel is None and app.screens.current_screen is self:  # two fingers ask one question
            app.overlay.open(Question(app.overlay, title, text, answers))


def city_of(game: Game) -> City:
    """The city to show of a game: of the player in turn, or while that is empty, of who laid the last tile."""
    state = game.state
    return state.city if state.city.tiles else state.cities[state.seat - 1]


def turn_text(game: Game) -> str:
    """How far a game has come, and whose turn it is."""
    state = game.state
    return tr("Round {n} of {last} · {name}’s turn").format(
        n=state.round, last=ROUNDS, name=game.players[state.seat].name
    )


def names_text(game: Game) -> str:
    """Who plays."""
    return ", ".join(player.name for player in game.players)


def progress_text(saved: SavedGame, now: float) -> str:
    """How far a game has come, and when it was played."""
    progress = tr("Round {n} of {last}").format(n=saved.game.state.round, last=ROUNDS)
    return f"{progress} · {ago_text(now - saved.changed)}"


def ago_text(seconds: float) -> str:
    """How long ago something was."""
    if seconds < MINUTE:
        return tr("just now")
    if seconds < HOUR:
        return ntr("{n} minute ago", "{n} minutes ago", int(seconds // MINUTE))
    if seconds < DAY:
        return ntr("{n} hour ago", "{n} hours ago", int(seconds // HOUR))
    return ntr("{n} day ago", "{n} days ago", int(seconds // DAY))


def table_text(table: Table) -> str:
    """Who would play: "Anna against Robo (normal)"."""
    players = [
        name if seat.is_person else tr("{name} ({level})").format(name=name, level=tr(LEVELS[seat.level]))
        for name, seat in zip(table.names, table.seats, strict=True)
    ]
    if len(players) == 2:
        return tr("{one} against {other}").format(one=players[0], other=players[1])
    return ", ".join(players)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
