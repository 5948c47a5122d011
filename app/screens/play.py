"""The play screen: one city, one dock, one action bar. It connects the widgets with the session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.uix.screenmanager import Screen

from app.i18n import tr
from app.layout import Kind, PlayLayout, play_layout
from app.layout import Tray as TrayName
from app.screens.hands import Hands
from app.screens.rivals import Rivals
from app.session import Session
from app.sight import TRAYS, Sight
from app.style import BODY, PAUSE, SMALL, Theme
from app.texts import reason_text
from app.widgets.air import Air
from app.widgets.city import CityView, Scene
from app.widgets.controls import IconButton, Panel, Text
from app.widgets.curtain import Curtain
from app.widgets.decision_bar import DecisionBar
from app.widgets.loupe import Loupe
from app.widgets.notice import Notice
from app.widgets.overlay import Answer, Question
from app.widgets.placing import Box, Placing
from app.widgets.player_card import PlayerCard
from app.widgets.stage import Stage
from app.widgets.step import StepTab
from app.widgets.still import Still
from app.widgets.supply import SupplyTray
from app.widgets.tile import TileView
from app.widgets.tray import HandTray, RowTray
from engine import SKIP, Action, Build, Draw, Phase, Place

MOST_SEATS = 4
ENTER = (13, 271)


class Caption(Text):
    """What can be done now, what would come of it, or why not."""


class Pane(Panel):
    """The ground behind the players and the trays."""


class PlayScreen(Screen):
    """A turn in three steps, by touch."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app = App.get_running_app()
        self.theme: Theme = self.app.theme_cls
        self.sight: Sight | None = None  # while a game is on the table
        self.layout: PlayLayout | None = None
        self._build_widgets()
        self._bind_widgets()
        self.hands, self.rivals = Hands(self), Rivals(self)
        self.refresh = Clock.create_trigger(self._refresh, -1)
        self.arrange = Clock.create_trigger(self._arrange, -1)
        self.bind(size=self.arrange)
        self.theme.bind(text_scale=self._arrange, theme_style=self._refresh)
        self.app.bind(tr=self._refresh)

    # --- what it is made of

    def _build_widgets(self) -> None:
        self.stage, self.still, self.air, self.curtain = Stage(), Still(), Air(), Curtain()
        self.panes = {name: Pane() for name in ("rail", "dock", "bar", "players")}
        self.city, self.loupe = CityView(), Loupe()
        self.hand, self.supply, self.row = HandTray(), SupplyTray(), RowTray()
        self.trays = dict(zip(TRAYS, (self.hand, self.supply, self.row), strict=True))
        self.cards = [PlayerCard() for _ in range(MOST_SEATS)]
        self.notice, self.caption = Notice(), Caption()
        self.round = Text(strong=True, cap=1.2, halign="center", valign="middle")
        self.menu = IconButton(icon="menu")
        self.steps = [StepTab() for _ in TRAYS]
        self.bar = DecisionBar()
        for widget in (
            *self.panes.values(),
            self.city,
            *self.trays.values(),
            *self.cards,
            self.notice,
            self.caption,
            self.round,
            self.menu,
            *self.steps,
            self.loupe,
            self.bar,
        ):
            self.still.add_widget(widget)
        self.stage.add_widget(self.still)
        self.stage.add_widget(self.air)
        self.add_widget(self.stage)

    def _bind_widgets(self) -> None:
        self.menu.bind(on_release=lambda *_: self.open_menu())
        self.bar.bind(
            on_icon=lambda _, name: self._icon_pressed(name),
            on_nothing=lambda *_: self.do(SKIP),
            on_confirm=lambda *_: self.confirm(),
        )
        for seat, card in enumerate(self.cards):
            card.bind(on_release=lambda *_, seat=seat: self.look_at(seat))
        for tray, tab in zip(TRAYS, self.steps, strict=True):
            tab.bind(on_release=lambda *_, tray=tray: self.look_into(tray))
        self.curtain.bind(on_open=lambda *_: self._curtain_opened(), on_menu=lambda *_: self.open_menu())

    # --- coming and going

    def on_pre_enter(self, *_: Any) -> None:
        """Take up the game that is on the table."""
        session: Session | None = self.app.session
        if session is not None:
            self.sight = Sight(session)
            session.bind(revision=self._changed)
            Window.bind(on_key_down=self._on_key_down)
            self._arrange()

    def on_enter(self, *_: Any) -> None:
        """The screen is there: a computer may begin."""
        self.rivals.go_on()

    def on_leave(self, *_: Any) -> None:
        """Let go of everything that moves."""
        self.hands.cancel()
        self.rivals.stop()
        self.air.finish()
        Window.unbind(on_key_down=self._on_key_down)
        if self.sight is not None:
            self.sight.session.unbind(revision=self._changed)
            self.sight = None

    def back(self) -> None:
        """Put down what is held, else close what was opened, else take back what is tried, else offer the menu."""
        sight = self.sight
        if sight is None or self.hands.cancel():
            return
        if sight.looking is not None or sight.tray is not None:
            self.stop_looking()
        elif sight.at_home and (sight.draft.tile or sight.draft.piece or sight.draft.square is not None):
            self._take_back()
        else:
            self.open_menu()

    def open_menu(self) -> None:
        """Leave or go on; the game is saved in any case."""
        if self.sight is None:
            return
        session = self.sight.session
        title = tr("Round {round} of {rounds}").format(round=session.round, rounds=session.last_round)
        answers = [
            Answer(tr("Go on"), "play", lambda: None, filled=True),
            Answer(tr("Home"), "home-outline", self.app.leave),
        ]
        text = tr("Your game is saved after every step. You can go on at any time.")
        self.app.overlay.open(Question(self.app.overlay, title, text, answers))

    def _curtain_opened(self) -> None:
        if self.sight is not None and self.sight.session.curtain:
            self.sight.session.open_curtain()

    def _changed(self, *_: Any) -> None:
        """An action was done, or taken back."""
        if self.sight is None:
            return
        self.sight.changed()
        self.arrange()
        if self.sight.session.over:
            Clock.schedule_once(self._to_results, PAUSE if self.theme.moving else 0)
        else:
            self.rivals.go_on()

    def _to_results(self, *_: Any) -> None:
        if self.sight is None or not self.sight.session.over:
            return
        if self.air.busy:  # the last piece is still on its way
            Clock.schedule_once(self._to_results, PAUSE)
        else:
            self.app.go("results")

    # --- what the player does

    def do(self, action: Action) -> None:
        """Do an action, if it is legal and the player's to do."""
        sight = self.sight
        if sight is None or not sight.at_home:
            return
        reason = sight.session.why_not(action)
        if reason is not None:
            self.say(reason_text(reason))
            return
        self.air.finish()
        taken = self._taken(action) if isinstance(action, Draw) and self.theme.moving else None
        sight.session.do(action)
        if taken is not None and not sight.session.curtain:  # behind a curtain nobody may see it any more
            view, start = taken
            sight.arriving = sight.seen.hand[-1]
            end = self.hand.boxes()[-1] if self.hand.shelf is not None else self.box("tab-hand")
            self.air.fly(view, start, end, self._arrived)

    def _taken(self, draw: Draw) -> tuple[TileView, Box]:
        """A tile on its way to the hand, and where it begins: face down if it is from the pile."""
        source, seen = draw.source, self.sight.seen  # type: ignore[union-attr]
        tile = None if source is None else seen.box.tiles[seen.row[source]]
        return TileView(tile=tile, face_down=source is None), self.row.box_of(source)

    def _arrived(self) -> None:
        if self.sight is not None:
            self.sight.arriving = None
            self.refresh()

    def say(self, text: str) -> None:
        """Answer in the caption."""
        if self.sight is not None:
            self.sight.said = text
            self.refresh()

    def confirm(self) -> None:
        """The right end of the action bar: yes, or back, or faster."""
        sight = self.sight
        if sight is None:
            return
        if not sight.acting:
            self.rivals.hurry()
        elif sight.looking is not None or sight.tray is not None:
            self.stop_looking()
        elif sight.draft.action is not None:
            self.do(sight.draft.action)

    def _icon_pressed(self, name: str) -> None:
        if name == "undo":
            self.undo()
        elif name == "close":
            self._take_back()
        else:
            self.turn(1 if name == "rotate-right" else -1)

    def undo(self) -> None:
        """Take the last step of this turn back; a tile or a piece comes up again as it was."""
        sight = self.sight
        if sight is not None and sight.at_home and sight.session.may_undo:
            self.air.finish()
            action = sight.session.undo()
            if isinstance(action, Place):
                sight.draft.resume(action)
            elif isinstance(action, Build):
                sight.draft.choose_piece(action.piece)
                sight.draft.choose_square(action.square)
            self.refresh()

    def _take_back(self) -> None:
        """What is laid or chosen for a try goes back; a tile stays picked at first."""
        sight = self.sight
        if sight is None or not sight.at_home:
            return
        if sight.draft.cell is not None:
            sight.draft.place(None)
        else:
            sight.draft.clear()
        self.say("")

    def turn(self, quarters: int) -> None:
        """Turn the picked tile."""
        sight = self.sight
        if sight is not None and sight.may(Phase.LAY) and sight.draft.tile is not None:
            sight.draft.turn(quarters)
            sight.said = ""
            self.hands.turned()
            self.refresh()

    def look_at(self, seat: int) -> None:
        """Show somebody's city; the own card, or the same one again, leads back."""
        sight = self.sight
        if sight is None:
            return
        self.hands.cancel()
        home = seat == sight.session.own and sight.session.by_person
        looking = None if home or seat == sight.looking else seat
        sight.stop_looking()
        sight.looking = looking
        self.arrange()

    def look_into(self, tray: TrayName) -> None:
        """Open a tray, or turn the page of the supply if it has two; the tray of the step closes another one."""
        sight = self.sight
        if sight is None:
            return
        self.hands.cancel()
        if tray == sight.open_tray == "supply" and self.supply.pages > 1:
            sight.page = 1 - sight.page
        else:
            again = tray == sight.tray
            sight.tray, sight.said = None, ""
            sight.tray = None if again or tray == sight.open_tray else tray
        self.arrange()

    def stop_looking(self) -> None:
        """Back to the own city and the tray of the step."""
        if self.sight is not None:
            self.sight.stop_looking()
            self.arrange()

    def _on_key_down(self, _: Any, key: int, __: Any, text: str | None, modifiers: list[str]) -> bool:
        if self.app.overlay.panel is not None:
            return False
        if text == "z" and "ctrl" in modifiers:
            self.undo()
        elif text in ("r", "e"):
            self.turn(1)
        elif text == "q":
            self.turn(-1)
        elif key in ENTER:
            self.confirm()
        else:
            return False
        return True

    # --- where everything is

    @property
    def placing(self) -> Placing:
        """From the layout to the window."""
        return Placing(self.x, self.top)

    def box(self, region: str) -> Box:
        """A region of the layout in pixels."""
        rect = self.layout.regions.get(region) if self.layout is not None else None
        return self.placing.box(rect) if rect is not None else (0, 0, 1, 1)

    def _arrange(self, *_: Any) -> None:
        """Place everything; the layout is a pure function of the size and the step."""
        sight = self.sight
        if sight is None or min(self.size) < dp(100):  # a window that is still being made
            return
        session = sight.session
        self.layout = layout = play_layout(
            self.width / dp(1),
            self.height / dp(1),
            sight.step,
            self.theme.text_scale,
            seats=len(session.players),
            tray=sight.tray,
            own=session.own,
        )
        placing = self.placing
        places = {"menu": self.menu, "round": self.round, "notice": self.notice, "city": self.city}
        places |= {"caption": self.caption} | {f"card-{seat}": card for seat, card in enumerate(self.cards)}
        for name, widget in places.items():
            placing.put_or_hide(widget, layout.regions.get(name))
        for name, pane in self.panes.items():
            placing.put_or_hide(pane, layout.panes.get(name))
        for index, (name, tab) in enumerate(zip(TRAYS, self.steps, strict=True)):
            placing.put_or_hide(tab, layout.regions.get(f"tab-{name}") or layout.regions.get(f"step-{index}"))
            tab.corner = 20 if layout.kind is Kind.WIDE else 12
        for name, tray in self.trays.items():
            tray.corner = 12 if layout.kind is Kind.WIDE else 0
            tray.place(layout.trays.get(name), placing)
        self.round.text_size = self.round.size
        self.caption.role = SMALL if layout.kind is Kind.SHORT else BODY
        self.hands.resized()
        self._refresh()

    # --- what everything shows

    def _refresh(self, *_: Any) -> None:
        """Tell every widget what to show."""
        sight, layout = self.sight, self.layout
        if sight is None or layout is None:
            return
        self.refresh.cancel()
        self._show_curtain(sight)
        for card, player in zip(self.cards, sight.players(), strict=False):
            card.show(player)
        self.round.text = sight.round_text(layout.kind)
        self.hand.show(sight.hand())
        self.row.show(sight.row())
        self.supply.show(sight.supply())
        for tab, tray, step in zip(self.steps, self.trays.values(), sight.steps(), strict=True):
            tab.show(step)
            tray.name(step.done, step.active)
        self._show_city(sight, layout)
        self.bar.show(sight.bar(), layout.regions["action"], self.placing)
        self.caption.text = sight.caption()
        self.notice.show(sight.moves())
        self._share_strip(sight, layout)

    def _show_city(self, sight: Sight, layout: PlayLayout) -> None:
        session = sight.session
        at_home = sight.seat == session.own and session.by_person
        self.city.owner = None if at_home else self.theme.player(session.options.signs[sight.seat])
        scene, loupe = sight.city(self.theme, beside="loupe" in layout.regions)
        self.city.show(scene)
        self.loupe.show(loupe)
        if loupe.laid is None:
            self.placing.put_or_hide(self.loupe, None)
        elif "loupe" in layout.regions:
            self.loupe.fill(self.box("loupe"))
        else:
            self._swell_loupe(scene)

    def _swell_loupe(self, scene: Scene) -> None:
        """In place, pushed outwards from the middle of the city and kept inside the pane."""
        city, (x, y) = self.city, scene.city.tiles[-1].cell
        unit = city.wanted_zoom
        side = min(4 * unit, min(city.size) * 0.6)
        cx, cy = scene.bounds.centre
        gap = side * 0.05
        left = city.center_x + (2 * x + 1 - cx) * unit * 1.25 - side / 2
        foot = city.center_y - (2 * y + 1 - cy) * unit * 1.25 - side / 2
        left = max(city.x + gap, min(left, city.right - side - gap))
        foot = max(city.y + gap, min(foot, city.top - side - gap))
        self.loupe.size, self.loupe.pos = (side, side), (round(left), round(foot))

    def _share_strip(self, sight: Sight, layout: PlayLayout) -> None:
        """Where there is no place for both, the last moves are shown until a tile is picked, then the caption."""
        if "notice" in layout.regions:
            return
        fresh = sight.may(Phase.LAY) and sight.draft.tile is None and not sight.said and sight.tray is None
        noticed = fresh and bool(self.notice.shown) and sight.session.round > 2  # at first, words help more
        self.placing.put_or_hide(self.notice, layout.regions["caption"] if noticed else None)
        self.caption.opacity = 0 if noticed else 1

    def _show_curtain(self, sight: Sight) -> None:
        session = sight.session
        if not session.curtain:
            if self.curtain.parent is not None:
                self.remove_widget(self.curtain)
            return
        self.curtain.name = session.players[session.seat].name
        self.curtain.sign = session.options.signs[session.seat]
        self.curtain.round_text = tr("Round {round} of {rounds} · All hands are hidden.").format(
            round=session.round, rounds=session.last_round
        )
        if self.curtain.parent is None:
            self.hands.cancel()
            self.add_widget(self.curtain)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
