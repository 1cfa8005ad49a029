"""A hand typed into the page: what it is worth, why, and what everybody pays."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjlog.rulesets import default_rules, shipped
from mjlog.tiles import CODES
from turns import examples

WON = "S in E 234b 55d RRd (222c) [2222d] 2f +Rd discard"
LOST = [
    "E in E 347c 99b EEw 7d 4c 6c (NNNw)", "W in E 579c 11b WWw 7d 4c 6c 888d", "N in E 19c 19d 3d SNw GWd 3b 4b 7b 6b",
]  # fmt: skip

TWO = ["S in E 23457s 345m 67888p +6s ron riichi indicators=7p under=1s", "W in E 45s 678m 345p 22p (234m) +6s ron"]
"""South has 12,000 and West 1,000, of the same discard."""


def answered(client: FlaskClient, *hands: str, **more: str) -> tuple[int, str]:
    """Status and text of the page for these hands."""
    response = client.get("/score", query_string={"ruleset": "bmja", "hands": "\n".join(hands), **more})
    return response.status_code, response.text


@pytest.mark.parametrize("ruleset", shipped())
def test_the_tiles_of_every_rule_set_are_keys_and_no_others(client: FlaskClient, ruleset: str) -> None:
    text = client.get("/score").text
    told = re.search(rf'<option value="{ruleset}" data-tiles="([^"]*)" data-kind="([a-z]+)"', text)
    plan = default_rules(ruleset).plan
    kinds = {CODES[kind] for kind, number in enumerate(plan.copies) if number}
    reds = {f"0{suit}" for suit, number in zip("bcd", plan.family.red_fives or (), strict=False) if number}
    assert {*told[1].split()} == kinds | reds
    assert told[2] == plan.family.name
    assert all(f'data-tile="{code}"' in text for code in told[1].split())


def test_a_hand_of_a_card_is_asked_about_by_the_card_that_is_chosen(client: FlaskClient) -> None:
    hand = "S in E 2206b 66c RRRGGGd Wd +Wd discard"
    for card in ("", "riverside-2026"):
        status, text = answered(client, hand, ruleset="american", card=card)
        assert (status, ">South: 30</h2>" in text) == (200, True)
    status, text = answered(client, hand, ruleset="american", card="nowhere")
    assert (status, "no card" in text) == (422, True)


def test_a_program_asks_by_the_card_that_it_names(client: FlaskClient) -> None:
    hand = "S in E FF 111b 555d N (33cJJ) +N from W"
    for card in ({}, {"card": "riverside-2026"}):
        answer = client.post("/api/v1/score", json={"ruleset": "american", "hands": [hand], **card}).json
        assert (answer["hands"][0]["total"], answer["settlement"]["change"]["W"]) == (25, -50)
    refused = client.post("/api/v1/score", json={"ruleset": "american", "hands": [hand], "card": "nowhere"})
    assert (refused.status_code, "no score card 'nowhere'" in refused.text) == (409, True)


def test_a_link_carries_the_hand_with_all_that_was_said(client: FlaskClient) -> None:
    _, text = answered(client, TWO[0], ruleset="riichi", discarder="E", repeats="2", liable="")
    link = re.search('<a href="([^"]*)" data-copy="address">Link to this hand', text)
    again = client.get(unescape(link[1]))
    assert again.status_code == 200
    assert re.findall("<b>[^<]*</b>", again.text) == re.findall("<b>[^<]*</b>", text) != []


def test_a_winning_hand_is_explained_and_paid(client: FlaskClient) -> None:
    """Alone, with the other hands of its deal, and where nobody knows which tile won."""
    text = client.get("/score").text
    assert "<h1>Score a hand</h1>" in text
    assert re.search('<option value="western" [^>]* selected>', text)
    assert 'class="score"' not in text
    for hands, ruleset, parts in (
        ([WON], "bmja", (
            "South: 184", "kong, concealed", "completed by the discard", "46 points x 2^2 = 184",
            "all concealed: the pung of 2 characters was claimed", "Who pays whom", ">368<",
        )),
        ([WON, *LOST], "bmja", ("<b>+736</b>",)),
        (["S in E 123b 55d RRRd (222c) [2222d] +?? discard"], "western",
         ("84 to 96", "nothing is settled: which tile won is not known")),
    ):  # fmt: skip
        status, text = answered(client, *hands, ruleset=ruleset, discarder="W" if len(hands) > 1 else "")
        assert (status, [part for part in parts if part not in text]) == (200, [])
        assert text.count('class="score"') == len(hands)


def test_a_hand_that_waits_is_told_what_each_tile_would_bring_and_options_count(client: FlaskClient) -> None:
    _, text = answered(client, "W in E 234b 55d RRd (222c) [2222d] 2f", ruleset="classical")
    row = text.split("Waits for")[1].split("</tr>")[2]
    assert 'aria-label="Rd"' in row
    assert [part in row for part in (">2<", ">104<", ">92<")] == [True] * 3
    hand = "S in E 222b 444b 888b 666b Gd 1f2f3f4f +Gd wall"
    capped, open_roof = (answered(client, hand, options=given)[1] for given in ("", "roof_off=true"))
    assert "over the limit" in capped or "limit hand" in capped
    assert "South:" in open_roof


def test_two_winners_of_one_discard_are_paid_with_repeats_and_pot(client: FlaskClient) -> None:
    status, text = answered(client, *TWO, ruleset="riichi", discarder="E", repeats="2", pot="1000")
    assert status == 200
    for part in (">12600<", ">1000<", "<b>−13600</b>", "<b>+13600</b>", "<b>+1000</b>", "pot pays", "<details open>"):
        assert part in text
    _, bumped = answered(client, *TWO, ruleset="riichi-wrc", discarder="E", repeats="2", pot="1000")
    assert "south wins: by these rules one player wins a tile, the nearest to east in turn [riichi-wrc/win-3]" in bumped
    assert "<b>−12600</b>" in bumped
    dragons = "S in E (777z) (666z) (555z) 23s 99m +4s ron"
    _, liable = answered(client, dragons, ruleset="riichi", discarder="E", liable="N")
    assert ["<b>−16000</b>" in liable, "<b>+32000</b>" in liable] == [True, True]
    assert "the nearest to who discarded the tile goes first" in answered(client, *TWO, ruleset="riichi")[1]


@pytest.mark.parametrize(("hands", "more", "says"), [
    (["S in E 5x"], {}, "5x"),
    (["S in E 234b 567b 55d (222c) [2222d] +9d wall"], {}, "15 tiles"),
    (["234b"], {}, "seat"),
    ([WON], {"ruleset": "nowhere"}, "nowhere"),
    ([WON], {"ruleset": "/etc/passwd"}, "/etc/passwd"),
    ([WON], {"options": "roof_off"}, "roof_off: expected NAME=VALUE"),
    ([WON], {"options": "roof=true"}, "roof"),
    ([WON, WON], {}, "2 hands of south"),
    ([WON] * 5, {}, "5 hands"),
    (["S in E 123m 456p +1c ron"], {}, "did you mean 123c, for m p s z are written c d b"),
    ([TWO[0]], {"ruleset": "riichi", "repeats": "two"}, "repeats: &#39;two&#39; is no number"),
    (TWO, {"ruleset": "riichi", "discarder": "S"}, "south cannot be the winner and the discarder"),
    (["<script>alert(1)</script>"], {}, "&lt;script&gt;"),
])  # fmt: skip
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(
    client: FlaskClient, hands: list[str], more: dict[str, str], says: str
) -> None:
    status, text = answered(client, *hands, **more)
    assert status == 422
    assert says in text.split("</form>")[1]
    assert "<script>" not in text


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(hands=st.text(max_size=200), options=st.text(max_size=40), ruleset=st.sampled_from(["bmja", "american", "\0"]))
def test_whatever_is_typed_gets_an_answer(client: FlaskClient, hands: str, options: str, ruleset: str) -> None:
    response = client.get("/score", query_string={"ruleset": ruleset, "hands": hands, "options": options})
    assert response.status_code in (200, 422)


# -- the API ----------------------------------------------------------------------------------------------------------


def test_the_api_scores_a_deal_with_two_winners(client: FlaskClient) -> None:
    asked = {"ruleset": "riichi", "hands": TWO, "discarder": "E", "repeats": 2, "pot": 1000}
    answer = client.post("/api/v1/score", json=asked)
    assert [hand["total"] for hand in answer.json["hands"]] == [12_000, 1000]
    assert answer.json["settlement"] == {
        "change": {"E": -13_600, "S": 13_600, "W": 1000, "N": 0}, "payments": [["E", "S", 12_600], ["E", "W", 1000]],
        "remark": "repeats, and what lies on the table, go to south, the nearest in turn [riichi/pot-1]",
    }  # fmt: skip


@pytest.mark.parametrize(("change", "status", "detail"), [
    ({"discarder": "S"}, 409, "south cannot be the winner and the discarder"),
    ({"hands": [TWO[0], "W in E 123x"]}, 409, "hand 2: '123x' is not a tile"),
    ({"ruleset": "bmja"}, 409, "there is no season 5: they are 1f to 4f, and the seasons 1s to 4s"),
    ({"ruleset": "nowhere"}, 409, "no rule set 'nowhere'"),
    ({"options": {"honba": "x"}}, 409, "option honba"),
    ({"hands": []}, 422, "hands is a list of 0"),
    ({"discarder": "X"}, 422, "discarder is 'X'; expected one of E, S, W, N"),
    ({"hand": WON}, 422, "hand is no field of this request"),
])  # fmt: skip
def test_what_the_api_cannot_score_is_a_problem(
    client: FlaskClient, change: dict[str, object], status: int, detail: str
) -> None:
    answer = client.post("/api/v1/score", json={"ruleset": "riichi", "hands": TWO} | change)
    assert answer.status_code == status
    assert detail in answer.json["detail"]
