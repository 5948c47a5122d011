"""The command line: `python -m engine COMMAND`, needing no installed package."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import SystemRandom
from textwrap import fill
from typing import NoReturn, TextIO

from engine import arena, commands, learning
from engine.ai import CHARACTERS, LEVELS
from engine.ai.tables import shipped
from engine.components import UTILITIES, Box, load_box, standard_box
from engine.fields import Malformed
from engine.state import PLAYERS

WRONG_ARGUMENT = 2
DIGITS = 18  # of a number on the command line, at the most


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(WRONG_ARGUMENT, f"{self.prog}: {message} (--help tells more)\n")


def seats(text: str) -> tuple[str, ...]:
    """Two to four levels, parted by commas."""
    found = levels(text)
    if len(found) not in PLAYERS:
        raise argparse.ArgumentTypeError(f"2 to 4 seats are needed, not {len(found)}")
    return found


def levels(text: str) -> tuple[str, ...]:
    """Levels, parted by commas."""
    return tuple(map(level, text.split(",")))


def players(text: str) -> int:
    """A number of players."""
    if (number := whole(text)) not in PLAYERS:
        raise argparse.ArgumentTypeError(f"2 to 4 players are needed, not {number}")
    return number


def share(text: str) -> float:
    """A number from 0 to 100."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 100, not {text[:40]!r}")
    return number


def level(text: str) -> str:
    """The name of a level."""
    if text not in LEVELS:
        raise argparse.ArgumentTypeError(f"there is no level {text!r}, only {', '.join(LEVELS)}")
    return text


def utilities(text: str) -> tuple[str, str]:
    """Two kinds of utility, parted by a comma."""
    kinds = text.split(",")
    if len(set(kinds)) != 2 or len(kinds) != 2 or not set(kinds) <= set(UTILITIES):
        raise argparse.ArgumentTypeError(f"two different kinds of {', '.join(UTILITIES)} are needed")
    return kinds[0], kinds[1]


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def whole(text: str) -> int:
    """A whole number, not too long for any program that reads it again."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text[:40]!r}") from None
    if abs(number) >= 10**DIGITS:
        raise argparse.ArgumentTypeError(f"must have at most {DIGITS} digits")
    return number


def box(text: str) -> Box:
    """The file of a box."""
    try:
        return load_box(Path(text))
    except Malformed as fault:
        raise argparse.ArgumentTypeError(f"{text}: {fault}") from None
    except OSError as fault:
        raise argparse.ArgumentTypeError(f"{text}: {fault.strerror}") from None


def parser() -> Parser:
    """All commands with their options."""
    top = Parser(prog="python -m engine", description="Neoville without a window: play, check and show games.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)

    play = commands.add_parser(
        "play",
        help="whole games between computer players",
        description="Plays whole games between computer players and prints a table of results by seat.",
        epilog=f"Levels: {', '.join(LEVELS)}. Game k is dealt with seed S + k - 1, so any game can be repeated.",
    )
    play.add_argument(
        "--seats", type=seats, required=True, metavar="LEVEL,LEVEL[,…]", help="who plays, first player first"
    )
    play.add_argument("--games", type=positive, default=1, metavar="N", help="how many games (1)")
    play.add_argument("--seed", type=whole, metavar="S", help="seed of the first game (a random one)")
    play.add_argument(
        "--utilities",
        type=utilities,
        metavar="KIND,KIND",
        help="two kinds of utility (drawn at random for each game)",
    )
    play.add_argument(
        "--box", type=box, default=None, metavar="FILE", help="play with the tiles and pieces of this file"
    )
    play.add_argument("--record", type=Path, metavar="FILE", help="write the games here, one record a line")

    move = commands.add_parser(
        "move",
        help="answer unfinished records with a move",
        description="Reads unfinished records from standard input, one a line, and answers each at once with one "
        "line of JSON: the player and the keys of the steps still to do in the turn, or an error.",
        epilog="Each line is answered as if alone: same record, same seed, same answer.",
    )
    move.add_argument("--level", type=level, required=True, metavar="LEVEL", help=f"one of {', '.join(LEVELS)}")
    move.add_argument("--seed", type=whole, default=1, metavar="S", help="seed of the player's chance (1)")

    move.add_argument("--why", action="store_true", help="add the reasons for the turn, the weightiest first")

    check = commands.add_parser(
        "check",
        help="replay records and say what is wrong",
        description="Replays every record and prints a line for each: 'FILE:LINE: ok' or 'FILE:LINE: turn 7: reason'. "
        "The exit status is 1 if any is refused.",
    )
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record, or one record a line")

    show = commands.add_parser(
        "show",
        help="draw games as text",
        description="Draws the cities of every record in a file with their score sheets; of unfinished games with the "
        "forecast: + safe, ? open, - lost.",
    )
    show.add_argument("file", type=Path, metavar="FILE", help="a record, or one record a line")
    show.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours (auto: on a terminal)"
    )

    arena = commands.add_parser(
        "arena",
        help="let levels play against each other",
        description=fill(
            "Lets levels play against each other on paired deals: each deal is played once for every rotation of the "
            "seats. Prints the share of victories (a shared one counts its part), the mean margin over the others and "
            "the mean total with 95 % intervals, and the CPU time a turn in milliseconds (median and most)."
        ),
        epilog="\n".join(f"{level}: {CHARACTERS[level]}" for level in LEVELS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arena.add_argument("--levels", type=levels, required=True, metavar="LEVEL,LEVEL[,…]", help="who plays")
    arena.add_argument("--games", type=positive, default=100, metavar="N", help="how many games, at least (100)")
    arena.add_argument("--players", type=players, metavar="K", help="seats at the table (as many as levels)")
    arena.add_argument("--jobs", type=positive, metavar="J", help="processes (one for each core)")
    arena.add_argument("--seed", type=whole, default=1, metavar="S", help="seed of the first deal (1)")

    learn = commands.add_parser(
        "learn",
        help="improve the tables of the computer players",
        description="Plays games against itself and corrects the tables by which the computer players value a city. "
        "The file is written after every batch: stop with Ctrl-C at any time, and go on with the same command.",
        epilog="To start from nothing, name a file that does not exist. 'arena' tells what it was worth.",
    )
    learn.add_argument("--players", type=players, default=2, metavar="K", help="seats at the table (2)")
    learn.add_argument("--games", type=positive, default=2000, metavar="N", help="how many games (2000)")
    learn.add_argument("--file", type=Path, metavar="FILE", help="the tables (those that come with the game)")
    learn.add_argument("--step", type=share, default=0.1, metavar="A", help="first step, falls to a tenth (0.1)")
    learn.add_argument(
        "--noise", type=share, default=0.5, metavar="P", help="chance added to each turn, in points (0.5)"
    )
    learn.add_argument("--jobs", type=positive, metavar="J", help="processes (one for each core)")
    learn.add_argument("--seed", type=whole, default=1, metavar="S", help="seed of the games (1)")

    bench = commands.add_parser(
        "bench",
        help="measure the engine's speed",
        description="Plays random games of two players and prints CPU time a decision and a legal action. "
        "'make bench' compares it with other engines.",
    )
    bench.add_argument("--json", action="store_true", help="as one line of JSON")
    arena.set_defaults(fail=arena.error)
    return top


def in_colour(choice: str) -> bool:
    """Does the terminal take colours, and does its user want them?"""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


def run(arguments: argparse.Namespace) -> int:
    """Do what the command line asks for; the exit status."""
    match arguments.command:
        case "play":
            seed = SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
            return commands.play(
                arguments.seats,
                arguments.games,
                seed,
                arguments.utilities,
                arguments.box or standard_box(),
                arguments.record,
            )
        case "move":
            return commands.move(arguments.level, arguments.seed, arguments.why, sys.stdin.buffer)
        case "check":
            return commands.check(arguments.files)
        case "show":
            return commands.show(arguments.file, in_colour(arguments.color))
        case "arena":
            seats = arguments.players or min(max(len(arguments.levels), min(PLAYERS)), max(PLAYERS))
            if len(arguments.levels) > seats:
                arguments.fail(f"{len(arguments.levels)} levels do not fit {seats} players")
            for line in arena.arena(arguments.levels, arguments.games, seats, arguments.jobs, arguments.seed):
                print(line)
            return 0
        case "learn":
            file = arguments.file or shipped(arguments.players)
            return learning.learn(
                file,
                arguments.players,
                arguments.games,
                arguments.step,
                arguments.noise,
                arguments.jobs,
                arguments.seed,
            )
        case _:
            return commands.bench(arguments.json)


def main() -> int:
    """Run a command; a fault of the user's or the machine's is said in one line."""
    sys.stdin, sys.stdout, sys.stderr = (
        sys.stdin or _nowhere("r"),
        sys.stdout or _nowhere("w"),
        sys.stderr or _nowhere("w"),
    )
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        try:
            return run(parser().parse_args())
        finally:
            sys.stdout.flush()  # here, where a fault can still be said
    except BrokenPipeError:  # whoever read our output has seen enough
        _give_up_output()
        return 0
    except OSError as fault:
        where = f"{fault.filename}: " if fault.filename else ""
        print(f"python -m engine: {where}{fault.strerror}", file=sys.stderr)
        try:
            sys.stdout.flush()
        except OSError:
            _give_up_output()
        return WRONG_ARGUMENT
    except Malformed as fault:
        print(f"python -m engine: {fault}", file=sys.stderr)
        return WRONG_ARGUMENT
    except KeyboardInterrupt:
        return 130


def _nowhere(mode: str) -> TextIO:
    """In place of a stream that was closed before we began."""
    return open(os.devnull, mode, encoding="utf-8")  # type: ignore[return-value]


def _give_up_output() -> None:
    """Let what is still to be printed vanish, or Python would complain at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
