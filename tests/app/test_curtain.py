from __future__ import annotations

from tests.app import kit  # isort: skip  # first: it opens the window

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.uix.widget import Widget

from app.main import NeovilleApp
from app.widgets.curtain import Curtain

SIZES = [(1280, 800), (800, 1280), (412, 915), (360, 640), (915, 412), (640, 360)]
ROUND = "Round 8 of 16 · All hands are hidden."


class Below(Widget):
    """What lies under the curtain, and must feel nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.felt: list[str] = []

    def on_touch_down(self, touch: Any) -> None:
        self.felt.append("down")

    def on_touch_move(self, touch: Any) -> None:
        self.felt.append("move")

    def on_touch_up(self, touch: Any) -> None:
        self.felt.append("up")


@pytest.fixture
def below(app: NeovilleApp) -> Iterator[Below]:
    below = Below()
    app.root.add_widget(below)
    yield below
    app.root.remove_widget(below)


@pytest.fixture
def curtain(app: NeovilleApp, below: Below) -> Iterator[Curtain]:
    curtain = Curtain(name="Anna", sign=0, round_text=ROUND)
    curtain.said = []
    curtain.bind(on_open=lambda *_: curtain.said.append("open"), on_menu=lambda *_: curtain.said.append("menu"))
    app.root.add_widget(curtain)
    kit.settle()
    kit.cheap_drawing()
    yield curtain
    app.root.remove_widget(curtain)


def test_only_its_button_opens_it_and_nothing_below_is_touched(curtain: Curtain, below: Below) -> None:
    for x, y in ((640, 400), (5, 5), (1275, 795), (640, 200), (300, 104)):
        kit.tap(x, y)
        kit.Finger(x, y).drag(x / 2, y / 2).up()
    kit.wheel(640, 400)
    assert curtain.said == []
    kit.tap(curtain.ids.open)
    assert curtain.said == ["open"]
    assert below.felt == []


def test_a_finger_that_slides_off_the_button_opens_nothing(curtain: Curtain) -> None:
    x, y = kit.centre(curtain.ids.open)
    kit.Finger(x, y).drag(x, y + 300).up()
    assert curtain.said == []


def test_its_menu_is_at_the_top_left(curtain: Curtain) -> None:
    kit.tap(40, 800 - 40)
    assert curtain.said == ["menu"]


def luminance(colour: Any) -> float:
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Any, other: Any) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("style", ["Light", "Dark"])
@pytest.mark.parametrize("sign", range(4))
def test_its_texts_can_be_read_on_every_colour(app: NeovilleApp, curtain: Curtain, style: str, sign: int) -> None:
    curtain.sign = sign
    app.theme_cls.theme_style = style
    kit.frames(2)
    assert contrast(curtain.ground, curtain.ink) >= 4.5
    assert contrast(curtain.ids.open.ink, app.theme_cls.surfaceContainerLowColor) >= 4.5
    [(_, shield, _), (_, colour, _)] = curtain.layers
    assert contrast(shield, colour) >= 3
    assert curtain.ink == curtain.ids.name.color


def test_every_player_has_another_ground(app: NeovilleApp, curtain: Curtain) -> None:
    for style in ("Light", "Dark"):
        app.theme_cls.theme_style = style
        grounds = set()
        for sign in range(4):
            curtain.sign = sign
            grounds.add(tuple(curtain.ground))
        assert len(grounds) == 4


@pytest.mark.parametrize("name", ["Bo", "Maximiliane-Theres", "WWWWWWWWWWWWWWWW"])
@pytest.mark.parametrize("text_scale", [1.0, 1.5])
def test_everything_fits_at_every_size(app: NeovilleApp, curtain: Curtain, name: str, text_scale: float) -> None:
    app.theme_cls.text_scale = text_scale
    curtain.name = name
    for size in SIZES:
        kit.resize(*size)
        kit.cheap_drawing()
        kit.settle()
        label, button, column = curtain.ids.name, curtain.ids.open, curtain.ids.column
        assert label.texture_size[0] <= size[0] - 46
        assert label.texture_size[1] < 2 * label.font_size, "one line"
        assert button.height == 80
        assert button.ids.label.texture_size[1] <= 80
        assert button.y >= 16
        assert column.y >= button.top
        assert column.top <= size[1]
        menu, texts = curtain.ids.menu, curtain.ids.texts
        assert min(menu.size) >= 48
        assert texts.top <= menu.y or texts.x >= menu.right
