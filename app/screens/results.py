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
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivymd.uix.screen import MDScreen

from app import counting, result_scenes
from app.counting import Amount, Step
from app.i18n import noted, tr
from app.layout import Kind, kind_of
from app.session import Options, Session
from app.style import BODY, DISPLAY, GAP, PADDING, TARGET, TITLE
from app.texts import KINDS, plain, signed
from app.widgets.city import CityView
from app.widgets.controls import ActionButton, IconButton
from app.widgets.measure import longest_word, text_extent
from app.widgets.score_lines import QuietScroll, ScoreLines
from app.widgets.score_table import TOTAL, Column, Entry, Row, ScoreTable
from engine import Setup, standings

TITLES = KINDS | {"park": noted("Most parks"), "sport": noted("Most sport facilities"), TOTAL: noted("Total")}
DEAF = 0.4  # seconds without buttons, when they have just come: a double tap was meant for what was there before
NARROW = 560  # dp: a narrower window has no room for a column of buttons beside the table
BADGED = 160  # dp of a city that is large enough for badges
CAP = 1.3  # the largest scale that buttons follow


class Mode(Enum):
    """What the screen shows."""

    COUNTING = auto()
    TABLE = auto()
    CITY = auto()  # one city with all its points


class ResultHeading(BoxLayout):
    """Who or what it is about."""

    sign = NumericProperty(-1)
    icon = StringProperty()
    title = StringProperty()
    number = StringProperty()
    note = StringProperty()
    role = NumericProperty(TITLE)  # of the title
    fitting = NumericProperty(TITLE)  # the same, or less if its longest word needs it

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme = App.get_running_app().theme_cls
        self._theme.bind(text_scale=self._fit)
        self.bind(title=self._fit, role=self._fit, width=self._fit, icon=self._fit, sign=self._fit)
        self.ids.number.bind(width=self._fit)

    def _fit(self, *_: Any) -> None:
        size = sp(self.role) * min(self._theme.text_scale, CAP)
        room = self.width - self.ids.lead.width - self.ids.number.width - dp(GAP)
        longest = longest_word([self.title], size, self._theme.mediumFont)
        self.fitting = self.role * max(0.5, min(1.0, room / max(1.0, longest)))


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
        self._built: tuple[Mode, Kind] | None = None
        self.heading, self.bar, self._side = ResultHeading(), BoxLayout(orientation="vertical"), BoxLayout()
        self.table: ScoreTable | None = None
        self.city, self.lines = CityButton(), ScoreLines()
        self._scroll = QuietScroll()
        self.lines.bind(on_choose=lambda _, index: self.choose(index))
        self.city.bind(on_release=self._on_city)
        self.renew = Clock.create_trigger(self._renew, -1)
        self.bind(size=self.renew)
        self._theme.bind(text_scale=self._rebuild, theme_style=self.renew)
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
        self._read(self.session)
        self.mode, self.beat, self.looked, self.chosen = Mode.TABLE, 0, 0, None
        self._deaf()
        self._kind = self._kind_now()
        if self._theme.moving:
            self.mode = Mode.COUNTING
            self._start()
        self._rebuild()

    def _read(self, session: Session) -> None:
        seen = session.seen
        self.cities, self.names, self.signs = seen.cities, [p.name for p in session.players], session.options.signs
        self.standings = standings(seen.cities)
        self.steps = counting.steps(self.standings, self.cities)
        self._beats = {together: counting.beats(self.steps, together) for together in (True, False)}
        self.rows = [Row(name, tr(TITLES[name])) for name in (*counting.categories(seen.utilities), TOTAL)]

    def on_leave(self) -> None:
        """Nothing goes on when nobody looks."""
        self._stop()
        self.session, self.table = None, None
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
            return self.steps
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
        self.looked, self.chosen = (seat or 0) % len(self.names), None
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
        for index, step in enumerate(self._own(self.looked)):
            if step.square is not None:
                cx, cy = self.city.square_centre(step.square)
                near.append((hypot(cx - x, cy - y), index))
        distance, index = min(near, default=(inf, 0))
        if distance <= max(dp(TARGET) / 2, self.city.zoom / 2):
            self.choose(index)

    def _own(self, seat: int) -> list[Step]:
        return [step for step in self.steps if step.seat == seat]

    # --- touches

    def _deaf(self) -> None:
        self._deaf_until = Clock.get_time() + DEAF

    def on_touch_down(self, touch: Any) -> bool:
        """While points arrive, a tap anywhere shows the whole."""
        if Clock.get_time() < self._deaf_until:
            return True
        if self.mode is Mode.COUNTING and not self.bar.collide_point(*self.to_local(*touch.pos)):
            touch.grab(self)
            return True
        return bool(super().on_touch_down(touch))

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
            self._read(self.session)
            self.table, self._built = None, None
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
        self._built = None if self.session is None else self._built
        for parent in (self.ids.page, self._side, self._scroll, self.bar):
            parent.clear_widgets()

    @property
    def _one_city(self) -> bool:
        """Is one city shown with its lines, and not the table?"""
        return self.mode is Mode.CITY or (self.mode is Mode.COUNTING and self._kind is not Kind.WIDE)

    def _build(self) -> None:
        page, side, kind = self.ids.page, self._side, self._kind
        self._fill_bar()
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
            winners = self.standings.winners
            columns = [
                Column(name, sign, city, seat in winners)
                for seat, (name, sign, city) in enumerate(zip(self.names, self.signs, self.cities, strict=True))
            ]
            self.table = ScoreTable(columns, self.rows, self._entries(self.steps, final=True))
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
        placed = tuple(self._scroll.size) != (100, 100)  # every widget is born with this size
        if placed and self.table is not None and self.table.parent is not None:
            self.table.arrange(self._scroll.width, self._scroll.height)
            self._show()

    # --- buttons

    def _fill_bar(self) -> None:
        rows = self._bar_rows()
        self.bar.spacing, self.bar.size_hint_y = dp(GAP), None
        for row in rows:
            box = BoxLayout(spacing=dp(GAP), size_hint_y=None, height=dp(56 if len(rows) > 1 else 64))
            for child in row:
                box.add_widget(child)
            self.bar.add_widget(box)
        self.bar.height = sum(box.height for box in self.bar.children) + dp(GAP) * (len(rows) - 1)

    def _bar_rows(self) -> list[list[Widget]]:
        wide, short = self._kind is Kind.WIDE, self._kind is Kind.SHORT
        air = [Widget()] if wide else []
        if self.mode is Mode.COUNTING:
            return [[*air, self._button(tr("Skip"), "skip-forward", self.finish, 240, filled=True)]]
        if self.mode is Mode.CITY:
            turn = [
                self._icon("chevron-left", lambda: self.look(self.looked - 1)),
                self._icon("chevron-right", lambda: self.look(self.looked + 1)),
            ]
            return [[*turn, *air, self._button(tr("Back to the table"), "table", lambda: self.look(None), 320, True)]]
        cities = tr("Cities") if short else tr("Look at the cities")
        look = self._button(cities, "eye-outline", lambda: self.look(self.standings.winners[0]), 240)
        again = self._button(self._rematch_label(), "restart", self.rematch, 400, filled=True)
        if short:
            return [[look, self._icon("home-outline", self._app.leave)], [again]]
        home = self._button(tr("Home"), "home-outline", self._app.leave, 160)
        return [[look, home, *air, again]] if wide else [[look, home], [again]]

    def _rematch_label(self) -> str:
        """With who starts, if that fits into two lines."""
        label = tr("Rematch · {name} starts").format(name=self.names[1])
        room = {Kind.WIDE: dp(400), Kind.SHORT: dp(216)}.get(self._kind, self.width - 2 * dp(PADDING)) - dp(76)
        size = sp(BODY) * min(self._theme.text_scale, CAP)
        fits = text_extent(label, size, self._theme.mediumFont, room)[1] < 2.6 * size
        return label if fits else tr("Rematch")

    def _button(self, label: str, icon: str, do: Callable[[], None], most: float, filled: bool = False) -> Widget:
        button = ActionButton(label=label, icon=icon, filled=filled)
        if self._kind is Kind.WIDE:
            button.size_hint_max_x = dp(most) * min(self._theme.text_scale, CAP)
            button.size_hint_x = most / 100
        button.bind(on_release=lambda *_: self._do(do))
        return button

    def _icon(self, icon: str, do: Callable[[], None]) -> Widget:
        button = IconButton(icon=icon, size_hint_x=None, width=dp(64))
        button.bind(on_release=lambda *_: self._do(do))
        return button

    def _do(self, do: Callable[[], None]) -> None:
        """Only once: a second finger may be on another button of a screen that is left already."""
        if self.session is not None and self._app.screens.current_screen is self:
            do()

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
        final = self.mode is Mode.TABLE
        self._head(
            title=counting.victory(self.standings, self.names) if final else tr("Results"),
            icon="trophy" if final else "",
            note=counting.decision(self.standings, self.names) if final else "",
        )
        if self.table is None or not self.table.cells:
            return
        self.table.show(self._entries(counted, final), final)
        now = {step.seat: step for step in self.beats[self.beat - 1]} if not final and self.beat else {}
        for seat, (view, city) in enumerate(zip(self.table.cities, self.cities, strict=False)):
            own, badges = [step for step in counted if step.seat == seat], view.width >= dp(BADGED)
            if final:
                scene = result_scenes.settled(city, badges)
            else:
                scene = result_scenes.counting(city, own, now.get(seat), self._theme, badges)
            view.show(scene, at_once=not view.tiles)

    def _show_city(self, counted: list[Step]) -> None:
        if self.mode is Mode.CITY:
            seat, own, shown, chosen = self.looked, self._own(self.looked), len(self.steps), self.chosen
            step = None if chosen is None else own[chosen]
            scene = result_scenes.points(self.cities[seat], own, step, self._theme)
            note = tr("Place {place}").format(place=self.standings.places[seat])
        else:
            step = self.steps[max(0, self.beat - 1)]
            seat, own = step.seat, self._own(step.seat)
            arrived = [each for each in counted if each.seat == seat]
            shown, chosen = len(arrived), len(arrived) - 1
            scene = result_scenes.counting(self.cities[seat], arrived, step if arrived else None, self._theme)
            note = self._progress(seat, shown, len(own))
        points = counting.total(counted if self.mode is Mode.COUNTING else self.steps, seat)
        self._head(title=self.names[seat], sign=self.signs[seat], number=plain(points), note=note)
        self.city.show(scene, at_once=True)
        self.lines.show(own, shown, chosen)

    def _progress(self, seat: int, shown: int, lines: int) -> str:
        later = ", ".join(self.names[seat + 1 :])
        if later:
            return tr("{shown} of {lines} · then {names}").format(shown=shown, lines=lines, names=later)
        return tr("{shown} of {lines}").format(shown=shown, lines=lines)

    def _head(self, title: str, icon: str = "", sign: int = -1, number: str = "", note: str = "") -> None:
        head = self.heading
        head.role = DISPLAY if self.roomy else TITLE
        head.icon, head.sign, head.title, head.number, head.note = icon, sign, title, number, note

    def _entries(self, counted: list[Step], final: bool) -> list[list[Entry]]:
        """What the table shows of these lines, row by row."""
        sheets = self.standings.sheets
        rows = [
            [_entry(counting.amount(counted, sheet, seat, row.category), final) for seat, sheet in enumerate(sheets)]
            for row in self.rows[:-1]
        ]
        totals = []
        for seat, place in enumerate(self.standings.places):
            points = plain(counting.total(counted, seat))
            where, brief = tr("Place {place}").format(place=place), tr("{place}.").format(place=place)
            totals.append(Entry(points, where, brief, seat in self.standings.winners) if final else Entry(points))
        return [*rows, totals]


def _entry(amount: Amount | None, final: bool) -> Entry:
    """Nothing, as long as nothing has been counted; in the end a nought."""
    if amount is None:
        return Entry("0") if final else Entry()
    if amount.marks is not None:
        return Entry(signed(amount.points), str(amount.marks), str(amount.marks))
    return Entry(signed(amount.points), " ".join(map(signed, amount.parts)))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
