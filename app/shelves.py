"""The supply as the tray shows it: which designs there are, what is left, what may be built and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable

from app.draft import Draft
from app.i18n import ntr, tr
from app.session import Session
from app.texts import KINDS, SKYSCRAPERS
from app.widgets.supply import Shelfful, Slot, SupplyShown
from engine import Build, Observation, Outlook, Phase, Piece, Reason, forecast, spot


class Shelves:
    """Keeps what the supply looked like at the start, so that every piece has its place for the whole game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._fates: dict[tuple[int, str, int], Outlook] = {}
        self._designs = _designs(session.start_pieces)

    def shown(self, seen: Observation, draft: Draft, page: int) -> SupplyShown:
        """The tray as it is now."""
        building = self._session.phase is Phase.BUILD and self._session.by_person
        squares: dict[str, list[int]] = {}
        if building:
            for build in draft.builds():
                # a square that was chosen first filters; one that a piece brought along does not
                if draft.piece is not None or draft.square in (None, build.square):
                    squares.setdefault(build.piece, []).append(build.square)
        left = set(seen.supply)
        rows = []
        for (kind, terrain), designs in self._designs.items():
            slots = tuple(self._slot(design, left, squares) for design in designs)
            heading = tr(SKYSCRAPERS[terrain]) if terrain else tr(KINDS[kind])
            note = self._note(seen, draft, terrain, slots) if building else ""
            rows.append(Shelfful(slots, heading, note, terrain))
        return SupplyShown(tuple(rows), building, draft.piece if building else None, page)

    def _slot(self, design: tuple[Piece, ...], left: set[str], squares: dict[str, list[int]]) -> Slot:
        ids = tuple(piece.id for piece in design if piece.id in left)
        fitting = squares.get(ids[0], []) if ids else []
        fates = {self._fate(ids[0], square) for square in fitting}
        # what is true on every square that is left to choose from
        outlook = fates.pop() if len(fates) == 1 else None
        return Slot(design[0], ids, bool(fitting), outlook)

    def _fate(self, piece: str, square: int) -> Outlook:
        """What would become of a piece on a square of the tile; asked once, because it is asked often."""
        key = self._session.revision, piece, square
        if key not in self._fates:
            if any(revision != key[0] for revision, _, _ in self._fates):
                self._fates.clear()
            city = self._session.preview(Build(piece, square)).city
            self._fates[key] = forecast(city).prospects[-1].outlook
        return self._fates[key]

    def _note(self, seen: Observation, draft: Draft, terrain: str, slots: Iterable[Slot]) -> str:
        """How large the district is, or why nothing of this row can be built."""
        laid = seen.city.tiles[-1]
        pieces = [slot.left[0] for slot in slots if slot.left]
        if not pieces or not terrain:
            return "" if pieces else tr("none left")
        usable = [slot for slot in slots if slot.usable]
        if usable:
            corners = draft.squares_for(usable[0].left[0])
            sizes = sorted({seen.city.district(spot(laid.cell, corner)).bit_count() for corner in corners})
            if len(sizes) > 1:
                return tr("{sizes} squares").format(sizes=" / ".join(map(str, sizes)))
            return ntr("{n} square", "{n} squares", sizes[0])
        if terrain not in laid.face.terrain:
            return tr("not on this tile")
        reason = draft.why_not_piece(pieces[0])
        if reason is Reason.DISTRICT_TAKEN:
            return tr("has a skyscraper already")
        return tr("only under a mark") if reason is not None else tr("not on this square")


def _designs(pieces: Iterable[Piece]) -> dict[tuple[str, str], list[tuple[Piece, ...]]]:
    """The designs of every row in their order, each with its pieces."""
    rows: dict[tuple[str, str], dict[tuple[object, ...], list[Piece]]] = {}
    for piece in pieces:
        look = (piece.value, piece.counts, piece.needs, piece.zone, piece.shape)
        rows.setdefault((piece.kind, piece.terrain), {}).setdefault(look, []).append(piece)
    order = sorted(rows, key=lambda row: (row[0] != "skyscraper", row))
    return {row: [tuple(design) for design in rows[row].values()] for row in order}
