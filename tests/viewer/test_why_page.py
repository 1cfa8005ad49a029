"""Why a rule was silent, in the viewer: the page, and what leads to it; without a script."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from mjlog.canonical import event_body
from mjlog.store import open_store
from mjlog.viewer.pages.replay import replay_html
from short_logs import fields
from tests.disputes.dossiers import view_of_short
from tests.viewer.conftest import looking
from tests.viewer.test_pages import parsed

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
    path = tmp_path / "club.db"
    with open_store(path) as store:
        for name, text in (("faulty", FAULTY), ("open", OPEN)):
            begin, *others = fields(text)
            store.import_game(name, [event_body(one) for one in (begin | {"game": name}, *others)])
    return looking(path)


def links(client: FlaskClient, address: str) -> list[str]:
    """Where a page leads to."""
    return [str(attributes.get("href")) for tag, attributes in parsed(client.get(address)).tags if tag == "a"]


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
    """On the pages of game, hand and event; in a dossier by each rule."""
    why = "/games/faulty/events/4/why?rule=western/turn-2"
    for page in ("/games/faulty", "/games/faulty/hands/1", "/games/faulty/events/4", "/games/faulty/disputes/4"):
        assert why in links(client, page), page
    assert "/games/faulty/events/5/why" in links(client, "/games/faulty/events/5")
    unjudged = client.get("/games/open/hands/1").text.partition("Not judged")[2]
    assert "why?rule=western" in unjudged


def test_a_dossier_names_the_rules_that_are_silent(client: FlaskClient) -> None:
    text = client.get("/games/faulty/disputes/5").text
    assert "western/turn-2, kept in another explanation: " in text


def test_a_game_in_one_file_leads_nowhere() -> None:
    assert "why?" not in "".join(replay_html(view_of_short(FAULTY)))
