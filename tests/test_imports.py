"""Who may know whom: the imports of the whole project, held to the rules of its architecture.

`faults` reads one source. The last tests show it made-up ones that break each rule: the rules are known to bite.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import engine
import engine.ai

ROOT = Path(__file__).parents[1]
SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("engine", "app", "assets")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".kv")
) + [name for name in ("main.py",) if (ROOT / name).exists()]

# All that a computer player may know of the engine: nothing that leads to the state with its hidden pile.
FOR_PLAYERS = {"actions", "city", "components", "grid", "scoring", "forecast", "fields"}
OF_OBSERVATION = {"Observation", "OtherHand"}  # `observe` takes a State
EXPORTS = {"engine": set(engine.__all__), "engine.ai": set(engine.ai.__all__)}
# Files, sound and the device, and who may touch them.
DEVICE = ("sqlite3", "shutil", "tempfile", "plyer", "jnius", "android", "kivy.core.audio")
TOUCHES_DEVICE = ("app/store", "app/feedback", "app/i18n", "app/device", "app/main", "main.py", "assets/")
DYNAMIC = {"import_module", "__import__"}


class Import(NamedTuple):
    """`from module import name`, or with an empty name `import module`."""

    module: str
    name: str

    @property
    def whole(self) -> str:
        return f"{self.module}.{self.name}".rstrip(".")

    def reaches(self, module: str) -> bool:
        """Is it this module, something in it, or the module taken from its package?"""
        return f"{self.whole}.".startswith(f"{module}.")


def imports(path: str, tree: ast.AST) -> Iterator[Import]:
    """Every import of a source, inside functions and under TYPE_CHECKING too."""
    package = path.removesuffix(".py").split("/")[:-1]  # for a module and for __init__.py alike
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (Import(alias.name, "") for alias in names)
            case ast.ImportFrom(module, names, level):
                base = package[: len(package) + 1 - level] if level else []
                whole = ".".join([*base, *([module] if module else [])])
                yield from (Import(whole, alias.name) for alias in names)
            case ast.Call(ast.Name(called) | ast.Attribute(attr=called), [first, *_]) if called in DYNAMIC:
                yield Import(str(first.value) if isinstance(first, ast.Constant) else "?", "")


def as_python(path: str, source: str) -> str:
    """The imports of a kv file as Python's; other sources as they are."""
    if not path.endswith(".kv"):
        return source
    found = re.findall(r"^#:\s*import\s+\w+\s+(\S+)", source, re.MULTILINE)
    return "\n".join(
        "from {} import {}".format(*name.rpartition(".")[::2]) if "." in name else f"import {name}" for name in found
    )


def faults(path: str, source: str) -> list[str]:
    """What is wrong with a source that stands at this place in the project."""
    tree = ast.parse(as_python(path, source))
    found = [
        fault
        for each in imports(path, tree)
        for rule in (
            engine_needs_nothing,
            players_see_observations,
            app_uses_exports,
            widgets_know_little,
            device,
            only_tests_test,
        )
        if (fault := rule(path, each))
    ]
    if path.startswith("engine/ai/"):
        found += ["speaks of State" for node in ast.walk(tree) if "State" in words(node)]
    if not path.startswith("assets/"):
        found += ["asserts, which -OO strips" for node in ast.walk(tree) if isinstance(node, ast.Assert)]
        found += [
            "reads docstrings, which -OO strips" for node in ast.walk(tree) if words(node) & {"__doc__", "getdoc"}
        ]
    return found


def words(node: ast.AST) -> set[str]:
    """The names that a node mentions by itself; quoted ones count: an annotation may be quoted, a getattr is."""
    match node:
        case ast.Name(word) | ast.Attribute(attr=word) | ast.alias(name=word):
            return {word}
        case ast.Constant(str(word)):
            return {word}
    return set()


def engine_needs_nothing(path: str, each: Import) -> str | None:
    top = each.module.partition(".")[0]
    if path.startswith("engine/") and top != "engine" and top not in sys.stdlib_module_names:
        return f"the engine imports {each.whole}, which is not in the standard library"
    return None


def players_see_observations(path: str, each: Import) -> str | None:
    if not path.startswith("engine/ai/") or not each.reaches("engine") or each.reaches("engine.ai"):
        return None
    if not each.name:
        return f"a player imports {each.module} as a whole, and with it everything"
    if each.module == "engine.observation":
        return None if each.name in OF_OBSERVATION else f"a player imports {each.name} from engine.observation"
    if each.module.removeprefix("engine.") in FOR_PLAYERS and each.name != "*":
        return None
    return f"a player imports {each.whole}"


def app_uses_exports(path: str, each: Import) -> str | None:
    if path.startswith("engine/") or not each.reaches("engine") or each.whole == "engine.ai":
        return None
    if each.name not in EXPORTS.get(each.module, ()):
        return f"{each.whole} is not exported by the engine"
    return None


def widgets_know_little(path: str, each: Import) -> str | None:
    if path.startswith("app/widgets/") and (each.reaches("app.session") or each.reaches("app.store")):
        return f"a widget knows {each.whole}"
    return None


def device(path: str, each: Import) -> str | None:
    if not path.startswith(("engine/", *TOUCHES_DEVICE)) and any(map(each.reaches, DEVICE)):
        return f"{each.whole} belongs to store, feedback, i18n, device or main"
    return None


def only_tests_test(path: str, each: Import) -> str | None:
    if any(map(each.reaches, ("tests", "conftest", "pytest", "hypothesis"))):
        return f"{each.whole} is for tests"
    return None


@pytest.mark.parametrize("path", SOURCES)
def test_the_architecture_is_held(path: str) -> None:
    assert faults(path, (ROOT / path).read_text(encoding="utf-8")) == []


def test_all_of_the_engine_is_read() -> None:
    assert {"engine/__init__.py", "engine/__main__.py", "engine/rules.py", "engine/ai/__init__.py"} <= set(SOURCES)


def test_what_is_exported_is_there() -> None:
    for module in (engine, engine.ai):
        assert len(set(module.__all__)) == len(module.__all__)
        assert all(hasattr(module, name) for name in module.__all__)


WRONG = [
    ("engine/rules.py", "import numpy", "numpy"),
    ("engine/rules.py", "def f():\n    from kivy.app import App", "kivy.app.App"),
    ("engine/rules.py", "from app.session import Session", "app.session.Session"),
    ("engine/rules.py", "from ..app import session", "app.session"),
    ("engine/rules.py", "import importlib\nimportlib.import_module('numpy.linalg')", "numpy.linalg"),
    ("engine/rules.py", "__import__(name)", "?"),
    ("engine/rules.py", "from tests.engine.naive import score", "is for tests"),
    ("engine/rules.py", "assert True", "asserts"),
    ("engine/rules.py", "print(__doc__)", "docstrings"),
    ("engine/rules.py", "parser(description=main.__doc__)", "docstrings"),
    ("engine/ai/search.py", "from engine.state import PLAYERS", "engine.state.PLAYERS"),
    ("engine/ai/search.py", "from engine.rules import apply", "engine.rules.apply"),
    ("engine/ai/search.py", "from engine.record import Game", "engine.record.Game"),
    ("engine/ai/search.py", "from engine.observation import observe", "observe"),
    ("engine/ai/search.py", "from engine.observation import Observation, observe", "observe"),
    ("engine/ai/search.py", "from engine.observation import *", "*"),
    ("engine/ai/search.py", "from engine.city import *", "engine.city.*"),
    ("engine/ai/search.py", "from engine import new_game", "engine.new_game"),
    ("engine/ai/search.py", "from engine import state", "engine.state"),
    ("engine/ai/search.py", "import engine.city", "as a whole"),
    ("engine/ai/search.py", "import engine", "as a whole"),
    ("engine/ai/search.py", "from ..state import Setup", "engine.state.Setup"),
    ("engine/ai/search.py", "from .. import rules", "engine.rules"),
    ("engine/ai/deep/search.py", "from engine.rules import apply", "engine.rules.apply"),
    ("engine/ai/search.py", "def f(state: State) -> None: ...", "State"),
    ("engine/ai/search.py", "def f(state: 'State') -> None: ...", "State"),
    ("engine/ai/search.py", "x = something.State", "State"),
    ("app/session.py", "from engine.rules import apply", "engine.rules.apply"),
    ("app/session.py", "from engine import city", "engine.city"),
    ("app/session.py", "from engine import *", "engine.*"),
    ("app/session.py", "import engine", "engine is not exported"),
    ("app/session.py", "import engine.ai.search", "engine.ai.search"),
    ("app/session.py", "from engine.ai.search import Search", "engine.ai.search.Search"),
    ("app/session.py", "from engine.ai import learned", "engine.ai.learned"),
    ("main.py", "from engine.rules import apply", "engine.rules.apply"),
    ("app/widgets/city.py", "from app.session import Session", "a widget knows"),
    ("app/widgets/city.py", "from app import store", "a widget knows"),
    ("app/widgets/city.py", "from ..session import Session", "a widget knows"),
    ("app/widgets/city.py", "from .. import session", "a widget knows"),
    ("app/widgets/city.kv", "#:import session app.session\n<City>:\n    size: 1, 1", "a widget knows"),
    ("app/widgets/city.kv", "#: import Session app.session.Session", "a widget knows"),
    ("app/screens/play.py", "import sqlite3", "sqlite3 belongs"),
    ("app/screens/play.py", "from plyer import vibrator", "plyer.vibrator belongs"),
    ("app/session.py", "from jnius import autoclass", "jnius.autoclass belongs"),
    ("app/widgets/city.py", "from kivy.core.audio import SoundLoader", "belongs"),
    ("app/widgets/city.py", "from kivy.core import audio", "belongs"),
    ("app/screens/play.kv", "#:import SoundLoader kivy.core.audio.SoundLoader", "belongs"),
    ("app/main.py", "from tests.engine.games import game", "is for tests"),
    ("assets/draw.py", "import pytest", "is for tests"),
    ("app/main.py", "assert ready", "asserts"),
]


@pytest.mark.parametrize(("path", "source", "part"), WRONG, ids=[f"{path}: {source}" for path, source, _ in WRONG])
def test_each_rule_can_fail(path: str, source: str, part: str) -> None:
    assert any(part in fault for fault in faults(path, source))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/rules.py", "import json, os.path\nfrom engine.state import State\nfrom .city import City"),
        (
            "engine/ai/search.py",
            "from engine.observation import Observation, OtherHand\nfrom engine.ai.tables import T",
        ),
        (
            "engine/ai/search.py",
            "from engine.actions import Action\nfrom engine.forecast import forecast\nfrom . import t",
        ),
        ("app/session.py", "from engine import Game, observe\nfrom engine.ai import choose\nfrom engine import ai"),
        ("app/session.py", "from app.store import Store\nfrom kivy.core.window import Window"),
        ("app/widgets/city.py", "from app.style import colours\nfrom app.sessions import x\nfrom kivy.app import App"),
        ("app/widgets/city.kv", "#:import style app.style\n#:set x 1\n<City>:\n    on_touch_down: assert_(self)"),
        ("app/store.py", "import sqlite3"),
        ("app/device/android.py", "from jnius import autoclass"),
        ("app/feedback.py", "from kivy.core.audio import SoundLoader\nfrom plyer import vibrator"),
        ("assets/draw.py", "import shutil\nassert True"),
        ("main.py", "from app.main import main\nmain()"),
    ],
)
def test_what_is_allowed_passes(path: str, source: str) -> None:
    assert faults(path, source) == []


def test_widgets_have_names_of_their_own() -> None:
    """Kivy's rules find widgets by their class's name, wherever it is from: a second one of a name gets both."""
    names = [
        (node.name, path)
        for path in SOURCES
        if path.startswith(("app/widgets/", "app/screens/")) and path.endswith(".py")
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    pytest.importorskip("kivy")
    from kivy import kivy_data_dir

    style = (Path(kivy_data_dir) / "style.kv").read_text(encoding="utf-8")
    taken = {name.strip("-+ ") for rule in re.findall(r"^<([^>]+)>", style, re.MULTILINE) for name in rule.split(",")}
    assert [(name, path) for name, path in names if name in taken] == []
    assert len({name for name, _ in names}) == len(names)
