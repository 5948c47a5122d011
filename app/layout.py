"""The play screen's rectangles: a pure function of the effective size, the step and the size of the text.

Lengths are in dp, y grows downwards. `regions` never overlap: a screen places one widget in each; `panes` are the
grounds behind them. What lies inside a tray is `hand_slots`, `row_slots` and `app.supply_layout`; what lies in the
action bar is `action_bar`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal, NamedTuple

Step = Literal["lay", "build", "draw"]
Tray = Literal["hand", "supply", "row"]
Insets = tuple[float, float, float, float]  # top, right, bottom, left

TRAYS: Mapping[Step, Tray] = {"lay": "hand", "build": "supply", "draw": "row"}  # the steps are the trays
TARGET = 48.0  # nothing that is tapped is smaller
GAP = 8.0
PADDING = 12.0  # inside panels and at both ends of the action bar
LABEL = 40.0  # a tray's name above what is in it
STRIP = 60.0  # a closed tray
STRIP_LABEL = 152.0  # a closed tray's name, before its previews
COMPACT = 112.0  # four lines of numbers
DECISION = 456.0  # an action bar is no wider: its buttons belong together
RING = 0.34  # of a tile, around the cells that are shown


class Rect(NamedTuple):
    """A rectangle; x and y are its left upper corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x where it ends."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y where it ends."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, across: float, down: float) -> Rect:
        """Smaller by `across` at the left and at the right, by `down` above and below."""
        return Rect(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)

    def columns(self, count: int, gap: float = GAP) -> list[Rect]:
        """Parts of equal width, from left to right."""
        w = (self.w - (count - 1) * gap) / count
        return [Rect(self.x + i * (w + gap), self.y, w, self.h) for i in range(count)]

    def flipped(self, height: float) -> Rect:
        """The same rectangle where y grows upwards from the foot of a window of this height."""
        return Rect(self.x, height - self.bottom, self.w, self.h)


class Kind(Enum):
    """Which of the four layouts."""

    WIDE = auto()  # a lying tablet, a desktop: rail, city, dock
    TALL = auto()  # a standing tablet
    PHONE = auto()  # a standing phone
    SHORT = auto()  # all the rest: a lying phone, half a split screen


class Form(Enum):
    """How much of a tray is shown."""

    OPEN = auto()  # all of it, in the size of a finger
    COMPACT = auto()  # a small picture of all of it; one target as a whole
    STRIP = auto()  # closed: its name and small previews; one target as a whole


class Shelf(NamedTuple):
    """A tray on the screen."""

    form: Form
    panel: Rect
    content: Rect  # where tiles and pieces lie
    label: Rect | None  # where its name stands; None where a tab or the step says it


@dataclass(frozen=True)
class PlayLayout:
    """Where everything on the play screen is."""

    kind: Kind
    regions: Mapping[str, Rect]
    panes: Mapping[str, Rect]  # grounds; regions lie on them
    trays: Mapping[Tray, Shelf]  # those to be seen; their panels are regions, too

    @property
    def ring(self) -> bool:
        """Is there room around the city for the cells to lay on? (For `tile_size`.)"""
        return "loupe" not in self.regions


def kind_of(w: float, h: float) -> Kind:
    """Which layout an effective size gets."""
    if w >= 840 and w >= 1.15 * h and h >= 520:
        return Kind.WIDE
    if w >= 600 and h >= 960:
        return Kind.TALL
    if h >= 640 and (w < 600 or h > w + 60):
        return Kind.PHONE
    return Kind.SHORT


def play_layout(
    width: float,
    height: float,
    step: Step,
    text_scale: float = 1.0,
    insets: Insets = (0, 0, 0, 0),
    seats: int = 4,
    mirrored: bool = False,
    tray: Tray | None = None,
    own: int = 0,
) -> PlayLayout:
    """All rectangles of the play screen.

    `tray` is the one the player looks at, if not that of the step. `mirrored` has the dock at the left, for
    left-handers. On a phone the seat `own` has its card in the bar.
    """
    top, right, bottom, left = insets
    frame = Rect(left, top, width - left - right, height - top - bottom)
    larger = max(0.0, text_scale - 1)
    kind = kind_of(frame.w, frame.h)
    shown = tray or TRAYS[step]
    match kind:
        case Kind.WIDE:
            return _wide(frame, shown, larger, seats, mirrored)
        case Kind.SHORT:
            return _short(frame, shown, larger, seats, mirrored)
        case Kind.TALL:
            return _tall(frame, step == "build", shown, larger, seats)
        case Kind.PHONE:
            return _phone(frame, step == "build", shown, larger, seats, own)


def _wide(frame: Rect, shown: Tray, larger: float, seats: int, mirrored: bool) -> PlayLayout:
    """Players at one side, the city in the middle, the three trays at the other side."""
    rail, city, dock = _side_by_side(
        frame, _round8(_clamp(0.10 * frame.w, 112, 136)), _round8(_clamp(0.345 * frame.w, 440, 480)), mirrored
    )
    caption = 48 + 24 * larger
    card = (frame.h - 96) / 4  # of four, however many play: a table of two has no larger cards
    trays = _wide_trays(dock, shown)
    steps = Rect(dock.x + 16, dock.bottom - 128, dock.w - 32, 40)
    regions = {
        "menu": Rect(rail.x + 8, rail.y + 8, TARGET, TARGET),
        "round": Rect(rail.x + 60, rail.y + 8, rail.w - 64, TARGET),
        **{f"card-{i}": Rect(rail.x + 6, rail.y + 64 + i * (card + GAP), rail.w - 12, card) for i in range(seats)},
        "notice": Rect(city.x, city.y + 4, city.w, 48),
        "city": Rect(city.x + 4, city.y + 52, city.w - 8, city.h - 60 - caption),
        "caption": Rect(city.x, city.bottom - 4 - caption, city.w, caption),
        **{name: shelf.panel for name, shelf in trays.items()},
        **{f"step-{i}": pill for i, pill in enumerate(steps.columns(3))},
        "action": Rect(dock.x + 4, dock.bottom - 80, dock.w - 8, 64),
    }
    return PlayLayout(Kind.WIDE, regions, {"rail": rail, "dock": dock}, trays)


def _wide_trays(dock: Rect, shown: Tray) -> dict[Tray, Shelf]:
    """Row, supply and hand from top to bottom: mine is near, common is far."""
    x, w = dock.x + 16, dock.w - 32
    if shown == "supply" and dock.h < 720:  # the pieces need all the height there is
        panel = Rect(x, dock.y + 4, w, dock.h - 140)
        return {"supply": Shelf(Form.OPEN, panel, panel.inset(0, 6), None)}
    top, gap = dock.y + 12, 12.0
    room = dock.h - 152 - 2 * gap
    line = LABEL + 72 + PADDING  # one line of the row
    forms: dict[Tray, Form] = {"hand": Form.OPEN, "supply": Form.COMPACT, "row": Form.OPEN}
    if shown == "hand":
        hand = LABEL + min(128, (w - 48) / 3) + PADDING
        row = line if room - hand - line >= COMPACT else STRIP
    elif shown == "row":
        hand = min(LABEL + 104 + PADDING, room - line - COMPACT)
        row = line if dock.h < 720 else min(LABEL + 252 + PADDING, room - hand - COMPACT)
    else:
        forms = {"hand": Form.STRIP, "supply": Form.OPEN, "row": Form.STRIP}
        hand = row = STRIP
    if row == STRIP:
        forms["row"] = Form.STRIP
    supply = room - hand - row
    panels: dict[Tray, Rect] = {
        "row": Rect(x, top, w, row),
        "supply": Rect(x, top + row + gap, w, supply),
        "hand": Rect(x, top + row + gap + supply + gap, w, hand),
    }
    return {name: _shelf(panel, forms[name]) for name, panel in panels.items()}


def _shelf(panel: Rect, form: Form) -> Shelf:
    """A panel of the wide layout, with its name at the left (strips) or above what is in it."""
    x, y, w, h = panel
    if form is Form.STRIP:
        content = Rect(x + STRIP_LABEL, y + 8, w - STRIP_LABEL - PADDING, h - 16)
        return Shelf(form, panel, content, Rect(x + PADDING, y, STRIP_LABEL - 2 * PADDING, h))
    if form is Form.COMPACT and h < COMPACT + 32:  # numbers before names
        return Shelf(form, panel, panel.inset(0, 6), None)
    return Shelf(form, panel, Rect(x, y + LABEL, w, h - LABEL - PADDING), Rect(x + PADDING, y, w - 2 * PADDING, LABEL))


def _short(frame: Rect, shown: Tray, larger: float, seats: int, mirrored: bool) -> PlayLayout:
    """A thin rail, the city as high as it can be, one dock with tabs."""
    rail, city, dock = _side_by_side(frame, 56, _clamp(frame.w - 56 - frame.h, 344, 480), mirrored)
    caption, tabs, action = 40 + 20 * larger, 48.0, 56.0
    card = min(96.0, (frame.h - 122) / 4)
    foot = dock.bottom - action
    tray = Rect(dock.x, dock.y + caption + tabs, dock.w, foot - dock.y - caption - tabs)
    trays = _one_tray(tray, shown, 4)
    regions = {
        "menu": Rect(rail.x + 4, rail.y + 4, TARGET, TARGET),
        "round": Rect(rail.x + 2, rail.y + 54, rail.w - 4, 36),
        **{f"card-{i}": Rect(rail.x + 4, rail.y + 94 + i * (card + GAP), TARGET, card) for i in range(seats)},
        "city": city,
        "caption": Rect(dock.x, dock.y, dock.w, caption),
        **_tabs(Rect(dock.x, dock.y + caption, dock.w, tabs)),
        shown: tray,
        "action": Rect(dock.x, foot, dock.w, action),
    }
    return PlayLayout(Kind.SHORT, regions, {"rail": rail, "dock": dock}, trays)


def _tall(frame: Rect, building: bool, shown: Tray, larger: float, seats: int) -> PlayLayout:
    """A standing tablet: bar, notice, city, caption, tabs, tray, action bar."""
    bar = Rect(frame.x, frame.y, frame.w, 80)
    cards = Rect(bar.x + 140, bar.y + 6, bar.w - 148, 68).columns(max(3, seats))
    regions = {
        "menu": Rect(bar.x + 8, bar.y + 16, TARGET, TARGET),
        "round": Rect(bar.x + 60, bar.y + 16, 76, TARGET),
        **{f"card-{i}": card for i, card in enumerate(cards[:seats])},
        "notice": Rect(bar.x, bar.bottom, bar.w, 48),
    }
    body = Rect(frame.x, bar.bottom + 48, frame.w, frame.h - 128)
    measures = _Measures(48 + round(20 * larger), 88, 184, margin=16, share=0.62, supply=372, above=4)
    return _stacked(Kind.TALL, body, regions, {"bar": bar}, building, shown, measures)


def _phone(frame: Rect, building: bool, shown: Tray, larger: float, seats: int, own: int) -> PlayLayout:
    """A standing phone: bar, the other players, city, caption, tabs, tray, action bar."""
    bar = Rect(frame.x, frame.y, frame.w, 56)
    card = _clamp(0.515 * bar.w, 176, 320)
    regions = {
        "menu": Rect(bar.x + 8, bar.y + 4, TARGET, TARGET),
        "round": Rect(bar.x + 64, bar.y + 4, bar.w - card - 80, TARGET),
        f"card-{own}": Rect(bar.right - 8 - card, bar.y + 4, card, TARGET),
    }
    panes, head = {"bar": bar}, bar.bottom
    if not building:  # the pieces need the room more
        panes["players"] = players = Rect(frame.x, head, frame.w, 60)
        chips = players.inset(8, 4).columns(max(2, seats - 1))
        others = [seat for seat in range(seats) if seat != own]
        regions |= {f"card-{seat}": chip for seat, chip in zip(others, chips, strict=False)}
        head = players.bottom
    body = Rect(frame.x, head, frame.w, frame.bottom - head)
    measures = _Measures(56 + round(36 * larger), 68, 148, margin=4, share=0.485, supply=224, above=0)
    return _stacked(Kind.PHONE, body, regions, panes, building, shown, measures)


class _Measures(NamedTuple):
    """In what the two standing layouts differ below the players."""

    caption: float
    tabs: float
    tray: float  # to lay and to draw
    margin: float  # beside the city
    share: float  # of the width that the city keeps beside the loupe
    supply: float  # the least height of the tray to build from
    above: float  # the loupe


def _stacked(
    kind: Kind,
    body: Rect,
    regions: dict[str, Rect],
    panes: dict[str, Rect],
    building: bool,
    shown: Tray,
    measures: _Measures,
) -> PlayLayout:
    """City, caption, tabs, tray and action bar from top to bottom; while building a loupe beside a smaller city."""
    x, y, w, _ = body
    foot = body.bottom - 72
    below = measures.tabs + measures.caption
    if building:
        y += measures.above
        side = _round8(min(measures.share * w, foot - measures.supply - below - y))
        regions["city"] = Rect(x + 8, y, side, side)
        regions["loupe"] = Rect(x + 16 + side, y, w - side - 24, side)
        y += side
    else:
        city = foot - measures.tray - below - y
        regions["city"] = Rect(x + measures.margin, y, w - 2 * measures.margin, city)
        y += city
    tray = Rect(x, y + below, w, foot - y - below)
    regions |= {
        "caption": Rect(x, y, w, measures.caption),
        **_tabs(Rect(x, y + measures.caption, w, measures.tabs)),
        shown: tray,
        "action": Rect(x, foot, w, 72),
    }
    return PlayLayout(kind, regions, panes, _one_tray(tray, shown, 8))


def _one_tray(panel: Rect, shown: Tray, padding: float) -> dict[Tray, Shelf]:
    """The only tray of a layout with tabs; a low one has the supply as numbers."""
    if shown != "supply":
        return {shown: Shelf(Form.OPEN, panel, panel.inset(0, 16), None)}
    form = Form.OPEN if panel.h - 2 * padding >= 4 * TARGET else Form.COMPACT
    return {shown: Shelf(form, panel, panel.inset(0, padding), None)}


def _tabs(strip: Rect) -> dict[str, Rect]:
    """The tabs of the three trays, in the order of the steps."""
    return {f"tab-{tray}": tab for tray, tab in zip(TRAYS.values(), strip.inset(8, 0).columns(3), strict=True)}


def _side_by_side(frame: Rect, rail: float, dock: float, mirrored: bool) -> tuple[Rect, Rect, Rect]:
    """Rail, what is between, dock; mirrored the dock is at the left."""
    x, y, w, h = frame
    city = w - rail - dock
    if mirrored:
        return Rect(x + dock + city, y, rail, h), Rect(x + dock, y, city, h), Rect(x, y, dock, h)
    return Rect(x, y, rail, h), Rect(x + rail, y, city, h), Rect(x + rail + city, y, dock, h)


class Arrangement(NamedTuple):
    """Which buttons the action bar has beside its confirming one."""

    slots: tuple[int, ...] = ()  # of the icons, 1 to 3 from the left
    nothing: bool = False  # "Build nothing"


CHOOSING = Arrangement((1, 3))  # undo, turn right
TRYING = Arrangement((1, 2, 3))  # a tile lies for trial: take back, turn left, turn right
BUILDING = Arrangement((1,), nothing=True)  # undo, or take back the chosen piece
DRAWING = Arrangement((1,))  # undo
LOOKING = Arrangement()  # back to my city


def action_bar(bar: Rect, arrangement: Arrangement, mirrored: bool = False) -> dict[str, Rect]:
    """The buttons of the action bar: "slot-1" to "slot-3", "nothing", "confirm".

    "confirm" has the same right end in every arrangement. "nothing" stays in the left half, so a double tap on a
    confirming button does not skip the building; only beside two icons on a narrow bar it reaches further.
    """
    side = 56.0 if bar.h >= 64 else TARGET
    w = min(bar.w - 2 * PADDING, DECISION)
    x, y = bar.x + PADDING if mirrored else bar.right - PADDING - w, bar.centre[1] - side / 2
    buttons = {f"slot-{slot}": Rect(x + (slot - 1) * (side + GAP), y, side, side) for slot in arrangement.slots}
    start = x + max(arrangement.slots, default=0) * (side + GAP)
    if arrangement.nothing:
        end = max(x + (w - GAP) / 2, start + 96)
        buttons["nothing"] = Rect(start, y, end - start, side)
        start = end + GAP
    buttons["confirm"] = Rect(start, y, x + w - start, side)
    return buttons


def hand_slots(content: Rect, count: int = 3) -> list[Rect]:
    """The squares of the tiles in the hand."""
    return _in_line(content, count, 152, 12)


class RowSlots(NamedTuple):
    """The squares of the row's tiles and of the pile."""

    tiles: list[Rect]
    pile: Rect


def row_slots(content: Rect) -> RowSlots:
    """One line of five squares, or two by two and the pile beside them where that makes them larger."""
    *tiles, pile = _in_line(content, 5, 136, GAP)
    side = min(120.0, (content.h - 12) / 2, (content.w - 4 * 12) / 3)
    if side <= pile.w:
        return RowSlots(tiles, pile)
    upper = _in_line(Rect(content.x, content.centre[1] - 6 - side, content.w, side), 3, side, 12)
    lower = [Rect(x, y + side + 12, w, h) for x, y, w, h in upper]
    return RowSlots([*upper[:2], *lower[:2]], upper[2])


def _in_line(content: Rect, count: int, most: float, gap: float) -> list[Rect]:
    """Squares in a line, with equal space between and beside them."""
    side = min(content.h, most, (content.w - (count + 1) * gap) / count)
    space = (content.w - count * side) / (count + 1)
    y = content.centre[1] - side / 2
    return [Rect(content.x + space + i * (side + space), y, side, side) for i in range(count)]


def tile_size(pane: Rect, span: int, ring: bool = True) -> float:
    """The side of a city's tile; `span` is the larger of its two spans.

    With the ring of cells to lay on, six cells across while the span is at most 2, then 5, then 4: the view steps
    twice in a game, when the frame closes. Without it the city itself, three cells at least: a lone tile stays small.
    """
    across = max(4, 6 - max(0, span - 2)) if ring else max(3, span)
    return min(pane.w, pane.h) / (across + RING)


def _clamp(value: float, low: float, high: float) -> float:
    return max(low, min(high, value))


def _round8(value: float) -> float:
    return 8.0 * round(value / 8)
