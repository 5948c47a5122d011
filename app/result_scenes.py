"""What a city shows when the game is over: the line being counted, or the points of every piece."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from app.counting import Step
from app.style import Theme
from app.texts import signed
from app.widgets.city import Outline, Scene, Tag, bounds_of
from engine import City, forecast


def settled(city: City, badges: bool) -> Scene:
    """A finished city, with its badges if it is not too small for them."""
    return Scene(city, bounds_of(city), forecast(city).prospects if badges else (), ring=False, frames=False)


def counting(city: City, counted: Collection[Step], now: Step | None, theme: Theme, badges: bool = True) -> Scene:
    """A city whose points are counted: badges on what has been, light on what the points of this line come from."""
    done = {step.built for step in counted if step != now} if badges else set()
    return Scene(
        city,
        bounds_of(city),
        tuple(prospect for prospect in forecast(city).prospects if prospect.built in done),
        outlines=_outlines(now, theme),
        tags=_tags([now] if now else []),
        ring=False,
        frames=False,
        lit=now.squares if now else frozenset(),
    )


def points(city: City, of: Iterable[Step], chosen: Step | None, theme: Theme) -> Scene:
    """A city with the points of every piece, or of the chosen one with what they come from."""
    return Scene(
        city,
        bounds_of(city),
        outlines=_outlines(chosen, theme),
        tags=_tags([chosen] if chosen else of),
        ring=False,
        frames=False,
        lit=chosen.squares if chosen else None,
    )


def _outlines(step: Step | None, theme: Theme) -> tuple[Outline, ...]:
    return (Outline(step.squares, theme.glowColor),) if step and step.squares else ()


def _tags(of: Iterable[Step]) -> tuple[Tag, ...]:
    return tuple(
        Tag(step.square, step.outlook.value, signed(step.points), foot=True) for step in of if step.square is not None
    )
