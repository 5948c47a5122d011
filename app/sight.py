"""All that is to be seen on the play screen, put together from the game and from what the player is about to do."""

from __future__ import annotations

from app import scenes
from app.draft import Draft
from app.i18n import ntr, tr
from app.layout import BUILDING, DRAWING, TRYING, Kind, Step
from app.layout import Tray as TrayName
from app.session import Move, Session
from app.shelves import Shelves
from app.style import Theme
from app.texts import plain, prospect_text, range_text, reason_text, rule_text
from app.widgets.city import Scene, bounds_of
from app.widgets.decision_bar import BarShown
from app.widgets.land import Square
from app.widgets.loupe import LoupeShown
from app.widgets.notice import Did
from app.widgets.player_card import PlayerShown
from app.widgets.step import StepShown
from app.widgets.supply import SupplyShown
from app.widgets.tray import PILE, HandShown, RowShown
from engine import Build, Cell, City, Draw, Laid, Observation, Phase, Reason, forecast, spot

STEPS: dict[Phase, Step] = {Phase.LAY: "lay", Phase.BUILD: "build", Phase.DRAW: "draw", Phase.FINISH: "draw"}
START: Cell = (0, 0)  # where the engine has every city begin
TRAYS: tuple[TrayName, ...] = ("hand", "supply", "row")  # in the order of the steps


class Sight:
    """What the person in front of the tablet sees; widgets are told by it what to show."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.draft = Draft(session)
        self._shelves = Shelves(session)
        self.looking: int | None = None  # at the city of this seat
        self.tray: TrayName | None = None  # opened to look into it
        self.page = 0  # of the supply
        self.said = ""  # an answer to what was just done, instead of the usual caption
        self.lifted: str | None = None  # a tile of the hand in the air
        self.drawn: Draw | None = None  # a tile of the row in the air
        self.arriving: str | None = None  # a drawn tile on its way to the hand
        self.thinking = False  # a computer player is
        self.absent: Cell | None = None  # the tile laid here is still on its way
        self.missing: Square | None = None  # and so is the piece built here

    # --- who may do what

    @property
    def acting(self) -> bool:
        """May the person in front act now? Not behind a curtain, nor while somebody else plays."""
        return self.session.by_person and not self.session.curtain

    @property
    def at_home(self) -> bool:
        """And is their own city in front of them?"""
        return self.acting and self.looking is None

    def may(self, phase: Phase) -> bool:
        """Can the person in front do what this phase is for?"""
        return self.at_home and self.session.phase is phase

    @property
    def seen(self) -> Observation:
        """What may be shown."""
        return self.session.seen

    @property
    def seat(self) -> int:
        """Whose city is in the middle: looked at, at its turn, or the own one."""
        if self.looking is not None:
            return self.looking
        return self.session.own if self.session.by_person or self.session.over else self.session.seat

    @property
    def step(self) -> Step:
        """The step whose layout is shown."""
        return STEPS.get(self.session.phase, "lay") if self.at_home else "lay"

    @property
    def open_tray(self) -> TrayName:
        """The tray that is open."""
        return self.tray or TRAYS[("lay", "build", "draw").index(self.step)]

    def changed(self) -> None:
        """An action was done or taken back: nothing is chosen, and what was opened closes."""
        self.draft.clear()
        self.tray, self.said, self.page = None, "", 0
        if self.session.by_person or self.session.over:
            self.looking = None

    def stop_looking(self) -> None:
        """Back to the own city and the tray of the step."""
        self.looking, self.tray, self.said = None, None, ""

    def why_not_piece(self, piece: str) -> Reason | None:
        """Why a piece may stand nowhere: its terrain may be there, but only under a mark."""
        reason = self.draft.why_not_piece(piece)
        terrain = self.seen.box.pieces[piece].terrain
        if reason is Reason.WRONG_TERRAIN and terrain in self.seen.city.tiles[-1].face.terrain:
            return Reason.ON_A_MARK
        return reason

    # --- players

    def players(self) -> list[PlayerShown]:
        """Every player's card; the own points already count what is tried."""
        seen, preview = self.seen, self.draft.preview if self.at_home else None
        found = []
        for seat, player in enumerate(self.session.players):
            city = preview.city if preview is not None and seat == self.session.seat else seen.cities[seat]
            points = forecast(city)
            found.append(
                PlayerShown(
                    player.name,
                    self.session.options.signs[seat],
                    city,
                    points.settled,
                    points.least,
                    points.most,
                    active=seat == self.session.seat and self.looking is None,
                    looked_at=seat == self.looking,
                )
            )
        return found

    def round_text(self, kind: Kind) -> str:
        """The round, as long as its place allows."""
        number = f"{self.session.round} / {self.session.last_round}"
        if kind is Kind.SHORT:
            return number.replace(" ", "")
        return f"{tr('Round')} {number}" if kind is Kind.PHONE else f"{tr('Round')}\n{number}"

    def moves(self) -> tuple[Did, ...]:
        """What the others did last."""
        moves = self.session.since(self.session.own)
        return tuple(self._did(move) for move in moves[-(len(self.session.players) - 1) :])

    def _did(self, move: Move) -> Did:
        box = self.seen.box
        piece = box.pieces[move.build.piece] if isinstance(move.build, Build) else None
        return Did(self.session.options.signs[move.seat], box.tiles[move.place.tile], move.place.rotation, piece)

    # --- trays

    def hand(self) -> HandShown:
        """The hand of whoever is looked at, face down if it may not be seen."""
        session, draft = self.session, self.draft
        seat = session.own if self.looking is None else self.looking
        tiles = session.hand_of(seat)
        own = seat == session.own and self.acting
        laying = own and session.phase is Phase.LAY
        lifted = draft.tile if laying and (draft.cell is not None or self.lifted) else self.arriving
        return HandShown(
            tuple((self.seen.box.tiles[id], draft.turns(id) if own else 0) for id in tiles),
            0 if tiles else session.hand_size(seat),
            picked=draft.tile if laying and draft.cell is None else None,
            lifted=lifted,
            wanted=self.may(Phase.DRAW),
        )

    def row(self) -> RowShown:
        """The open tiles and the pile."""
        seen, chosen = self.seen, self.draft.drawing if self.acting else None
        return RowShown(
            tuple(seen.box.tiles[id] for id in seen.row),
            seen.pile,
            chosen=None if chosen is None else PILE if chosen.source is None else chosen.source,
            absent=None if self.drawn is None else self.drawn.source,
        )

    def supply(self) -> SupplyShown:
        """The pieces that are left."""
        return self._shelves.shown(self.seen, self.draft, self.page)

    def steps(self) -> list[StepShown]:
        """The three steps, with previews of their trays."""
        session, seen = self.session, self.seen
        current = STEPS.get(session.phase) if self.acting else None
        now = -1 if current is None else ("lay", "build", "draw").index(current)
        last = tr("Finish") if session.round == session.last_round else tr("Draw")
        towers = sum(piece.is_skyscraper for piece in seen.pieces)
        supply = (("sign-skyscraper", towers), ("sign-utility", len(seen.supply) - towers))
        shown = (
            StepShown(1, tr("Lay"), tiles=self.hand().tiles),
            StepShown(2, tr("Build"), counts=supply),
            StepShown(3, last, tiles=tuple((seen.box.tiles[id], 0) for id in seen.row), counts=(("", seen.pile),)),
        )
        return [
            step._replace(done=index < now, active=index == now, looking=self.tray == tray)
            for index, (step, tray) in enumerate(zip(shown, TRAYS, strict=True))
        ]

    # --- the city

    def city(self, theme: Theme, beside: bool) -> tuple[Scene, LoupeShown]:
        """The city in the middle and the loupe, which stands beside the city or upon it."""
        city = self.seen.cities[self.seat]
        if self.may(Phase.LAY):
            return self._laying(city, theme), LoupeShown()
        if self.may(Phase.BUILD):
            return self._building(city, theme, beside)
        return scenes.still(city, absent=self.absent, missing=self.missing), LoupeShown()

    def _laying(self, city: City, theme: Theme) -> Scene:
        draft = self.draft
        if draft.tile is None:  # an empty table shows at least where a city begins
            return scenes.still(city, faint=frozenset() if city.tiles else frozenset({START}))
        glowing, faint = draft.cells()
        if draft.cell is None:
            return scenes.still(city, glowing=glowing, faint=faint)
        others = {"glowing": glowing - {draft.cell}, "faint": faint - {draft.cell}}
        if (preview := draft.preview) is not None:
            return scenes.trial(city, preview.city, theme, **others)
        laid = Laid(self.seen.box.tiles[draft.tile], draft.cell, draft.turns(draft.tile))
        shown = city._replace(tiles=(*city.tiles, laid))  # it may not stay there, but is seen there
        return scenes.still(shown, bounds_of(city), loose=draft.cell, refused=True, calm=True, **others)

    def _building(self, city: City, theme: Theme, beside: bool) -> tuple[Scene, LoupeShown]:
        draft, laid, preview = self.draft, city.tiles[-1], self.draft.preview
        if preview is not None:
            scene = scenes.trial_piece(preview.city, theme, ring=not beside)
            if not beside:
                return scene, LoupeShown()  # the piece is seen in the city itself
        else:
            scene = scenes.still(city, ring=not beside, fresh=laid.cell, dimmed=0.0 if beside else 0.45)
        fitting = [build.square for build in draft.builds() if draft.piece in (None, build.piece)]
        piece = None if draft.piece is None or draft.square is None else self.seen.box.pieces[draft.piece]
        sizes = tuple(city.district(spot(laid.cell, corner)).bit_count() for corner in scenes.SQUARES)
        return scene, LoupeShown(laid._replace(cell=(0, 0)), sizes, frozenset(fitting), draft.square, piece)

    # --- the action bar and the caption

    def bar(self) -> BarShown:
        """What can be confirmed, turned, taken back."""
        session, draft, box = self.session, self.draft, self.seen.box
        if not self.acting:
            return BarShown(tr("Skip"), "fast-forward")
        if self.looking is not None or self.tray is not None:
            return BarShown(tr("Back to my city") if self.looking is not None else tr("Back"), "arrow-left")
        stuck = () if session.may_undo else ("undo",)
        shown = BarShown(ready=draft.ready, arrangement=DRAWING, icons=("undo",), disabled=stuck)
        match session.phase:
            case Phase.LAY if draft.tile is None:
                return shown._replace(label=tr("Keep"))
            case Phase.LAY:
                tile = None if draft.cell is None else box.tiles[str(draft.tile)]
                icons = ("close", "rotate-left", "rotate-right")
                turns = draft.turns(str(draft.tile))
                return shown._replace(label=tr("Keep"), arrangement=TRYING, icons=icons, tile=tile, turns=turns)
            case Phase.BUILD:
                chosen = draft.piece is not None or draft.square is not None
                piece = None if draft.piece is None else box.pieces[draft.piece]
                back = "close" if chosen else "undo"
                return shown._replace(label=tr("Build"), arrangement=BUILDING, icons=(back,), piece=piece)
            case Phase.DRAW:
                source = None if draft.drawing is None else draft.drawing.source
                drawn = None if source is None else box.tiles[self.seen.row[source]]
                hidden = draft.drawing is not None and source is None
                return shown._replace(label=tr("Take"), tile=drawn, face_down=hidden)
        return shown._replace(label=tr("Finish"))

    def caption(self) -> str:
        """What can be done now, what would come of it, or why not."""
        if self.said:
            return self.said
        if self.looking is not None:
            return self._city_text(self.looking)
        if self.tray == "supply":
            return tr("Tap a piece to read what it wants.")
        if not self.acting:
            name = self.session.players[self.session.seat].name
            return (tr("{name} is thinking …") if self.thinking else tr("{name} plays.")).format(name=name)
        match self.session.phase:
            case Phase.LAY:
                return self._lay_caption()
            case Phase.BUILD:
                return self._build_caption()
            case Phase.DRAW if self.draft.drawing is None:
                return tr("Tap a tile, then Take. This ends your turn.")
            case Phase.DRAW if self.draft.drawing == Draw(None):
                return tr("Take the hidden top tile of the pile? This ends your turn.")
            case Phase.DRAW:
                return tr("Take this tile? This ends your turn.")
        return tr("Your last tile is laid. Finish your turn, or undo.")

    def _lay_caption(self) -> str:
        draft, seen = self.draft, self.seen
        if draft.tile is None and len(self.session.people) > 1:
            name = self.session.players[self.session.seat].name
            return tr("{name}: drag a tile into your city, or tap it.").format(name=name)
        if draft.tile is None:
            return tr("Drag a tile into your city, or tap it.")
        if draft.cell is None:
            return tr("Tap a glowing place. Tap the tile again to turn it.")
        if draft.reason is not None:
            return reason_text(draft.reason)
        preview = draft.preview
        told = scenes.trial_text(seen.city, preview.city) if preview is not None and seen.city.tiles else ""
        return told or tr("Keep it here? Tap the tile to turn it.")

    def _build_caption(self) -> str:
        draft = self.draft
        if (preview := draft.preview) is not None:
            return prospect_text(forecast(preview.city).prospects[-1])
        if draft.piece is not None:
            return f"{rule_text(self.seen.box.pieces[draft.piece])} {tr('Choose a square.')}"
        if draft.square is not None:
            return tr("Choose a piece for this square.")
        return tr("Which piece, on which square? Or build nothing.")

    def _city_text(self, seat: int) -> str:
        """Somebody's city in words; the marks that bring the bonuses are only here."""
        city, name = self.seen.cities[seat], self.session.players[seat].name
        points = forecast(city)
        settled = tr("settled {points}, with the open pieces {range}").format(
            points=plain(points.settled), range=range_text(points.least, points.most)
        )
        parks = ntr("{n} park", "{n} parks", city.parks.bit_count())
        sports = ntr("{n} sport facility", "{n} sport facilities", city.sports.bit_count())
        return " · ".join((tr("{name}’s city").format(name=name), settled, parks, sports))
