"""Computer players: they see an observation of their seat, and answer with the rest of its turn."""

from engine.ai.levels import LEVELS, Choice, choose, think

__all__ = ["LEVELS", "Choice", "choose", "think"]
