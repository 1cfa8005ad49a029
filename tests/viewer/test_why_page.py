"""Why a rule was silent, in the viewer: the page, and what leads to it; without a script."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from mjlog.viewer.pages.replay import replay_html
from tests.disputes.dossiers import view_of_short
from tests.viewer.conftest import looking_at
from tests.viewer.test_pages import links, parsed

FAULTY = "game western; hand; E discard 5b; S discard 6b; W draw ??; washout reason=stopped"
"""South has not drawn; of West's draw one rule is silent for that."""
OPEN = (
    "game western; hand; dealt E 123b 456b 789b 11c 2d 5d 9d / S 123d 456d 789d 22c EwSw; E discard 9d;"
    "S discard 2c; W draw ??; W discard 1b; N draw ??; N discard 1b; E draw ??; E discard 1b; S draw 1b; S discard 7c;"
    "washout reason=stopped"
)
"""South has not drawn, and later discards what can only have been drawn then."""


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """A viewer of two games with a fault."""
    return looking_at(tmp_path / "club.db", faulty=FAULTY, open=OPEN)


def test_the_page_says_what_came_of_a_rule_in_each_explanation(client: FlaskClient) -> None:
    answer = client.get("/games/faulty/events/5/why?rule=western/turn-2")
    assert "western/turn-2: kept in another explanation" in answer.text
    assert "<b>if south had drawn, unseen</b>: " in answer.text
    assert "<b>if it had not happened</b>, given up by this event: refused: " in answer.text
    assert "script" not in {tag for tag, _attributes in parsed(answer).tags}


def test_without_a_rule_all_of_the_rule_set_can_be_chosen(client: FlaskClient) -> None:
    """Those first that are about such an event."""
    text = client.get("/games/faulty/events/5/why").text
    about, others = text.split('<optgroup label="Others">')
    assert "<option>western/turn-2</option>" in about
    assert "<option>western/settle-1</option>" in others


def test_findings_and_what_was_not_judged_lead_to_it(client: FlaskClient) -> None:
    """On the pages of game, hand and event; in a dossier by each rule; in a game in one file nothing does."""
    why = "/games/faulty/events/4/why?rule=western/turn-2"
    for page in ("/games/faulty", "/games/faulty/hands/1", "/games/faulty/events/4", "/games/faulty/disputes/4"):
        assert why in links(client, page), page
    assert "/games/faulty/events/5/why" in links(client, "/games/faulty/events/5")
    unjudged = client.get("/games/open/hands/1").text.partition("Not judged")[2]
    assert "why?rule=western" in unjudged
    assert "western/turn-2, kept in another explanation: " in client.get("/games/faulty/disputes/5").text
    assert "why?" not in "".join(replay_html(view_of_short(FAULTY)))
