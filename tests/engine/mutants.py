"""Records that went wrong on the way: small changes to a sound one, many of which leave a legal game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from tests.engine.judge import right_result

Document = dict[str, Any]
Mutation = Callable[[Random, Document], None]

WEIRD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 4, 99, 100, -100, 1.0, 0.5, 1e308, 2**63, 2**70, -(2**300)),
    *("", "t01", "equity1", "equity9", "skyscraper-E-4", "E", "EFSW", "row", "pile", "\x00\n", "\u2028", "\ud800", "é"),
    *([], {}, [0, 0], [[]], {"": None}, ["t01"], {"from": "pile"}, {"id": "windmill-left-a", "square": 0}),
)


def copied(document: Any) -> Any:
    return json.loads(json.dumps(document))


# Anywhere in the document


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document: its container and its key or index."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from nodes(value[key])


def any_node(random: Random, document: Document) -> tuple[Any, Any]:
    """Any place; those of the box, which are many, not too often."""
    section = random.choice(list(document))
    return random.choice([(document, section), *nodes(document[section])])


def put_something_weird(random: Random, document: Document) -> None:
    where, key = any_node(random, document)
    where[key] = copied(random.choice(WEIRD))


def tweak(random: Random, document: Document) -> None:
    """A value of the same type."""
    where, key = any_node(random, document)
    match where[key]:
        case bool() | None:
            where[key] = not where[key]
        case int(number):
            where[key] = number + random.choice((-2, -1, 1, 2, 10**9))
        case str(word):
            at = random.randrange(len(word) + 1)
            where[key] = word[:at] + random.choice(("", "x", "4", " ")) + word[at + random.randrange(2) :]
        case list(entries):
            random.choice((entries.reverse, entries.clear, lambda: random.shuffle(entries)))()
        case dict(fields):
            where[key] = dict(reversed(fields.items()))


def delete(random: Random, document: Document) -> None:
    where, key = any_node(random, document)
    del where[key]


def double(random: Random, document: Document) -> None:
    where, key = any_node(random, document)
    if isinstance(where, list):
        where.insert(key, copied(where[key]))
    else:
        where[random.choice(("extra", "level", "index", "draw", "result", "equity5"))] = copied(where[key])


def exchange(random: Random, document: Document) -> None:
    (one, first), (other, second) = any_node(random, document), any_node(random, document)
    one[first], other[second] = copied(other[second]), copied(one[first])


# In the box and the deal


def change_a_tile(random: Random, document: Document) -> None:
    tile = random.choice(list(document["components"]["tiles"].values()))
    tile["terrain"] = "".join(random.choice("EFSW") for _ in range(random.choice((4, 4, 4, 3))))


def turn_a_tile(random: Random, document: Document) -> None:
    tile = random.choice(list(document["components"]["tiles"].values()))
    for key in ("terrain", "marks"):
        tile[key] = tile[key][1:] + tile[key][:1]


def change_a_piece(random: Random, document: Document) -> None:
    piece = random.choice(list(document["components"]["pieces"].values()))
    if "shape" in piece:
        random.choice((lambda s: s.append([0, 0]), list.pop, lambda s: [xy.reverse() for xy in s]))(piece["shape"])
    elif "zone" in piece:
        piece["zone"] = random.choice(("left", "right", "top", "bottom", "corner", "center", "middle"))
    elif "needs" in piece:
        piece["needs"] = random.choice((0, 1, 2, 3, 5, 99))
    else:
        piece["terrain"] = random.choice("EFSW")


def rename(random: Random, document: Document) -> None:
    """Another id for a tile or a piece, everywhere: legal."""
    box = document["components"]
    old = random.choice([id for id in (*box["tiles"], *box["pieces"]) if not id.startswith("equity")])
    new = random.choice((f"{old}*", "", "équité", "t\u2028", "\n"))
    replaced = json.loads(json.dumps(document).replace(json.dumps(old), json.dumps(new)))
    document.clear()
    document.update(replaced)


def swap_dealt_tiles(random: Random, document: Document) -> None:
    setup = document["setup"]
    places = [(tiles, index) for tiles in (*setup["hands"], setup["row"], setup["pile"]) for index in range(len(tiles))]
    (one, first), (other, second) = random.sample(places[-10:] if random.random() < 0.5 else places, 2)
    one[first], other[second] = other[second], one[first]


def shuffle_supply_or_hand(random: Random, document: Document) -> None:
    setup = document["setup"]
    random.shuffle(random.choice((setup["supply"], setup["hands"][0], setup["utilities"], setup["players"])))


def swap_supply(random: Random, document: Document) -> None:
    supply, others = document["setup"]["supply"], list(document["components"]["pieces"])
    supply[random.randrange(len(supply))] = random.choice(others)


def another_seat(random: Random, document: Document) -> None:
    random.choice(
        (
            lambda setup: setup["players"].append({"name": "Zoe", "kind": "human"}),
            lambda setup: setup["players"].pop(),
            lambda setup: setup["hands"].reverse(),
            lambda setup: setup["hands"].pop(),
        )
    )(document["setup"])


# In the turns


def any_turn(random: Random, document: Document) -> Document:
    """Any turn, the last one often: what comes after a change seldom stays legal."""
    turns = document["turns"]
    return dict(turns[-1] if random.random() < 0.5 else random.choice(turns))


def put_turn(document: Document, old: Document, new: Document) -> None:
    turns = document["turns"]
    turns[turns.index(old)] = new


def stop_early(random: Random, document: Document) -> None:
    """An unfinished game, perhaps in the middle of a turn: legal."""
    turns = document["turns"]
    del turns[random.randrange(1, len(turns)) :]
    document.pop("result", None)
    for key in ("draw", "piece", "rotation")[: random.choice((0, 0, 1, 2, 2, 3))]:
        turns[-1].pop(key, None)


def lay_otherwise(random: Random, document: Document) -> None:
    old = any_turn(random, document)
    x, y = old["cell"]
    dx, dy = random.choice(((1, 0), (-1, 0), (0, 1), (0, -1), (0, 4), (1, 1)))
    change = random.choice(({"rotation": random.randrange(5)}, {"cell": [x + dx, y + dy]}, {"cell": [y, x]}))
    put_turn(document, old, old | change)


def lay_another(random: Random, document: Document) -> None:
    old = any_turn(random, document)
    tiles = list(document["components"]["tiles"])
    put_turn(document, old, old | {"tile": random.choice(tiles)})


def build_otherwise(random: Random, document: Document) -> None:
    old = any_turn(random, document)
    taken = {turn["piece"]["id"] for turn in document["turns"] if turn.get("piece")}
    box, own = document["components"], (old.get("piece") or {}).get("id", "")
    ground = box["tiles"][old["tile"]]["terrain"]
    left = [id for id in document["setup"]["supply"] if id not in taken]
    fitting = [id for id in left if box["pieces"][id].get("terrain", ground) in ground]
    pieces = random.choice(([own], fitting, fitting, document["setup"]["supply"]))
    piece = {"id": random.choice(pieces), "square": random.choice((0, 1, 2, 3, 3, 4))}
    put_turn(document, old, old | {"piece": random.choice((None, piece, piece, piece))})


def draw_otherwise(random: Random, document: Document) -> None:
    old = any_turn(random, document)
    pile: Document = {"from": "pile"}
    row: Document = {"from": "row", "index": random.randrange(5)}
    put_turn(document, old, old | {"draw": random.choice((None, pile, row, row))})


def mix_turns(random: Random, document: Document) -> None:
    turns = document["turns"]
    at = random.randrange(len(turns))
    random.choice(
        (
            lambda: turns.insert(at, turns[at - 1]),
            lambda: turns.append(turns[at]),
            lambda: turns.insert(at, turns.pop()),
            lambda: turns.pop(at),
        )
    )()


def move_a_city(random: Random, document: Document) -> None:
    """Another origin for one seat: legal if the first tile stays within bounds."""
    seat, dx, dy = random.randrange(2), random.choice((-99, -3, 7, 99, 100)), random.choice((0, 99, -99))
    for turn in document["turns"]:
        if turn["player"] == seat:
            turn["cell"] = [turn["cell"][0] + dx, turn["cell"][1] + dy]


def another_player(random: Random, document: Document) -> None:
    old = any_turn(random, document)
    put_turn(document, old, old | {"player": random.randrange(5)})


def add_keys(random: Random, document: Document) -> None:
    """Further keys: legal."""
    for where in (document, document["setup"], document["setup"]["players"][0], document["components"]):
        where[random.choice(("note", "seed", "app"))] = copied(random.choice([w for w in WEIRD if w != "\ud800"]))
    random.choice(document["turns"])["seconds"] = 3.5


# In the result


def change_the_score(random: Random, document: Document) -> None:
    if "result" not in document:
        document["result"] = {"scores": [], "winners": []}
        return
    row = random.choice(document["result"]["scores"])
    pieces = row["pieces"]
    match random.randrange(5):
        case 0:
            row[random.choice(("total", "parks", "sports", "park_bonus", "sport_bonus", "built"))] += 1
        case 1 if pieces:
            pieces[random.choice(list(pieces))] *= -1
        case 2 if pieces:
            del pieces[random.choice(list(pieces))]
        case 3:
            pieces[random.choice(document["setup"]["supply"])] = random.choice((0, None, 5))
        case _:
            document["result"]["winners"] = random.choice(([], [0], [1], [0, 1], [1, 0], [True], 0))


def drop_the_result(random: Random, document: Document) -> None:
    document.pop("result", None)


ANYWHERE: tuple[Mutation, ...] = (put_something_weird, tweak, delete, double, exchange)
SKILLED: tuple[Mutation, ...] = (
    *(change_a_tile, turn_a_tile, change_a_piece, rename, swap_dealt_tiles, shuffle_supply_or_hand, swap_supply),
    *(another_seat, lay_otherwise, lay_another, build_otherwise, draw_otherwise, mix_turns, move_a_city),
    *(another_player, add_keys, change_the_score, drop_the_result),
)


def mutant(random: Random, document: Document) -> Document:
    """A changed copy of a sound record. Half of them are unfinished, half of the finished ones get a fitting result."""
    changed: Document = copied(document)
    if random.random() < 0.5:
        stop_early(random, changed)
    for _ in range(random.choice((1, 1, 1, 2))):
        mutation = random.choice(ANYWHERE if random.random() < 0.3 else SKILLED)
        with suppress(LookupError, TypeError, AttributeError, ValueError):  # an earlier one took away what it changes
            mutation(random, changed)
    if random.random() < 0.5 and (right := right_result(changed)):
        changed["result"] = right
    return changed


def mutant_bytes(random: Random, raw: bytes) -> bytes:
    """A changed copy of a record's text."""
    at = random.randrange(len(raw))
    end = min(len(raw), at + random.randrange(1, 30))
    match random.randrange(9):
        case 0:
            return raw[:at]
        case 1:
            return raw[:at] + bytes([raw[at] ^ 1 << random.randrange(8)]) + raw[at + 1 :]
        case 2:
            return raw[:at] + raw[end:]
        case 3:
            return raw[:end] + raw[at:]
        case 4:
            return raw[:at] + random.randbytes(random.randrange(1, 4)) + raw[at:]
        case 5:
            return raw.replace(b",", b" ,\r\n", random.randrange(50))
        case 6:
            return b"\xef\xbb\xbf" * random.randrange(1, 3) + raw
        case 7:
            digits = [index for index, byte in enumerate(raw) if chr(byte).isdigit()]
            index = random.choice(digits)
            return raw[:index] + random.choice((b"", b"0", b"7", b"1e9", b"-1", b"NaN", b"1.0")) + raw[index + 1 :]
        case _:
            keys = (b'"player":0', b'"draw":null', b'"version":1', b'"piece":null', b'"rotation":1')
            return raw[:-1] + b"," + random.choice(keys) + raw[-1:]
