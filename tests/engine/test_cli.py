"""The command line: what each command prints, where, and with which exit status."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import Game, Phase, Player, Setup, commands, dump, read_game, read_records, standings, write_records
from engine.__main__ import main
from engine.ai import LEVELS
from tests.engine.gamebook import document, finished, played
from tests.engine.judge import ACCEPTED, right_result, verdict_on_bytes
from tests.engine.mutants import copied

ROOT = Path(__file__).parents[2]
COMMANDS = ("play", "move", "check", "show", "bench", "arena", "learn")
START = (sys.executable, "-S", "-E", "-s", "-m", "engine")  # -S: no installed package


class Outcome(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Outcome]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: (status, standard output, standard error)."""

    def command(*arguments: object, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "argv", ["engine", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        try:
            status = main()
        except SystemExit as leaving:
            assert isinstance(leaving.code, int)
            status = leaving.code
        return Outcome(status, *capsys.readouterr())

    return command


def launch(*arguments: object, options: tuple[str, ...] = (), **how: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own."""
    ways: dict[str, Any] = {"capture_output": True, "timeout": 60, "cwd": ROOT, **how}
    command = [START[0], *options, *START[1:], *map(str, arguments)]
    finished: subprocess.CompletedProcess[bytes] = subprocess.run(command, check=False, **ways)
    return finished


def one_line(text: str) -> str:
    """The only line of a text, which is no traceback."""
    assert text.count("\n") == 1, text
    assert text.endswith("\n")
    assert "Traceback" not in text
    return text[:-1]


# In general


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("columns", ["30", "80", "200"])
def test_help_is_worth_reading(run: Run, monkeypatch: pytest.MonkeyPatch, command: str, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = run(*command.split(), "--help")
    assert (said.status, said.err) == (0, "")
    assert len(said.out.split()) > 25
    assert "\n\n" in said.out


def test_help_names_every_option_and_level(run: Run) -> None:
    assert all(command in run("--help").out for command in COMMANDS)
    play = run("play", "--help").out
    assert all(option in play for option in ("--seats", "--games", "--seed", "--utilities", "--box", "--record"))
    assert all(level in play for level in LEVELS)
    assert all(level in run("move", "--help").out for level in LEVELS)


WRONG = {
    "": "required: COMMAND",
    "dance": "'dance'",
    "play": "--seats",
    "play --seats random": "2 to 4 seats are needed, not 1",
    "play --seats random,random,random,random,random": "not 5",
    "play --seats random,wizard": "there is no level 'wizard'",
    "play --seats random,": "there is no level ''",
    "play --seats random,random --games 0": "must be at least 1",
    "play --seats random,random --games 2.5": "must be a whole number, not '2.5'",
    f"play --seats random,random --games {'9' * 5000}": "must be a whole number",
    f"play --seats random,random --seed {'9' * 4300}": "must have at most 18 digits",
    "play --seats random,random --seed": "expected one argument",
    "play --seats random,random --utilities windmill": "two different kinds of biodome, ecomobile, windmill",
    "play --seats random,random --utilities windmill,windmill": "two different kinds",
    "play --seats random,random --utilities windmill,tram": "two different kinds",
    "play --seats random,random --box /nowhere": "/nowhere: No such file or directory",
    "play --seats random,random --box .": ".: Is a directory",
    "play --seats random,random --box engine/rules.py": "engine/rules.py: malformed JSON",
    "play --seats random,random --record /nowhere/games": "/nowhere/games: No such file or directory",
    "play --seats random,random --record engine": "engine: Is a directory",
    "play --seats random,random --quick": "--quick",
    "move": "--level",
    "move --level wizard": "there is no level 'wizard'",
    "move --level random --seed x": "must be a whole number, not 'x'",
    "check": "required: FILE",
    "show": "required: FILE",
    "show /nowhere": "/nowhere: No such file or directory",
    "show engine": "engine: Is a directory",
    "bench --xml": "--xml",
    "arena": "--levels",
    "arena --levels random,wizard": "there is no level 'wizard'",
    "arena --levels random,random,random --players 2": "3 levels do not fit 2 players",
    "arena --levels random --jobs 0": "must be at least 1",
    "learn --players 5": "2 to 4 players are needed, not 5",
    "learn --step nan": "must be a number from 0 to 100, not 'nan'",
}


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: arguments[:60])
def test_a_wrong_argument_gets_one_clear_line(run: Run, monkeypatch: pytest.MonkeyPatch, arguments: str) -> None:
    monkeypatch.chdir(ROOT)
    said = run(*arguments.split())
    assert (said.status, said.out) == (2, "")
    line = one_line(said.err)
    assert line.startswith("python -m engine")
    assert WRONG[arguments] in line
    assert len(line) < 200


def test_no_installed_package_and_no_docstring_is_needed(tmp_path: Path) -> None:
    file = tmp_path / "games"
    said = launch("play", "--seats", "random,random", "--seed", 1, "--record", file, options=("-OO",))
    assert (said.returncode, said.stderr) == (0, b"")
    said = launch("check", file, options=("-OO",))
    assert (said.returncode, said.stdout) == (0, f"{file}:1: ok\n".encode())
    assert b"whole games between computer players" in launch("--help", options=("-OO",)).stdout


def test_a_reader_who_leaves_early_causes_no_fuss(tmp_path: Path) -> None:
    file = tmp_path / "games"
    write_records(file, [dump(finished())] * 30)
    for command in ("check", "show"):
        read, write = os.pipe()
        os.close(read)
        said = launch(command, file, capture_output=False, stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        assert said.returncode in (0, 1)
        assert b"Traceback" not in said.stderr
        assert b"Exception" not in said.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to offer")
@pytest.mark.parametrize("arguments", ["check {}", "show {}", "play --seats random,random", "bench --help"])
def test_a_full_disk_is_said_in_one_line(tmp_path: Path, arguments: str) -> None:
    file = tmp_path / "games"
    write_records(file, [dump(finished())])
    with open("/dev/full", "wb") as full:
        said = launch(*arguments.format(file).split(), capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert said.returncode != 0
    assert "No space left on device" in said.stderr.decode()
    assert b"Traceback" not in said.stderr
    assert b"Exception" not in said.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_no_fault(tmp_path: Path, closed: str) -> None:
    file = tmp_path / "games"
    write_records(file, [dump(finished())])
    for command in (f"check {file}", "move --level random"):
        shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *START, *command.split()]
        said = subprocess.run(shell, check=False, capture_output=True, stdin=subprocess.DEVNULL, cwd=ROOT, timeout=60)
        assert said.returncode == 0
        assert b"Traceback" not in said.stderr


# play


def test_play_prints_a_table_by_seat_and_writes_a_record_a_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games"
    said = run("play", "--seats", "random,random,random", "--games", 4, "--seed", 11, "--record", file)
    assert (said.status, said.err) == (0, "")
    head, *rows, last = said.lines
    assert head.split() == ["seat", "mean", "total", "least", "most", "wins", "share"]
    assert [row.split()[:2] for row in rows] == [["1", "random"], ["2", "random"], ["3", "random"]]
    assert last == "4 games, seeds 11 to 14"
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    totals = [[record["result"]["scores"][seat]["total"] for record in records] for seat in range(3)]
    wins = [sum((seat in r["result"]["winners"]) / len(r["result"]["winners"]) for r in records) for seat in range(3)]
    for row, total, won in zip(rows, totals, wins, strict=True):
        mean, least, most, count, share = row.split()[2:]
        assert (int(least), int(most), count) == (min(total), max(total), f"{won:g}")
        assert abs(float(mean) - sum(total) / 4) < 0.051
        assert abs(float(share.rstrip("%")) - 25 * won) < 0.051
    assert [record["seed"] for record in records] == [11, 12, 13, 14]
    assert {player["level"] for record in records for player in record["setup"]["players"]} == {"random"}
    assert all(record["turns"] for record in records)


def test_the_same_seed_plays_the_same_games(run: Run, tmp_path: Path) -> None:
    one, two, three = tmp_path / "one", tmp_path / "two", tmp_path / "three"
    run("play", "--seats", "random,random", "--games", 2, "--seed", 5, "--record", one)
    run("play", "--seats", "random,random", "--games", 2, "--seed", 5, "--record", two)
    run("play", "--seats", "random,random", "--seed", 6, "--record", three)
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes().splitlines()[1:] == three.read_bytes().splitlines(), "any game can be repeated alone"


def test_without_a_seed_games_differ(run: Run) -> None:
    assert len({run("play", "--seats", "random,random").lines[-1] for _ in range(4)}) > 1


def test_play_takes_utilities_and_a_box(run: Run, tmp_path: Path) -> None:
    file, box = tmp_path / "games", tmp_path / "box.json"
    box.write_text((ROOT / "engine/box.json").read_text().replace('"t05"', '"home-made"'))
    told = ("--utilities", "windmill,ecomobile", "--box", box)
    assert run("play", "--seats", "random,random", "--games", 3, *told, "--record", file).status == 0
    for _, game in read_records(file):
        assert isinstance(game, Game)
        assert set(game.state.utilities) == {"windmill", "ecomobile"}
        assert "home-made" in game.state.box.tiles


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda box: box["tiles"].popitem(), "equity4 is missing"),
        (lambda box: box["tiles"].pop("t01"), "73 regular tiles instead of 74"),
        (lambda box: box["pieces"].pop("biodome-L3-a"), "11 of kind biodome instead of 12"),
        (lambda box: box["pieces"].pop("skyscraper-E-4"), "skyscrapers must be one each of 4, 5, 6, 7, 8, 10, 12"),
        (lambda box: box.pop("pieces"), "pieces is missing"),
    ],
    ids=["equity", "tile", "biodome", "skyscraper", "pieces"],
)
def test_a_wrong_box_is_a_wrong_argument(
    run: Run, tmp_path: Path, change: Callable[[Any], object], reason: str
) -> None:
    file, box = tmp_path / "box.json", json.loads((ROOT / "engine/box.json").read_bytes())
    change(box)
    file.write_text(json.dumps(box))
    said = run("play", "--seats", "random,random", "--box", file)
    assert (said.status, said.out) == (2, "")
    assert reason in one_line(said.err)


def test_records_can_be_piped_on() -> None:
    said = launch("play", "--seats", "random,random", "--seed", 2, "--record", "/dev/stdout")
    assert said.returncode == 0
    record, *table = said.stdout.splitlines()
    assert verdict_on_bytes(record) == ACCEPTED
    assert len(table) == 4


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to offer")
def test_a_full_disk_under_the_records_is_said(run: Run) -> None:
    said = run("play", "--seats", "random,random", "--games", 3, "--record", "/dev/full")
    assert said.status == 2
    assert "No space left on device" in one_line(said.err)


@pytest.mark.parametrize(("kill", "status"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_killed_play_overwrites_nothing(tmp_path: Path, kill: signal.Signals, status: int) -> None:
    file = tmp_path / "games"
    file.write_text("precious")
    arguments = ("play", "--seats", "random,random", "--games", "1000000", "--seed", "1", "--record", str(file))
    with subprocess.Popen([*START, *arguments], cwd=ROOT, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 30
        while not any(path.stat().st_size > 100_000 for path in tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(kill)
        _, err = process.communicate(timeout=30)
    assert process.returncode == status
    assert b"Traceback" not in err
    assert file.read_text() == "precious"
    if kill is signal.SIGINT:
        assert list(tmp_path.iterdir()) == [file]


def terminal() -> tuple[int, int]:
    """A terminal of our own: our end of it, and the one for a command."""
    try:
        return pty.openpty()
    except OSError:  # a bare container may have none
        pytest.skip("this machine has no pseudo-terminals")


def on_screen(ours: int) -> bytes:
    """All that was written to a terminal until its other end was closed; Linux says that with an error."""
    shown = b""
    with contextlib.suppress(OSError):
        while piece := os.read(ours, 1 << 16):
            shown += piece
    os.close(ours)
    return shown


def on_a_terminal(*arguments: str) -> tuple[bytes, bytes]:
    """What a command prints to its standard output, and to the terminal that is its standard error."""
    ours, theirs = terminal()
    with subprocess.Popen([*START, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        out, _ = process.communicate(timeout=60)
    return out, on_screen(ours)


def test_many_games_show_their_progress_on_a_terminal_only() -> None:
    arguments = ("play", "--seats", "random,random", "--seed", "3", "--games")
    out, shown = on_a_terminal(*arguments, "12")
    assert b"6/12" in shown
    assert shown.endswith(b"\r"), "and the bar is wiped away"
    assert b"\r" not in out
    assert on_a_terminal(*arguments, "2")[1] == b"", "a few games need no bar"
    assert launch(*arguments, "12").stderr == b"", "nor does a file"
    assert launch(*arguments, "12").stdout == out


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_write_records_that_check_accepts(run: Run, tmp_path: Path, seats: int) -> None:
    accepted(run, tmp_path, seats, 20)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1000_random_games_write_records_that_check_accepts(run: Run, tmp_path: Path, seats: int) -> None:
    accepted(run, tmp_path, seats, 1000)


def accepted(run: Run, tmp_path: Path, seats: int, games: int) -> None:
    file = tmp_path / "games"
    assert run("play", "--seats", ",".join(["random"] * seats), "--games", games, "--seed", 1, "--record", file)[0] == 0
    said = run("check", file)
    assert said.lines == [f"{file}:{number}: ok" for number in range(1, games + 1)]
    assert (said.status, said.err) == (0, f"{games} accepted, 0 refused\n")
    assert {verdict_on_bytes(line) for line in file.read_bytes().splitlines()} == {ACCEPTED}


# check


def test_check_prints_a_line_for_each_record_and_nothing_else(run: Run, tmp_path: Path) -> None:
    good, late = finished(), finished()
    late["turns"][6]["rotation"] = 4
    wrong = finished() | {"version": 9}
    one, two = tmp_path / "one", tmp_path / "two"
    write_records(one, map(dump, [good, late, wrong]))
    two.write_text(json.dumps(good, indent=1))
    said = run("check", one, two)
    assert said.lines == [
        f"{one}:1: ok",
        f"{one}:2: turn 7: rotation must be from 0 to 3, not 4",
        f"{one}:3: version 9 is unknown, only 1 is known",
        f"{two}:1: ok",
    ]
    assert said.status == 1
    assert one_line(said.err) == "2 accepted, 2 refused"
    assert run("check", two).status == 0


def test_a_turn_too_many_is_counted(run: Run, tmp_path: Path) -> None:
    for seats in (2, 3, 4):
        record = finished(seats)
        record["turns"].append(record["turns"][-1])
        write_records(tmp_path / "games", [dump(record)])
        [line] = run("check", tmp_path / "games").lines
        assert line.startswith(f"{tmp_path / 'games'}:1: turn {16 * seats + 1}: ")


UNUSABLE = {
    "empty": (b"", "empty: there is nothing in it"),
    "blank": (b"\n \r\n\n", "empty: there is nothing in it"),
    "binary": (bytes(range(256)) * 100, "not UTF-8 text (byte 128)"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00\n{", "not UTF-8 text (byte 0)"),
    "half": (dump(finished()).encode()[:5000], "malformed JSON: "),
    "deep": (b"[" * 100_000, "malformed JSON: nested too deeply"),
    "digits": (b'{"version": ' + b"1" * 5000 + b"}", "malformed JSON: a number is too long"),
    "infinite": (b'{"version": 1e999}', "malformed JSON: a number is too large"),
    "nan": (b'{"version": NaN}', "malformed JSON: NaN is no number"),
    "twice": (b'{"format": 1, "format": 1}', "malformed JSON: the key 'format' appears twice in one object"),
    "list": (b"[1, 2, 3]", "record must be an object, not a list"),
    "escape": (b'{"format": "\\u001b[31m\\n"}', "format must be 'neoville-record', not '\\x1b[31m\\n'"),
}


@pytest.mark.parametrize("kind", UNUSABLE)
def test_unusable_files_are_refused_in_one_line(run: Run, tmp_path: Path, kind: str) -> None:
    raw, reason = UNUSABLE[kind]
    file = tmp_path / "games"
    file.write_bytes(raw)
    start = time.process_time()
    said = run("check", file)
    assert time.process_time() - start < 1
    assert said.status == 1
    assert one_line(said.out).startswith(f"{file}:1: {reason}")
    assert one_line(said.err) == "0 accepted, 1 refused"


def test_unreadable_files_are_said_and_the_others_checked(run: Run, tmp_path: Path) -> None:
    file, bad = tmp_path / "games", tmp_path / "bad"
    write_records(file, [dump(finished())])
    bad.write_text("{}")
    said = run("check", tmp_path, "/nowhere", file)
    assert said.lines == [f"{file}:1: ok"]
    assert said.err.splitlines() == [
        f"{tmp_path}: Is a directory",
        "/nowhere: No such file or directory",
        "1 accepted, 0 refused",
    ]
    assert said.status == 2
    assert run("check", tmp_path, bad).status == 1, "a refused record counts more"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_terminal_can_show_the_reasons(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / os.fsdecode(b"g\xc3\xa4mes\xff")
    file.write_text(dump(finished() | {"format": "é" * 99}), encoding="utf-8")
    command = [sys.executable, "-m", "engine", "check", str(file)]
    said = subprocess.run(command, check=False, capture_output=True, cwd=ROOT, env={"PYTHONIOENCODING": encoding})
    assert said.returncode == 1
    assert said.stdout.count(b"\n") == 1
    assert said.stderr.count(b"\n") == 1


# move


def asked(*records: object) -> bytes:
    return b"".join(dump(record).encode() + b"\n" for record in records if isinstance(record, dict))


def answers(run: Run, *records: object, level: str = "random", seed: int = 1) -> list[dict[str, Any]]:
    said = run("move", "--level", level, "--seed", seed, stdin=asked(*records))
    assert (said.status, said.err) == (0, "")
    return [json.loads(line) for line in said.lines]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_can_be_played_by_moves(run: Run, seats: int) -> None:
    record = document(played(seats, 3, turns=0))
    for number in range(16 * seats):
        [turn] = answers(run, record, seed=number)
        assert list(turn) == ["player", "tile", "cell", "rotation", "piece", "draw"]
        record["turns"].append(turn)
    record["result"] = right_result(record)
    assert read_game(record).state.phase is Phase.OVER


def test_only_the_steps_still_to_do_are_answered(run: Run) -> None:
    for turns in (10, 11, 32):
        for missing in (["draw"], ["piece", "draw"]):
            record = finished()
            del record["result"], record["turns"][turns:]
            for key in missing:
                del record["turns"][-1][key]
            [turn] = answers(run, record)
            assert list(turn) == ["player", *missing]
            assert turn["player"] == (turns - 1) % 2
            record["turns"][-1] |= turn
            if right := right_result(record):
                record["result"] = right
            read_game(record)


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 15])
def test_answers_are_in_the_coordinates_of_the_record(run: Run, turns: int) -> None:
    plain, origins = document(played(2, 1, turns=turns)), ((40, -7), (-99, 99))
    moved = copied(plain)
    for turn in moved["turns"]:
        dx, dy = origins[turn["player"]]
        turn["cell"] = [turn["cell"][0] + dx, turn["cell"][1] + dy]
    [one, two] = answers(run, plain, moved)
    dx, dy = origins[turns % 2] if turns >= 2 else (0, 0)  # before, the seat has no tile yet
    assert two == one | {"cell": [one["cell"][0] + dx, one["cell"][1] + dy]}
    moved["turns"].append(two)
    read_game(moved)


def test_each_line_is_answered_as_if_alone(run: Run) -> None:
    records = [document(played(seats, seed, turns=seed)) for seats in (2, 3, 4) for seed in (3, 8, 20)]
    alone = [answers(run, record)[0] for record in records]
    assert answers(run, *records) == alone
    assert answers(run, *reversed(records), *records) == alone[::-1] + alone
    other = [answers(run, record, seed=2)[0] for record in records]
    assert other != alone


def test_what_is_hidden_does_not_change_the_answer(run: Run) -> None:
    record = document(played(2, 4, turns=9))
    other = copied(record)
    other["setup"]["pile"][20:] = other["setup"]["pile"][:19:-1]
    assert len({json.dumps(answer) for answer in answers(run, record, other)}) == 1


def test_an_unusable_line_is_answered_with_its_error_and_the_loop_goes_on(run: Run) -> None:
    good = document(played(2, 1, turns=5))
    bad = copied(good)
    bad["turns"][3]["rotation"] = 7
    lines = [
        dump(good).encode(),
        b"rubbish",
        b"",
        b"\xff\x00",
        dump(finished()).encode(),
        dump(bad).encode(),
        b"[" * 100_000,
        b'{"format": ' + b"9" * 5000 + b"}",
        dump(finished() | {"format": "\u2028\x1b"}).encode(),
        b"\xef\xbb\xbf" + dump(good).encode() + b"\r",
        dump(good).encode(),
    ]
    said = run("move", "--level", "random", stdin=b"\n".join(lines))  # the last line without its end
    assert (said.status, said.err) == (0, "")
    found = [json.loads(line) for line in said.lines]
    assert len(found) == len(lines)
    assert found[0] == found[-1] == found[-2]
    errors = [answer["error"] for answer in found[1:-2]]
    assert [set(answer) for answer in found[1:-2]] == [{"error"}] * 8
    assert errors == [
        "malformed JSON: Expecting value (line 1, column 1)",
        "empty: there is nothing in it",
        "not UTF-8 text (byte 0)",
        "the game is over",
        "turn 4: rotation must be from 0 to 3, not 7",
        "malformed JSON: nested too deeply",
        "malformed JSON: a number is too long",
        "format must be 'neoville-record', not '\\u2028\\x1b'",
    ]


def test_answers_come_at_once_through_a_pipe() -> None:
    """Write a line, read its answer, write the next: nothing may wait in a buffer."""
    record = document(played(3, 1, turns=0))
    arguments = [*START, "move", "--level", "random"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(arguments, cwd=ROOT, **pipes) as process:  # type: ignore[call-overload]
        guard = signal.signal(signal.SIGALRM, lambda *_: process.kill())
        signal.alarm(30)  # without an answer the test would wait for ever
        for _ in range(5):
            process.stdin.write(asked(record))
            process.stdin.flush()
            record["turns"].append(json.loads(process.stdout.readline()))
            process.stdin.write(b"rubbish\n")
            process.stdin.flush()
            assert "error" in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(timeout=30) == 0
        signal.alarm(0)
        signal.signal(signal.SIGALRM, guard)
    read_game(record)


# show


def test_show_draws_cities_and_score_sheets(run: Run, tmp_path: Path) -> None:
    file, game = tmp_path / "games", played(3, 2)
    write_records(file, [dump(game.record())])
    said = run("show", file)
    assert (said.status, said.err) == (0, "")
    end = standings(game.state.cities)
    for player, sheet in zip(game.players, end.sheets, strict=True):
        assert player.name in said.out
        assert f"{sheet.total:4d}  total, {sheet.built} pieces" in said.out
    for seat in end.winners:
        assert game.players[seat].name in said.lines[-1]
    assert " won " in said.lines[-1]
    assert said.out.count("+------------+------------+------------+------------+") == 3 * 5
    assert "\x1b" not in said.out


def test_show_draws_the_terrain_as_it_lies(run: Run, tmp_path: Path) -> None:
    """EFSW, turned once and with a skyscraper on its north-west water, and beside it nothing."""
    record = document(played(2, 1, turns=0))
    turn = {"player": 0, "tile": "equity1", "cell": [9, 9], "rotation": 1}
    record["turns"] = [turn | {"piece": {"id": "skyscraper-W-8", "square": 0}}]
    write_records(tmp_path / "games", [dump(record)])
    said = run("show", tmp_path / "games")
    assert said.lines[:8] == [
        "Round 1 of 16: player 0 has to draw. 66 tiles in the pile.",
        "",
        "player 0",
        "+------------+   ?  8  water skyscraper 8: 1 of 8",
        "|w  8  e     |      0  settled, -8 to 8 with what is open",
        "|s     f     |",
        "+------------+",
        "",
    ]


@pytest.mark.parametrize("turns", [0, 1, 7, 31])
def test_show_draws_unfinished_games_at_every_step(run: Run, tmp_path: Path, turns: int) -> None:
    game, file = played(2, 6, turns=turns), tmp_path / "games"
    whole = played(2, 6)
    for action in whole.actions[len(game.actions) : len(game.actions) + 3]:
        write_records(file, [dump(game.record())])
        said = run("show", file)
        assert (said.status, said.err) == (0, "")
        assert said.lines[0].startswith(
            f"Round {turns // 2 + 1} of 16: player {turns % 2} has to {game.state.phase.value}"
        )
        game.apply(action)


def test_show_goes_on_after_a_refused_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games"
    write_records(file, ["{}", dump(finished())])
    said = run("show", file)
    assert said.status == 1
    assert one_line(said.err) == f"{file}:1: record: format is missing"
    assert " won " in said.lines[-1]


def test_a_name_cannot_disturb_the_terminal(run: Run, tmp_path: Path) -> None:
    game = Game.new(Setup((Player("\x1b[2J\x07evil\n\u202e"), Player("", "ai", "\x9b"))), 1)
    write_records(tmp_path / "games", [dump(game.record())])
    said = run("show", tmp_path / "games")
    assert said.status == 0
    assert all(line.isprintable() for line in said.lines)
    assert "?[2J?evil??" in said.lines


def test_colours_are_for_terminals(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games"
    write_records(file, [dump(finished())])
    plain, coloured = run("show", file).out, run("show", file, "--color", "always").out
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    assert run("show", file, "--color", "never").out == plain
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert shown_on_a_terminal(file) == coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown_on_a_terminal(file) == plain
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert shown_on_a_terminal(file) == plain


def shown_on_a_terminal(file: Path) -> str:
    ours, theirs = terminal()
    with subprocess.Popen([*START, "show", str(file)], cwd=ROOT, stdout=theirs):
        os.close(theirs)
        return on_screen(ours).decode().replace("\r\n", "\n")


# bench


def test_bench_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.bench(as_json=True, seconds=0.05) == 0
    figures = json.loads(one_line(capsys.readouterr().out))
    assert figures["games"] >= 1
    assert figures["decisions"] == 96 * figures["games"], "32 turns of three steps"
    assert figures["legal_actions"] > figures["decisions"]
    assert 0 < figures["microseconds_per_legal_action"] < figures["microseconds_per_decision"]
    assert commands.bench(as_json=False, seconds=0.05) == 0
    words = capsys.readouterr().out
    assert all(key.replace("_", " ") in words for key in figures)
