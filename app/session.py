"""The one bridge between the screens and the engine: a game on the table, who may see what, and its safe keeping."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, NamedTuple

from kivy.event import EventDispatcher
from kivy.properties import NumericProperty

from app.store import Store, Trouble
from engine import (
    ROUNDS,
    Action,
    Build,
    Draw,
    Finish,
    Game,
    Observation,
    Phase,
    Piece,
    Place,
    Player,
    Reason,
    Setup,
    Skip,
    apply,
    legal_actions,
    observe,
    why_illegal,
)

SIGNS = 4  # players' colours with their signs


@dataclass(frozen=True)
class Options:
    """What the players agreed on besides the rules; kept in the record's setup."""

    signs: tuple[int, ...]  # colour and sign of each seat
    open_hands: bool = False
    casual: bool = True

    def document(self) -> dict[str, Any]:
        """As extra keys of the record's setup."""
        return {"signs": list(self.signs), "open_hands": self.open_hands, "casual": self.casual}

    @classmethod
    def of(cls, game: Game) -> Options:
        """The options of a game; a record from elsewhere may lack them."""
        extra, seats = game.setup_extra, len(game.players)
        signs = extra.get("signs")
        known = isinstance(signs, list) and len(signs) == seats and len({*map(repr, signs)}) == seats
        if not known or not all(type(sign) is int and sign in range(SIGNS) for sign in signs or ()):
            signs = range(seats)
        return cls(tuple(signs or ()), extra.get("open_hands") is True, extra.get("casual") is not False)


class Move(NamedTuple):
    """What all have seen of a turn; the steps still to come are None."""

    seat: int
    place: Place
    build: Build | Skip | None = None
    end: Draw | Finish | None = None


class Session(EventDispatcher):
    """A game under way.

    `revision` grows with every action and every undo; when it changes, the action is in the store already.
    """

    revision = NumericProperty(0)

    def __init__(self, game: Game, id: int, store: Store) -> None:
        super().__init__()
        self._game, self.id, self._store = game, id, store
        self.options = Options.of(game)
        self.holder: int | None = None  # the person who holds the tablet, if hands are private
        self.trouble: Trouble | None = None  # why the game cannot be saved, if it cannot
        self.seed: int = game.extra["seed"] if type(game.extra.get("seed")) is int else 0
        self._legal: tuple[int, Sequence[Action]] = (-1, ())

    @classmethod
    def begin(cls, setup: Setup, options: Options, store: Store) -> Session:
        """Deal a new game and keep it."""
        random = SystemRandom()
        game = Game.new(setup, random.getrandbits(48))
        game.setup_extra |= options.document()
        game.extra["seed"] = random.getrandbits(32)  # for the computer players; the deal cannot be told from it
        return cls(game, store.new_game(game), store)

    # --- who plays

    @property
    def players(self) -> tuple[Player, ...]:
        """The seats in turn order."""
        return self._game.players

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player.kind == "human"]

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self._game.state.seat

    @property
    def phase(self) -> Phase:
        """What is to be done next."""
        return self._game.state.phase

    @property
    def round(self) -> int:
        """The round, from 1 to 16."""
        return self._game.state.round

    @property
    def last_round(self) -> int:
        """The number of rounds (R3.1)."""
        return ROUNDS

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return self.phase is Phase.OVER

    @property
    def by_person(self) -> bool:
        """Is it a person's turn?"""
        return not self.over and self.seat in self.people

    # --- who may see what

    @property
    def curtain(self) -> bool:
        """Must the tablet be passed on before anything is shown? Not with one person or open hands."""
        return self.by_person and self._private and self.holder != self.seat

    @property
    def _private(self) -> bool:
        return len(self.people) > 1 and not self.options.open_hands

    def open_curtain(self) -> None:
        """The person in turn has the tablet."""
        self.holder = self.seat
        self.revision += 1

    @property
    def viewer(self) -> int | None:
        """The seat whose hand may be shown; nobody's while it is not known who looks."""
        people = self.people
        if self._private:
            return None if self.curtain else self.holder
        if self.by_person:
            return self.seat
        before = [seat for seat in people if seat < self.seat]  # the person who played last
        return (before or people)[-1] if people else None

    @property
    def own(self) -> int:
        """The seat whose city is in the middle when nobody looks elsewhere."""
        if self.by_person:
            return self.seat
        viewer = self.viewer
        return viewer if viewer is not None else (self.people or [0])[0]

    @property
    def seen(self) -> Observation:
        """What may be shown now; no hand if nobody's may be."""
        viewer = self.viewer
        if viewer is not None:
            return observe(self._game.state, viewer)
        return observe(self._game.state, self.own)._replace(hand=())

    def hand_of(self, seat: int) -> tuple[str, ...]:
        """A hand that may be shown: the viewer's own, or anybody's if hands are open."""
        if seat == self.viewer or self.options.open_hands:
            return observe(self._game.state, seat).hand
        return ()

    def hand_size(self, seat: int) -> int:
        """How many tiles somebody holds, which all can see."""
        return len(self._game.state.hands[seat])

    @property
    def start_pieces(self) -> list[Piece]:
        """The supply as the game began with it."""
        return self._game.states[0].pieces

    # --- what may be done, and doing it

    def legal(self) -> Sequence[Action]:
        """All that may be done now."""
        if self._legal[0] != self.revision:
            self._legal = self.revision, legal_actions(self._game.state)
        return self._legal[1]

    def why_not(self, action: Action) -> Reason | None:
        """Why an action may not be done now."""
        return why_illegal(self._game.state, action)

    def preview(self, action: Action) -> Observation:
        """What the seat in turn would see after a legal action that reveals nothing."""
        return observe(apply(self._game.state, action), self.seat)

    def do(self, action: Action) -> None:
        """Do an action and save it; IllegalAction says why not."""
        self._game.apply(action)
        self._changed()

    @property
    def may_undo(self) -> bool:
        """Can the last step of this turn be taken back?"""
        return self.by_person and self._game.may_undo

    def undo(self) -> Action:
        """Take the last step back."""
        action = self._game.undo()
        self._changed()
        return action

    def _changed(self) -> None:
        self.trouble = self._store.save(self.id, self._game)  # first: what is shown is never lost
        self.revision += 1

    def think(self, level_of: Callable[[Player], str]) -> tuple[Observation, str, int]:
        """What a computer player thinks about: what its seat may know, its level, and a seed."""
        return observe(self._game.state, self.seat), level_of(self.players[self.seat]), self.seed

    # --- what was done

    def moves(self) -> list[Move]:
        """Every turn so far, the last one perhaps under way."""
        found: list[Move] = []
        for state, action in zip(self._game.states, self._game.actions, strict=False):
            match action:
                case Place():
                    found.append(Move(state.seat, action))
                case Build() | Skip():
                    found[-1] = found[-1]._replace(build=action)
                case Draw() | Finish():
                    found[-1] = found[-1]._replace(end=action)
        return found

    def since(self, seat: int) -> list[Move]:
        """What the others did since this seat's last whole turn."""
        moves = self.moves()
        whole = (index for index, move in enumerate(moves) if move.seat == seat and move.end is not None)
        last = max(whole, default=-1)
        return [move for move in moves[last + 1 :] if move.seat != seat]
