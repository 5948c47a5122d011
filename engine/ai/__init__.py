"""Computer players: they see an observation of their seat, and answer with the rest of its turn."""

from engine.ai.levels import CHARACTERS, LEVELS, Choice, choose, think
from engine.ai.reasons import Motive, Why

__all__ = ["CHARACTERS", "LEVELS", "Choice", "Motive", "Why", "choose", "think"]
