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

from app import scenes
from app.draft import Draft
from app.i18n import ntr, tr
from app.layout import (
    BUILDING,
    DRAWING,
    LOOKING,
    TRYING,
    Arrangement,
    Kind,
    PlayLayout,
    Rect,
    Step,
    action_bar,
    play_layout,
)
from app.layout import Tray as TrayName
from app.screens.hands import Hands
from app.screens.rivals import Rivals
from app.session import Move, Session
from app.shelves import Shelves
from app.style import BODY, PAUSE, SMALL, Theme
from app.texts import built_text, plain, range_text, reason_text, rule_text
from app.widgets.air import Air
from app.widgets.city import CityView, Scene, bounds_of
from app.widgets.controls import ActionButton, IconButton, Panel, Text
from app.widgets.curtain import Curtain
from app.widgets.land import square_of
from app.widgets.loupe import Loupe, LoupeShown
from app.widgets.notice import Did, Notice
from app.widgets.overlay import Answer, Question
from app.widgets.placing import Placing
from app.widgets.player_card import PlayerCard, PlayerShown
from app.widgets.stage import Stage
from app.widgets.step import StepShown, StepTab
from app.widgets.still import Still
from app.widgets.supply import SupplyTray
from app.widgets.tile import PieceView, TileView
from app.widgets.tray import PILE, HandShown, HandTray, RowShown, RowTray
from engine import SKIP, Action, Build, City, Draw, Laid, Observation, Phase, Place, forecast, spot

STEPS: dict[Phase, Step] = {Phase.LAY: "lay", Phase.BUILD: "build", Phase.DRAW: "draw", Phase.FINISH: "draw"}
TRAYS: tuple[TrayName, ...] = ("hand", "supply", "row")
MOST_SEATS = 4


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
        self.session: Session | None = None
        self.looking: int | None = None  # at the city of this seat
        self.tray: TrayName | None = None  # opened to look into it
        self.page = 0  # of the supply
        self.arriving: str | None = None  # a drawn tile on its way to the hand
        self.said = ""  # an answer to what was just done, instead of the usual caption
        self.layout: PlayLayout | None = None
        self._build_widgets()
        self.hands, self.rivals = Hands(self), Rivals(self)
        self.refresh = Clock.create_trigger(self._refresh, -1)
        self.arrange = Clock.create_trigger(self._arrange, -1)
        self.bind(size=self.arrange)
        self.theme.bind(text_scale=self.arrange, theme_style=self.refresh)
        self.app.bind(tr=self.refresh)

    # --- what it is made of

    def _build_widgets(self) -> None:
        self.stage, self.still = Stage(), Still()
        self.panes = {name: Pane() for name in ("rail", "dock", "bar", "players")}
        self.city, self.loupe = CityView(), Loupe()
        self.hand, self.supply, self.row = HandTray(), SupplyTray(), RowTray()
        self.trays = {"hand": self.hand, "supply": self.supply, "row": self.row}
        self.cards = [PlayerCard() for _ in range(MOST_SEATS)]
        self.notice, self.caption = Notice(), Caption()
        self.round = Text(strong=True, cap=1.2, halign="center", valign="middle")
        self.menu = IconButton(icon="menu")
        self.steps = [StepTab() for _ in TRAYS]
        self.slots = [IconButton() for _ in range(3)]
        self.nothing, self.confirm = ActionButton(), ActionButton(filled=True)
        self.air = Air()
        self.curtain = Curtain()
        for widget in (
            *self.panes.values(),
            self.city,
            self.hand,
            self.supply,
            self.row,
            *self.cards,
            self.notice,
            self.caption,
            self.round,
            self.menu,
            *self.steps,
            self.loupe,
            *self.slots,
            self.nothing,
            self.confirm,
        ):
            self.still.add_widget(widget)
        self.stage.add_widget(self.still)
        self.stage.add_widget(self.air)
        self.add_widget(self.stage)
        self.menu.bind(on_release=lambda *_: self.open_menu())
        self.nothing.bind(on_release=lambda *_: self.do(SKIP))
        self.confirm.bind(on_release=lambda *_: self._confirmed())
        for index, slot in enumerate(self.slots):
            slot.bind(on_release=lambda *_, index=index: self._slot_pressed(index))
        for seat, card in enumerate(self.cards):
            card.bind(on_release=lambda *_, seat=seat: self.look_at(seat))
        for tray, tab in zip(TRAYS, self.steps, strict=True):
            tab.bind(on_release=lambda *_, tray=tray: self.look_into(tray))
        self.curtain.bind(on_open=lambda *_: self._curtain_opened(), on_menu=lambda *_: self.open_menu())

    # --- coming and going

    def on_pre_enter(self, *_: Any) -> None:
        """Take up the game that is on the table."""
        session: Session | None = self.app.session
        if session is None:
            return
        self.session = session
        self.draft = Draft(session)
        self.shelves = Shelves(session)
        session.bind(revision=self.changed)
        Window.bind(on_key_down=self._on_key_down)
        self.looking = self.tray = None
        self.said, self.page = "", 0
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
        if self.session is not None:
            self.session.unbind(revision=self.changed)
            self.session = None

    def back(self) -> None:
        """Put down what is held, else close what was opened, else offer the menu."""
        if self.hands.cancel():
            return
        if self.looking is not None or self.tray is not None:
            self.stop_looking()
        elif self.may_act and (self.draft.tile or self.draft.piece or self.draft.square is not None):
            self._take_back()
        else:
            self.open_menu()

    def open_menu(self) -> None:
        """Leave or go on; the game is saved in any case."""
        if self.session is None:
            return
        title = tr("Round {round} of {rounds}").format(round=self.session.round, rounds=self.session.last_round)
        answers = [
            Answer(tr("Go on"), "play", lambda: None, filled=True),
            Answer(tr("Home"), "home-outline", self.app.leave),
        ]
        text = tr("Your game is saved after every step. You can go on at any time.")
        self.app.overlay.open(Question(self.app.overlay, title, text, answers))

    def _curtain_opened(self) -> None:
        if self.session is not None and self.session.curtain:
            self.session.open_curtain()

    # --- what the game says

    @property
    def acting(self) -> bool:
        """May the person in front act now? Not behind a curtain, nor while somebody else plays."""
        return self.session is not None and self.session.by_person and not self.session.curtain

    @property
    def may_act(self) -> bool:
        """And is their own city in front of them?"""
        return self.acting and self.looking is None

    @property
    def seen(self) -> Observation:
        """What may be shown."""
        return self.session.seen  # type: ignore[union-attr]

    @property
    def shown_seat(self) -> int:
        """Whose city is in the middle: looked at, at its turn, or the own one."""
        session = self._session
        if self.looking is not None:
            return self.looking
        return session.own if session.by_person or session.over else session.seat

    @property
    def _session(self) -> Session:
        if self.session is None:
            raise RuntimeError("no game is on the table")
        return self.session

    def changed(self, *_: Any) -> None:
        """An action was done, or taken back."""
        if self.session is None:
            return
        self.draft.clear()
        self.tray, self.said, self.page = None, "", 0
        if self.session.by_person or self.session.over:
            self.looking = None
        self.arrange()
        if self.session.over:
            Clock.schedule_once(self._to_results, PAUSE if self.theme.moving else 0)
        else:
            self.rivals.go_on()

    def _to_results(self, *_: Any) -> None:
        if self.session is not None and self.session.over and self.manager.current == self.name:
            if self.air.busy:
                Clock.schedule_once(self._to_results, PAUSE)
            else:
                self.app.go("results")

    # --- what the player does

    def do(self, action: Action) -> None:
        """Do an action, if it is legal and the player's to do."""
        if not self.may_act:
            return
        reason = self._session.why_not(action)
        if reason is not None:
            self.say(reason_text(reason))
            return
        self.air.finish()
        flight = self._flight_of(action)
        self._session.do(action)
        if flight is not None:
            flight()

    def _flight_of(self, action: Action) -> Any:
        """A drawn tile flies to the hand, face down from the pile; prepared while everything is where it was."""
        if not isinstance(action, Draw) or not self.theme.moving:
            return None
        start, source = self.row.box_of(action.source), action.source
        view = TileView(face_down=source is None)
        if source is not None:
            view.tile = self.seen.box.tiles[self.seen.row[source]]

        def fly() -> None:
            if self._session.curtain:
                return  # nobody may see it any more
            self.arriving = self.seen.hand[-1]
            end = self.hand.boxes()[-1] if self.hand.shelf is not None else self.box("tab-hand")
            self.air.fly(view, start, end, self._arrived)

        return fly

    def _arrived(self) -> None:
        self.arriving = None
        self.refresh()

    def say(self, text: str) -> None:
        """Answer in the caption."""
        self.said = text
        self.refresh()

    def _confirmed(self) -> None:
        if not self.acting:
            if not self._session.by_person:
                self.rivals.hurry()
            return
        if self.looking is not None or self.tray is not None:
            self.stop_looking()
            return
        action = self.draft.action
        if action is not None:
            self.do(action)

    def _slot_pressed(self, index: int) -> None:
        """The icons of the action bar, by what they mean now."""
        if not self.may_act:
            return
        icon = self.slots[index].icon
        if icon == "undo":
            self.undo()
        elif icon == "close":
            self._take_back()
        elif icon in ("rotate-left", "rotate-right"):
            self.turn(1 if icon == "rotate-right" else -1)

    def undo(self) -> None:
        """Take the last step of this turn back; a tile comes up again as it lay."""
        if self.may_act and self._session.may_undo:
            self.air.finish()
            action = self._session.undo()
            if isinstance(action, Place):
                self.draft.resume(action)
            elif isinstance(action, Build):
                self.draft.choose_piece(action.piece)
                self.draft.choose_square(action.square)
            self.refresh()

    def _take_back(self) -> None:
        """What is laid or chosen for a try goes back."""
        if self.draft.cell is not None:
            self.draft.place(None)
        else:
            self.draft.clear()
        self.draft.choose_piece(None)
        self.draft.choose_square(None)
        self.said = ""
        self.refresh()

    def turn(self, quarters: int) -> None:
        """Turn the picked tile."""
        if self.may_act and self._session.phase is Phase.LAY and self.draft.tile is not None:
            self.draft.turn(quarters)
            self.said = ""
            self.hands.turned(quarters)
            self.refresh()

    def look_at(self, seat: int) -> None:
        """Show somebody's city; the own card leads back."""
        if self.session is None or seat >= len(self._session.players):
            return
        self.hands.cancel()
        own = self._session.own
        self.looking = None if seat == self.looking or (seat == own and self._session.by_person) else seat
        self.tray, self.said = None, ""
        self.arrange()

    def look_into(self, tray: TrayName) -> None:
        """Open another tray than that of the step; again closes it."""
        self.hands.cancel()
        if self.layout is not None and tray == "supply" == (self.tray or self._step_tray) and self.supply.pages > 1:
            self.page = 1 - self.page
            self.refresh()
            return
        self.tray = None if tray in (self.tray, self._step_tray) else tray
        self.said = ""
        self.arrange()

    @property
    def _step_tray(self) -> TrayName:
        return {"lay": "hand", "build": "supply", "draw": "row"}[self._step]  # type: ignore[return-value]

    def stop_looking(self) -> None:
        """Back to the own city and the tray of the step."""
        self.looking = self.tray = None
        self.said = ""
        self.arrange()

    def _on_key_down(self, _: Any, key: int, __: Any, text: str | None, modifiers: list[str]) -> bool:
        if self.app.overlay.panel is not None or self.app.screens.current_screen is not self:
            return False
        if text == "z" and "ctrl" in modifiers:
            self.undo()
        elif text in ("r", "e"):
            self.turn(1)
        elif text == "q":
            self.turn(-1)
        elif key in (13, 271):  # Enter
            self._confirmed()
        else:
            return False
        return True

    # --- where everything is

    @property
    def _step(self) -> Step:
        session = self._session
        return STEPS.get(session.phase, "draw") if session.by_person and not session.curtain else "lay"

    def _arrange(self, *_: Any) -> None:
        if self.session is None or self.width < dp(100) or self.height < dp(100):
            return
        session = self._session
        step: Step = "lay" if self.looking is not None else self._step
        self.layout = play_layout(
            self.width / dp(1),
            self.height / dp(1),
            step,
            self.theme.text_scale,
            seats=len(session.players),
            tray=self.tray,
            own=session.own,
        )
        layout, placing = self.layout, Placing(self.x, self.top)
        for name, pane in self.panes.items():
            self._place(pane, layout.panes.get(name), placing)
        for name, widget in (
            ("menu", self.menu),
            ("round", self.round),
            ("notice", self.notice),
            ("city", self.city),
            ("caption", self.caption),
            *((f"card-{seat}", card) for seat, card in enumerate(self.cards)),
        ):
            self._place(widget, layout.regions.get(name), placing)
        for index, (tray, tab) in enumerate(zip(TRAYS, self.steps, strict=True)):
            self._place(tab, layout.regions.get(f"tab-{tray}") or layout.regions.get(f"step-{index}"), placing)
            tab.corner = 20 if layout.kind is Kind.WIDE else 12
        for name, tray in self.trays.items():
            shelf = layout.trays.get(name)  # type: ignore[call-overload]
            if shelf is None:
                tray.hide()
            else:
                tray.opacity = 1
                tray.corner = 12 if layout.kind is Kind.WIDE else 0
                tray.place(shelf, placing)
        self.round.text_size = self.round.size
        self.caption.role = SMALL if layout.kind is Kind.SHORT else BODY
        self.hands.resized()
        self._refresh()

    @staticmethod
    def _place(widget: Any, rect: Rect | None, placing: Placing) -> None:
        """Place a widget, or put it where nobody sees and touches it."""
        if rect is None:
            widget.size_hint, widget.opacity = (None, None), 0
            widget.pos, widget.size = (-9999, -9999), (1, 1)
        else:
            widget.opacity = 1
            placing.put(widget, rect)

    def box(self, region: str) -> tuple[float, float, float, float]:
        """A region of the layout in pixels."""
        rect = self.layout.regions.get(region) if self.layout is not None else None
        return Placing(self.x, self.top).box(rect) if rect is not None else (0, 0, 1, 1)

    # --- what everything shows

    def _refresh(self, *_: Any) -> None:
        if self.session is None or self.layout is None:
            return
        self.refresh.cancel()
        seen, session = self.seen, self._session
        self._show_curtain()
        self._show_players(seen)
        self._show_trays(seen)
        self._show_city(seen)
        self._show_actions(seen)
        self.caption.text = self.said or self._usual_caption(seen)
        moves = session.since(session.own)
        self.notice.show(tuple(self._did(move, seen) for move in moves[-(len(session.players) - 1) :]))
        self._share_strip()

    def _share_strip(self) -> None:
        """Where there is no place for both, the last moves are shown until a tile is picked, then the caption."""
        layout = self.layout
        if layout is None or "notice" in layout.regions:
            return
        fresh = self.may_act and self._session.phase is Phase.LAY and self.draft.tile is None and not self.said
        noticed = bool(self.notice.shown) and fresh and self.tray is None
        self._place(self.notice, layout.regions["caption"] if noticed else None, Placing(self.x, self.top))
        self.caption.opacity = 0 if noticed else 1

    def _did(self, move: Move, seen: Observation) -> Did:
        piece = seen.box.pieces[move.build.piece] if isinstance(move.build, Build) else None
        sign = self._session.options.signs[move.seat]
        return Did(sign, seen.box.tiles[move.place.tile], move.place.rotation, piece)

    def _show_curtain(self) -> None:
        session = self._session
        if session.curtain:
            self.curtain.name = session.players[session.seat].name
            self.curtain.sign = session.options.signs[session.seat]
            self.curtain.round_text = tr("Round {round} of {rounds} · All hands are hidden.").format(
                round=session.round, rounds=session.last_round
            )
            if self.curtain.parent is None:
                self.hands.cancel()
                self.add_widget(self.curtain)
        elif self.curtain.parent is not None:
            self.remove_widget(self.curtain)

    def _show_players(self, seen: Observation) -> None:
        session = self._session
        preview = self.draft.preview if self.may_act else None
        for seat, player in enumerate(session.players):
            city = seen.cities[seat]
            if preview is not None and seat == session.seat:
                city = preview.city
            points = forecast(city)
            self.cards[seat].show(
                PlayerShown(
                    player.name,
                    session.options.signs[seat],
                    city,
                    points.settled,
                    points.least,
                    points.most,
                    active=seat == session.seat,
                    looked_at=seat == self.looking,
                )
            )
        kind = self.layout.kind if self.layout is not None else Kind.WIDE
        number = f"{session.round} / {session.last_round}"
        self.round.text = (
            f"{tr('Round')}\n{number}"
            if kind in (Kind.WIDE, Kind.TALL)
            else (f"{tr('Round')} {number}" if kind is Kind.PHONE else f"{session.round}/{session.last_round}")
        )

    def _show_trays(self, seen: Observation) -> None:
        session, draft = self._session, self.draft
        phase = session.phase if self.acting else None
        self.hand.show(self._hand_shown(seen))
        drawing = draft.drawing if phase is Phase.DRAW else None
        self.row.show(
            RowShown(
                tuple(seen.box.tiles[id] for id in seen.row),
                seen.pile,
                chosen=None if drawing is None else PILE if drawing.source is None else drawing.source,
                open=phase is Phase.DRAW,
                absent=self.hands.drawn_from,
            )
        )
        self.supply.show(self.shelves.shown(seen, draft, self.page))
        order = [Phase.LAY, Phase.BUILD, Phase.DRAW]
        now = {Phase.FINISH: Phase.DRAW}.get(session.phase, session.phase)
        current = order.index(now) if self.acting and now in order else -1
        last = tr("Finish") if session.round == session.last_round else tr("Draw")
        names = (tr("Lay"), tr("Build"), last)
        towers = sum(piece.is_skyscraper for piece in seen.pieces)
        tiles: tuple[Any, ...] = (
            tuple((tile, turns) for tile, turns in self.hand.shown.tiles),
            (),
            tuple((seen.box.tiles[id], 0) for id in seen.row),
        )
        counts: tuple[Any, ...] = (
            (),
            (("sign-skyscraper", towers), ("sign-utility", len(seen.supply) - towers)),
            (("", seen.pile),),
        )
        for index, tab in enumerate(self.steps):
            tab.show(
                StepShown(
                    index + 1,
                    names[index],
                    done=0 <= index < current,
                    active=index == current,
                    looking=self.tray == TRAYS[index],
                    tiles=tiles[index],
                    counts=counts[index],
                )
            )
            self.trays[TRAYS[index]].name(0 <= index < current, index == current)

    def _hand_shown(self, seen: Observation) -> HandShown:
        session, draft = self._session, self.draft
        seat = self.looking if self.looking is not None else session.own
        tiles = session.hand_of(seat)
        backs = 0 if tiles else session.hand_size(seat)
        own = seat == session.own and self.acting
        laying = own and session.phase is Phase.LAY
        return HandShown(
            tuple((seen.box.tiles[id], draft.turns(id) if own else 0) for id in tiles),
            backs,
            picked=draft.tile if laying and draft.cell is None else None,
            lifted=draft.tile if laying and (draft.cell is not None or self.hands.carries_tile) else self.arriving,
            wanted=own and session.phase is Phase.DRAW and self.looking is None,
        )

    def _show_city(self, seen: Observation) -> None:
        session, seat = self._session, self.shown_seat
        sign = session.options.signs[seat]
        self.city.owner = None if seat == session.own and session.by_person else self.theme.player(sign)
        city = seen.cities[seat]
        scene = scenes.still(city, absent=self.rivals.absent, missing=self.rivals.missing)
        loupe = LoupeShown()
        if self.may_act and seat == session.seat:
            match session.phase:
                case Phase.LAY:
                    scene = self._lay_scene(city)
                case Phase.BUILD:
                    scene, loupe = self._build_scene(seen, city)
        self.city.show(scene)
        self.loupe.show(loupe)
        self._place_loupe(loupe, scene)

    def _lay_scene(self, city: City) -> Scene:
        draft = self.draft
        if draft.tile is None:
            return scenes.still(city)
        glowing, faint = draft.cells()
        if draft.cell is None:
            return scenes.still(city, glowing=glowing, faint=faint)
        preview = draft.preview
        others = {"glowing": glowing - {draft.cell}, "faint": faint - {draft.cell}}
        if preview is not None:
            return scenes.trial(city, preview.city, self.theme, **others)
        laid = Laid(self.seen.box.tiles[draft.tile], draft.cell, draft.turns(draft.tile))
        shown = city._replace(tiles=(*city.tiles, laid))  # it may not stay there, but is seen there
        return scenes.still(shown, bounds_of(city), loose=draft.cell, refused=True, calm=True, **others)

    def _build_scene(self, seen: Observation, city: City) -> tuple[Scene, LoupeShown]:
        draft, laid = self.draft, city.tiles[-1]
        beside = self.layout is not None and "loupe" in self.layout.regions
        preview = draft.preview
        if preview is not None:
            scene = scenes.trial_piece(preview.city, self.theme, ring=not beside)
        else:
            scene = scenes.still(city, ring=not beside, fresh=laid.cell, dimmed=0.0 if beside else 0.45)
        if preview is not None and not beside:
            return scene, LoupeShown()  # the piece is seen in the city itself
        sizes = tuple(city.district(spot(laid.cell, corner)).bit_count() for corner in scenes.SQUARES)
        piece = seen.box.pieces[draft.piece] if draft.piece is not None else None
        fitting = draft.squares_for(draft.piece) if draft.piece is not None else [b.square for b in draft.builds()]
        shown = LoupeShown(
            laid._replace(cell=(0, 0)),
            sizes,
            frozenset(fitting),
            draft.square,
            piece if draft.square is not None else None,
        )
        return scene, shown

    def _place_loupe(self, loupe: LoupeShown, scene: Scene) -> None:
        if loupe.laid is None or self.layout is None:
            self.loupe.pos, self.loupe.size = (-9999, -9999), (1, 1)
            return
        if "loupe" in self.layout.regions:
            x, y, w, h = self.box("loupe")
            side = min(w, h) * 0.94
            self.loupe.size, self.loupe.pos = (side, side), (x + (w - side) / 2, y + (h - side) / 2)
            return
        # it swells in place, pushed outwards from the middle of the city and kept inside the pane
        city, cell = self.city, scene.city.tiles[-1].cell
        unit = city.wanted_zoom
        side = min(4 * unit, min(city.size) * 0.6)
        cx, cy = scene.bounds.centre
        dx, dy = 2 * cell[0] + 1 - cx, 2 * cell[1] + 1 - cy
        x = city.center_x + dx * unit * 1.25 - side / 2
        y = city.center_y - dy * unit * 1.25 - side / 2
        gap = side * 0.05
        x = max(city.x + gap, min(x, city.right - side - gap))
        y = max(city.y + gap, min(y, city.top - side - gap))
        self.loupe.size, self.loupe.pos = (side, side), (round(x), round(y))

    # --- the action bar and the caption

    def _show_actions(self, seen: Observation) -> None:
        session, draft = self._session, self.draft
        icons: dict[int, str] = {}
        nothing, label, icon, ready, picture = False, "", "check", True, None
        arrangement: Arrangement = LOOKING
        if not self.acting:
            label, icon = tr("Skip"), "fast-forward"
        elif self.looking is not None or self.tray is not None:
            label = tr("Back to my city") if self.looking is not None else tr("Back")
            icon = "arrow-left"
        else:
            ready = draft.ready
            match session.phase:
                case Phase.LAY:
                    placed = draft.cell is not None
                    arrangement = TRYING if draft.tile is not None else DRAWING
                    icons = {0: "close", 1: "rotate-left", 2: "rotate-right"} if draft.tile else {0: "undo"}
                    label = tr("Keep")
                    if placed and draft.tile is not None:
                        picture = TileView(tile=seen.box.tiles[draft.tile], turns=draft.turns(draft.tile))
                case Phase.BUILD:
                    arrangement, nothing = BUILDING, True
                    chosen = draft.piece is not None or draft.square is not None
                    icons = {0: "close" if chosen else "undo"}
                    label = tr("Build")
                    if draft.piece is not None:
                        picture = PieceView(piece=seen.box.pieces[draft.piece])
                case Phase.DRAW:
                    arrangement, icons, label = DRAWING, {0: "undo"}, tr("Take")
                    if draft.drawing is not None:
                        source = draft.drawing.source
                        picture = TileView(face_down=source is None)
                        if source is not None:
                            picture.tile = seen.box.tiles[seen.row[source]]
                case _:
                    arrangement, icons, label = DRAWING, {0: "undo"}, tr("Finish")
        self._place_actions(arrangement, nothing)
        for index, slot in enumerate(self.slots):
            slot.icon = icons.get(index, "")
            slot.disabled = slot.icon == "undo" and not session.may_undo
            slot.ink = self.theme.lostColor if slot.icon == "close" else None
        self.nothing.label = tr("Build nothing")
        self.confirm.label, self.confirm.icon, self.confirm.disabled = label, icon, not ready
        if picture is not None:
            picture.size = dp(40), dp(40)
        self.confirm.picture = picture

    def _place_actions(self, arrangement: Arrangement, nothing: bool) -> None:
        if self.layout is None:
            return
        placing, bar = Placing(self.x, self.top), self.layout.regions["action"]
        boxes = action_bar(bar, arrangement)
        for index, slot in enumerate(self.slots):
            self._place(slot, boxes.get(f"slot-{index + 1}"), placing)
        self._place(self.nothing, boxes.get("nothing") if nothing else None, placing)
        self._place(self.confirm, boxes["confirm"], placing)

    def _usual_caption(self, seen: Observation) -> str:
        session, draft = self._session, self.draft
        if self.looking is not None:
            return self._city_text(seen, self.looking)
        if not self.acting:
            name = session.players[session.seat].name
            return (
                tr("{name} is thinking …").format(name=name)
                if self.rivals.thinking
                else tr("{name} plays.").format(name=name)
            )
        match session.phase:
            case Phase.LAY:
                return self._lay_caption(seen)
            case Phase.BUILD:
                return self._build_caption(seen)
            case Phase.DRAW:
                if draft.drawing is None:
                    return tr("Tap a tile, then Take. This ends your turn.")
                if draft.drawing.source is None:
                    return tr("Take the hidden top tile of the pile? This ends your turn.")
                return tr("Take this tile? This ends your turn.")
            case _:
                return tr("Your last tile is laid. Finish your turn, or undo.")

    def _lay_caption(self, seen: Observation) -> str:
        draft = self.draft
        if draft.tile is None:
            return tr("Drag a tile into your city, or tap it.")
        if draft.cell is None:
            return tr("Tap a glowing place. Tap the tile again to turn it.")
        if draft.reason is not None:
            return reason_text(draft.reason)
        preview = draft.preview
        told = scenes.trial_text(seen.city, preview.city) if preview is not None and seen.city.tiles else ""
        return told or tr("Keep it here? Tap the tile to turn it.")

    def _build_caption(self, seen: Observation) -> str:
        draft = self.draft
        piece = seen.box.pieces[draft.piece] if draft.piece is not None else None
        preview = draft.preview
        if preview is not None:
            prospect = forecast(preview.city).prospects[-1]
            return built_text(prospect.built, prospect)
        if piece is not None:
            return f"{rule_text(piece)} {tr('Choose a square.')}"
        if draft.square is not None:
            return tr("Choose a piece for this square.")
        return tr("Which piece, on which square? Or build nothing.")

    def _city_text(self, seen: Observation, seat: int) -> str:
        """Somebody's city in words; the bonuses for marks are only here."""
        city, name = seen.cities[seat], self._session.players[seat].name
        points = forecast(city)
        return " · ".join(
            (
                tr("{name}’s city").format(name=name),
                tr("settled {points}, still possible {range}").format(
                    points=plain(points.settled), range=range_text(points.least, points.most)
                ),
                ntr("{n} park", "{n} parks", city.parks.bit_count()),
                ntr("{n} sport facility", "{n} sport facilities", city.sports.bit_count()),
            )
        )

    def square_with_piece(self, x: float, y: float) -> tuple[int, int] | None:
        """The piece nearest to a point, within a finger's breadth."""
        best = min(
            self.city.pieces,
            key=lambda square: _far(self.city.square_centre(square), (x, y)),
            default=None,
        )
        reach = max(dp(24), self.city.zoom * 0.5)
        return best if best is not None and _far(self.city.square_centre(best), (x, y)) <= reach else None

    def prospect_at(self, square: tuple[int, int]) -> Any:
        """The forecast of the piece on a square of the shown city."""
        return next(
            each for each in self.city.scene.prospects if square_of(each.built.cell, each.built.square) == square
        )


def _far(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
