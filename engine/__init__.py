"""Neoville as a library: the complete rules, pure Python, standard library only.

`new_game` deals, `legal_actions` and `why_illegal` know the rules, `apply` leads on, `observe` shows what a seat may
know, `standings` counts. A `Game` keeps the history and writes and reads records.
"""

from engine.actions import (
    FINISH,
    ROUNDS,
    SKIP,
    Action,
    Build,
    Draw,
    Finish,
    IllegalAction,
    Phase,
    Place,
    Reason,
    Skip,
)
from engine.city import EMPTY, Built, City, Laid
from engine.components import Box, Piece, Tile, load_box, standard_box
from engine.fields import Malformed
from engine.forecast import Forecast, Outlook, Prospect, forecast
from engine.grid import Cell, Mask, districts, places, spot
from engine.observation import Observation, OtherHand, observe
from engine.record import Game, dump, read_game, read_records, write_records
from engine.rules import apply, legal_actions, new_game, why_illegal
from engine.scoring import Decider, ScoreSheet, Standings, in_zone, score, standings
from engine.state import Player, Setup, State

__all__ = [
    "EMPTY",
    "FINISH",
    "ROUNDS",
    "SKIP",
    "Action",
    "Box",
    "Build",
    "Built",
    "Cell",
    "City",
    "Decider",
    "Draw",
    "Finish",
    "Forecast",
    "Game",
    "IllegalAction",
    "Laid",
    "Malformed",
    "Mask",
    "Observation",
    "OtherHand",
    "Outlook",
    "Phase",
    "Piece",
    "Place",
    "Player",
    "Prospect",
    "Reason",
    "ScoreSheet",
    "Setup",
    "Skip",
    "Standings",
    "State",
    "Tile",
    "apply",
    "districts",
    "dump",
    "forecast",
    "in_zone",
    "legal_actions",
    "load_box",
    "new_game",
    "observe",
    "places",
    "read_game",
    "read_records",
    "score",
    "spot",
    "standard_box",
    "standings",
    "why_illegal",
    "write_records",
]
