"""The end of a game: the points arrive line by line, then the table with the winner, and the cities to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from math import hypot, inf
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivymd.uix.screen import MDScreen

from app import counting
from app.counting import Step
from app.i18n import tr
from app.layout import Kind, kind_of
from app.result_views import Result, counting_scene, points_scene, settled_scene
from app.session import Options, Session
from app.style import BODY, DISPLAY, GAP, PADDING, TARGET, TITLE
from app.texts import plain
from app.widgets.button_bar import CAP, ButtonBar, Choice
from app.widgets.city import CityView
from app.widgets.measure import text_extent
from app.widgets.result_heading import ResultHeading
from app.widgets.score_lines import QuietScroll, ScoreLines
from app.widgets.score_table import ScoreTable
from engine import Setup

DEAF = 0.4  # seconds without buttons, when they have just come: a double tap was meant for what was there before
NARROW = 560  # dp: a narrower window has no room for a column of buttons beside the table
BADGED = 160  # dp of a city that is large enough for badges


class Mode(Enum):
    """What the screen shows."""

    COUNTING = auto()
    TABLE = auto()
    CITY = auto()  # one city with all its points


class CityButton(ButtonBehavior, CityView):
    """A city to tap at."""


class ResultsScreen(MDScreen):
    """What the engine says about the end of the game on the table."""

    roomy = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._app: Any = App.get_running_app()
        self._theme = self._app.theme_cls
        self.session: Session | None = None  # the game that is shown
        self.mode = Mode.TABLE
        self.beat = 0  # how much has been counted
        self.looked = 0  # the seat whose city is shown large
        self.chosen: int | None = None  # the line of it that is lit
        self._kind = Kind.WIDE
        self._clock: Any = None
        self._deaf_until = 0.0
        self._built: tuple[Mode, Kind] | None = None  # what the widgets are arranged for
        self.heading, self.bar = ResultHeading(), ButtonBar()
        self.city, self.lines = CityButton(), ScoreLines()
        self.table: ScoreTable | None = None
        self._scroll, self._side = QuietScroll(), BoxLayout()
        self.lines.bind(on_choose=lambda _, index: self.choose(index))
        self.city.bind(on_release=self._on_city)
        self.renew = Clock.create_trigger(self._renew, -1)
        self.bind(size=self.renew)
        self._theme.bind(text_scale=self._rebuild, theme_style=self._renew)
        self._app.bind(tr=self._rebuild)
        self._scroll.bind(size=self._fit)
        self.heading.bind(height=self.renew)

    # --- entering and leaving

    def on_pre_enter(self) -> None:
        """Count the game on the table; without a finished one there is nothing to see here."""
        self.session = self._app.session
        if self.session is None or not self.session.over:
            self.session = None
            Clock.schedule_once(lambda _: self._app.leave(), 0)
            return
        self.mode = Mode.COUNTING if self._theme.moving else Mode.TABLE
        self.beat, self.looked, self.chosen, self._kind = 0, 0, None, self._kind_now()
        self._deaf()
        self._rebuild()
        if self.mode is Mode.COUNTING:
            self._start()

    def on_leave(self) -> None:
        """Nothing goes on when nobody looks."""
        self._stop()
        self.session = self.table = self._built = None
        self._clear()

    def back(self) -> None:
        """From a city to the table, else home."""
        if self.mode is Mode.CITY:
            self.look(None)
        else:
            self._app.leave()

    def rematch(self) -> None:
        """The same seats once more; the next player starts."""
        if self.session is None:
            return
        players, options = self.session.players, self.session.options
        turned = Options((*options.signs[1:], options.signs[0]), options.open_hands, options.casual)
        self._app.begin(Setup((*players[1:], players[0])), turned)

    # --- counting

    @property
    def beats(self) -> list[tuple[Step, ...]]:
        """What arrives at the same time: in all columns of a wide table, or line by line."""
        return self._beats[self._kind is Kind.WIDE]

    @property
    def counted(self) -> list[Step]:
        """The lines that have arrived."""
        if self.mode is not Mode.COUNTING:
            return list(self.result.steps)
        return [step for beat in self.beats[: self.beat] for step in beat]

    def _start(self) -> None:
        self._stop()
        self._clock = Clock.schedule_interval(self._next, counting.pace(len(self.beats)))

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _next(self, _: float) -> None:
        self.beat += 1
        if self.beat > len(self.beats):
            self.finish()
        else:
            self._show()

    def finish(self) -> None:
        """Show the whole at once."""
        if self.mode is Mode.COUNTING:
            self._stop()
            self.mode = Mode.TABLE
            self._deaf()
            self._renew()

    # --- looking at a city

    def look(self, seat: int | None) -> None:
        """Show a city large, or the table again."""
        if self.mode is Mode.COUNTING or self.session is None:
            return
        mode = Mode.TABLE if seat is None else Mode.CITY
        if mode is not self.mode:
            self.mode = mode
            self._deaf()
        self.looked, self.chosen = (seat or 0) % len(self.result.names), None
        self._renew()

    def choose(self, index: int | None) -> None:
        """Light up what the points of a line come from; once more, and all points are there again."""
        if self.mode is Mode.CITY:
            self.chosen = None if index == self.chosen else index
            self._show()

    def _on_city(self, _: Any) -> None:
        """A tap means the nearest piece within the reach of a finger."""
        x, y = self.city.last_touch.pos
        near = []
        for index, step in enumerate(self.result.own(self.looked)):
            if step.square is not None:
                cx, cy = self.city.square_centre(step.square)
                near.append((hypot(cx - x, cy - y), index))
        distance, index = min(near, default=(inf, 0))
        if distance <= max(dp(TARGET) / 2, self.city.zoom / 2):
            self.choose(index)

    # --- touches

    def _deaf(self) -> None:
        self._deaf_until = Clock.get_time() + DEAF

    def on_touch_down(self, touch: Any) -> bool:
        """While points arrive, a tap anywhere shows the whole."""
        if Clock.get_time() < self._deaf_until:
            return True
        if self.mode is not Mode.COUNTING:
            return bool(super().on_touch_down(touch))
        on_bar = self.bar.collide_point(*self.to_local(*touch.pos))
        if not (on_bar and super().on_touch_down(touch)) and not getattr(touch, "is_mouse_scrolling", False):
            touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """On release, so that it cannot hit what comes."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.finish()
            return True
        return bool(super().on_touch_up(touch))

    # --- layout

    def _kind_now(self) -> Kind:
        kind = kind_of(self.width / dp(1), self.height / dp(1))
        return Kind.PHONE if kind is Kind.SHORT and self.width < dp(NARROW) else kind

    def _rebuild(self, *_: Any) -> None:
        """Texts or their size are others now."""
        if self.session is not None:
            self.result = Result.of(self.session)
            steps = self.result.steps
            self._beats = {together: counting.beats(steps, together) for together in (True, False)}
            self.table = self._built = None
            self._renew()

    def _renew(self, *_: Any) -> None:
        """Lay out anew for this size and mode."""
        if self.session is None or min(self.size) < dp(2 * PADDING + TARGET):  # not in its place yet
            return
        kind = self._kind_now()
        if kind is not self._kind:
            self._change_kind(kind)
        self.roomy = kind in (Kind.WIDE, Kind.TALL)
        if self._built != (self.mode, kind):
            self._built = self.mode, kind
            self._clear()
            self._build()
        self._size_side()
        self._fit()
        self._show()

    def _change_kind(self, kind: Kind) -> None:
        """The window was turned: go on counting from about the same point."""
        done, before = self.beat, len(self.beats)
        self._kind = kind
        if self.mode is Mode.COUNTING:
            self.beat = round(done / before * len(self.beats))
            self._start()

    def _clear(self) -> None:
        for parent in (self.ids.page, self._side, self._scroll):
            parent.clear_widgets()

    @property
    def _one_city(self) -> bool:
        """Is one city shown with its lines, and not the table?"""
        return self.mode is Mode.CITY or (self.mode is Mode.COUNTING and self._kind is not Kind.WIDE)

    def _build(self) -> None:
        page, side, kind = self.ids.page, self._side, self._kind
        self.bar.fill(self._choices(), wide=kind is Kind.WIDE)
        main = self.city if self._one_city else self._scroll
        main.size_hint, main.pos_hint = (1, 1), {}
        if not self._one_city:
            self._scroll.add_widget(self._make_table())
        page.orientation = "horizontal" if kind is Kind.SHORT else "vertical"
        if kind is Kind.SHORT:
            side.orientation, side.spacing = "vertical", dp(GAP)
            for child in (self.heading, self.lines if self._one_city else Widget(), self.bar):
                side.add_widget(child)
            children: Sequence[Widget] = (main, side)
        elif kind is Kind.WIDE and self._one_city:
            side.orientation, side.spacing = "horizontal", dp(24)
            for child in (self.city, self.lines):
                side.add_widget(child)
            children = (self.heading, side, self.bar)
        elif self._one_city:
            children = (self.heading, self.city, self.lines, self.bar)
        else:
            children = (self.heading, self._scroll, self.bar)
        for child in children:
            page.add_widget(child)

    def _make_table(self) -> ScoreTable:
        if self.table is None:
            result = self.result
            self.table = ScoreTable(result.columns, result.rows, result.entries(result.steps, final=True))
            self.table.bind(on_look=lambda _, seat: self.look(seat))
        return self.table

    def _size_side(self) -> None:
        """The parts that do not simply share the room."""
        page, side, kind = self.ids.page, self._side, self._kind
        pad = dp(24 if self.roomy else PADDING)
        wide, high = self.width - 2 * pad, self.height - 2 * pad
        side.size_hint = (1, 1)
        if kind is Kind.SHORT:
            city = min(high, wide * 0.52)
            side.size_hint_x = None
            side.width = wide - city - page.spacing if self._one_city else min(dp(300), max(dp(216), wide * 0.3))
        elif kind is Kind.WIDE and self._one_city:
            self.lines.size_hint = (None, 1)
            self.lines.width = min(dp(480), wide * 0.44)
        elif self._one_city:
            room = high - self.heading.height - self.bar.height
            self.city.size_hint, self.city.pos_hint = (None, None), {"center_x": 0.5}
            self.city.size = (round(min(wide, room * 0.56)),) * 2
        if kind is not Kind.WIDE:
            self.lines.size_hint = (1, 1)

    def _fit(self, *_: Any) -> None:
        """Give the table its width, and its room."""
        scroll, page = self._scroll, self.ids.page
        placed = page.size == self.size and 0 < scroll.width < self.width and scroll.height > 0  # after its parents
        if placed and self.table is not None and self.table.parent is not None:
            self.table.arrange(scroll.width, scroll.height)
            self._show()

    # --- buttons

    def _choices(self) -> list[list[Choice]]:
        """The buttons, row by row."""
        kind = self._kind
        if self.mode is Mode.COUNTING:
            return [[self._choice(tr("Skip"), "skip-forward", self.finish, 240, filled=True)]]
        if self.mode is Mode.CITY:
            before = self._choice("", "chevron-left", lambda: self.look(self.looked - 1))
            after = self._choice("", "chevron-right", lambda: self.look(self.looked + 1))
            back = self._choice(tr("Back to the table"), "table", lambda: self.look(None), 320, filled=True)
            return [[before, after, back]]
        label = tr("Cities") if kind is Kind.SHORT else tr("Look at the cities")
        look = self._choice(label, "eye-outline", lambda: self.look(self.result.standings.winners[0]), 240)
        home = self._choice("" if kind is Kind.SHORT else tr("Home"), "home-outline", self._app.leave, 160)
        again = self._choice(self._rematch_label(), "restart", self.rematch, 400, filled=True)
        if kind is Kind.SHORT:
            home = home._replace(most=TARGET + PADDING)
        return [[look, home, again]] if kind is Kind.WIDE else [[look, home], [again]]

    def _choice(
        self, label: str, icon: str, do: Callable[[], None], most: float = TARGET + PADDING, filled: bool = False
    ) -> Choice:
        def once() -> None:
            """A second finger may be on another button of a screen that is left already."""
            if self.session is not None and self._app.screens.current_screen is self:
                do()

        return Choice(label, icon, once, most, filled)

    def _rematch_label(self) -> str:
        """With who starts, if that fits into two lines."""
        label = tr("Rematch · {name} starts").format(name=self.result.names[1])
        room = {Kind.WIDE: dp(400), Kind.SHORT: dp(216)}.get(self._kind, self.width - 2 * dp(PADDING)) - dp(76)
        size = sp(BODY) * min(self._theme.text_scale, CAP)
        fits = text_extent(label, size, self._theme.mediumFont, room)[1] < 2.6 * size
        return label if fits else tr("Rematch")

    # --- showing

    def _show(self) -> None:
        if self.session is None or self._built is None:
            return
        counted = self.counted
        if self._one_city:
            self._show_city(counted)
        else:
            self._show_table(counted)

    def _show_table(self, counted: list[Step]) -> None:
        result, final = self.result, self.mode is Mode.TABLE
        if final:
            end, names = result.standings, result.names
            self._head(counting.victory(end, names), icon="trophy", note=counting.decision(end, names))
        else:
            self._head(tr("Results"))
        if self.table is None or not self.table.cells:  # not laid out yet
            return
        self.table.show(result.entries(counted, final), final)
        now = {step.seat: step for step in self.beats[self.beat - 1]} if not final and self.beat else {}
        for seat, view in enumerate(self.table.cities):
            city, badges = result.cities[seat], view.width >= dp(BADGED)
            own = [step for step in counted if step.seat == seat]
            view.show(
                settled_scene(city, badges) if final else counting_scene(city, own, now.get(seat), self._theme, badges),
                at_once=not view.tiles,
            )

    def _show_city(self, counted: list[Step]) -> None:
        """The city that is looked at, or the one whose points arrive."""
        result = self.result
        if self.mode is Mode.CITY:
            seat, own = self.looked, result.own(self.looked)
            shown, chosen = len(own), self.chosen
            scene = points_scene(result.cities[seat], own, None if chosen is None else own[chosen], self._theme)
            note = result.place(seat)
        else:
            step = result.steps[max(0, self.beat - 1)]
            seat, own = step.seat, result.own(step.seat)
            arrived = [each for each in counted if each.seat == seat]
            shown, chosen = len(arrived), len(arrived) - 1
            scene = counting_scene(result.cities[seat], arrived, step if arrived else None, self._theme)
            note = self._progress(seat, shown, len(own))
        points = plain(counting.total(counted, seat))
        self._head(result.names[seat], sign=result.signs[seat], number=points, note=note)
        self.city.show(scene, at_once=True)
        self.lines.show(own, shown, chosen)

    def _progress(self, seat: int, shown: int, lines: int) -> str:
        later = ", ".join(self.result.names[seat + 1 :])
        if later:
            return tr("{shown} of {lines} · then {names}").format(shown=shown, lines=lines, names=later)
        return tr("{shown} of {lines}").format(shown=shown, lines=lines)

    def _head(self, title: str, icon: str = "", sign: int = -1, number: str = "", note: str = "") -> None:
        head = self.heading
        head.role = DISPLAY if self.roomy else TITLE
        head.icon, head.sign, head.title, head.number, head.note = icon, sign, title, number, note


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
