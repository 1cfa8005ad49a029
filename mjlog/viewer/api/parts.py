"""All operations of the API, part by part."""

from __future__ import annotations

from mjlog.viewer.api import cards, club, disputes, games, health, logs, rules
from mjlog.viewer.api.append import blueprint as moments

PARTS = (games.blueprint, moments, disputes.blueprint, logs.blueprint, club.blueprint, rules.blueprint, cards.blueprint,
         health.blueprint)  # fmt: skip
"""In the order of the page and of the OpenAPI document."""
