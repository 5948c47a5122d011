"""How much hypothesis tries: the same few examples every time, or with SOAK=1 many new ones, marked soak."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

SOAK = os.environ.get("SOAK") == "1"

# A whole game is one example, so examples are slow and large by nature.
slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", derandomize=True, deadline=None, database=None, suppress_health_check=slow)
settings.register_profile("soak", deadline=None, print_blob=True, suppress_health_check=slow)
settings.load_profile("soak" if SOAK else "ci")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Under SOAK=1 every property is a long campaign."""
    if SOAK:
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker(pytest.mark.soak)
