"""Tags of a riichi server: what each becomes, what the record says twice, and one finding where one is wrong."""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cases import rows_in
from each import each
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.errors import OtherGameError
from mjlog.formats.foreign import format_of
from mjlog.formats.riichi import tags
from mjlog.formats.riichi.tile_numbers import Meld, Numbers, SeededWall, read_meld, seeded_walls
from mjlog.formats.riichi.tiles import BY_NUMBER
from mjlog.formats.riichi.transcript import Transcript
from mjlog.log.records import Fault, line_of
from mjlog.rulesets import load, resolve
from mjlog.seats import Seat
from mjlog.tiles import Tile, parse_tiles
from riichi_records import CALLS, HEAD, NINE_TERMINALS, RIICHI, THREE, XML, events, findings, received, record

TABLE = Path(__file__).with_name("riichi_tenhou.txt")


def of_kind(kind: type[ev.Event], text: str = XML) -> list[ev.Event]:
    """The events of one type."""
    return [event for event in events(text) if type(event) is kind]


def told(text: str) -> list[str]:
    """In what a record contradicts itself, as it is read: codes."""
    return [row.code for row, _line in record(text).rows if isinstance(row, Fault)]


# -- what becomes of the tags -----------------------------------------------------------------------------------------


def test_the_head_names_players_and_options() -> None:
    (start,) = of_kind(ev.GameStart)
    assert start.players == ("anna", "ben", "čeněk", "p3")
    assert start.options == {
        "open_tanyao": True, "red_fives": {"b": 1, "c": 1, "d": 1}, "rounds": 2, "start_points": 25000,
    }  # fmt: skip
    assert start.record == {"format": "tenhou", "type": 169}
    assert (findings(XML), findings(received())) == ([], [])


@each(
    "kind,name,value",
    [(1 | 2 | 8, "red_fives", {"b": 0, "c": 0, "d": 0}), (1 | 4, "open_tanyao", False), (1, "rounds", 1)],
)
def test_the_type_of_a_game_says_by_which_options(kind: int, name: str, value: object) -> None:
    (start,) = of_kind(ev.GameStart, (HEAD + RIICHI).replace('type="169"', f'type="{kind}"'))
    assert start.options[name] == value


def test_red_fives_are_plain_where_they_are_not_played_with() -> None:
    text = (HEAD + NINE_TERMINALS).replace('type="169"', 'type="11"')
    tiles = [tile.value for event in events(text) for tile in getattr(event, "tiles", ())]
    assert len(tiles) == 52
    assert not {"0b", "0c", "0d"} & set(tiles)


def test_a_game_of_three_players_is_read() -> None:
    """North's seat is empty, a north wind is laid aside and replaced, and each north is a dora."""
    (start,) = of_kind(ev.GameStart, THREE)
    (bonus, *_) = of_kind(ev.Bonus, THREE)
    (score, *_) = of_kind(ev.Score, THREE)
    assert (start.ruleset, start.players) == ("riichi-sanma", ("anna", "ben", "cleo"))
    assert (bonus.seat, [tile.value for tile in bonus.tiles], bonus.drawn) == (Seat.E, ["Nw"], True)
    assert (score.total, score.doubles) == (7700, 3)
    assert [one.drawn for one in of_kind(ev.Bonus, THREE)] == [True, False]
    assert of_kind(ev.BonusReplacement, THREE)
    assert findings(THREE) == [("no-yaku", 22), ("wrong-score", 22)]


@each("kind,said", [(169 + 2048, "none that is known"), (-1, "none that is known")])
def test_games_of_other_sorts_are_refused_by_name(kind: int, said: str) -> None:
    with pytest.raises(OtherGameError, match=said):
        record(XML.replace('type="169"', f'type="{kind}"'))


# -- lobbies ----------------------------------------------------------------------------------------------------------


def in_a_lobby(kind: int, rules: str | None = None, text: str = XML) -> str:
    """A record as one of a lobby of its own."""
    named = "" if rules is None else f' csrule="{rules}"'
    return text.replace('type="169" lobby="0"', f'type="{kind}" lobby="7994"{named}')


@each("kind", [169, 169 - 128, 169 + 64, 169 + 256])
def test_a_game_in_a_lobby_is_read_by_the_bits_of_its_type(kind: int) -> None:
    text = in_a_lobby(kind)
    assert findings(text) == []
    (start,) = of_kind(ev.GameStart, text)
    (plain,) = of_kind(ev.GameStart)
    assert start.options == plain.options
    assert start.record == {"format": "tenhou", "type": kind, "lobby": "7994"}


SIX = (
    '{"title": ["", ""], "ref": "%s", "name": ["a", "b", "c", "d"], "rule": {"disp": "般南喰赤", "aka": 1}, '
    '"log": [[[0, 0, 0], [25000, 25000, 25000, 25000]]]}'
)
"""A game as tenhou/6, by its number."""


@each("game,text,is_old", [
    ("demo", SIX % "2010053123gm-0089-0000-aaaaaaaa", True), ("demo", SIX % "2010060100gm-0089-0000-aaaaaaaa", False),
    ("2009122112gm-0089-0000-aaaaaaaa", SIX % "", True), ("demo", SIX % "", False),
    ("2009122112gm-0089-0000-aaaaaaaa", XML, True), ("2010060100gm-0089-0000-aaaaaaaa", XML, False),
    ("demo", XML.replace("<INIT ", '<INIT shuffle="mt19937ar,C41242CB,F46A04D2" '), True), ("demo", XML, False),
    ("demo", XML.replace("<GO", f'<SHUFFLE seed="mt19937ar-sha512-n288,{",".join(["0123ABCD"] * 32)}"/><GO'), True),
])  # fmt: skip
def test_before_june_2010_a_leader_who_was_ready_played_on(game: str, text: str, is_old: bool) -> None:
    """The number of a game tells when it was played, and so does how its walls are written (riichi/end-4)."""
    importer = format_of(text.encode())
    assert importer is not None
    (record,) = importer.games(game, "demo.xml", [("demo.xml", text.encode())])
    start = next(row for row, _line in record.rows if isinstance(row, ev.GameStart))
    assert start.options.get("leader_stops") == ("may" if is_old else None)


@each("rules,options", [
    ("40000004,,,,30000,30000,30000,,", {"bust": False, "target": 30000, "uma": [20000, 10000, -10000, -20000]}),
    ("4004C000", {"round_final": True, "leader_stops": "no", "extra_round": None, "target": 30000}),
    ("40004000,3", {"leader_stops": "may", "double_wind_pair": 2, "uma_ties": "share"}),
    ("40003FE3", {"nagashi": False, "round_up_mangan": True, "kan_dora": "none", "under_dora": "none",
                  "abort_winds": False, "abort_kans": False, "abort_riichi": False, "abort_nine": False,
                  "abort_ron3": False, "several_ron": "head"}),
    ("400A1088", {"kan_dora": "at-once", "under_dora": "first", "abort_ron3": False, "several_ron": "all",
                  "east_stays": "win", "ippatsu": False}),
    ("40200000,,,,25000,35000,25000", {"extra_round": False, "target": 25000}),
    ("40000000,,,,25000,35000,30000", {"target": 35000, "uma": None}),
    ("40000000,,,,,,,,,,1000,0,,,,,0,0,0", {"honba": 0, "noten_pool": 0}),
    ("40000000" + "," * 21 + ",".join(["5,-5,-15"] * 5), {"uma": [15000, 5000, -5000, -15000]}),
    ("40000000" + "," * 21 + "5,-5,-15," + ",".join(["4,-4,-12"] * 4), {"uma": None}),
])  # fmt: skip
def test_the_rules_of_a_lobby_are_options(rules: str, options: dict[str, object]) -> None:
    (start,) = of_kind(ev.GameStart, in_a_lobby(169, rules))
    assert start.record["csrule"] == rules
    assert {name: start.options.get(name) for name in options} == options
    assert "not_understood" not in start.record
    assert not resolve(load("riichi"), start.options).problems


@each("rules,words", [
    ("40010000", "flag 10000"), ("40000000,4", "flag 4"), ("40000000,,,,,,,,,,2000", "sticks of 2000"),
    ("40000000" + "," * 16 + "100,200,300", "payments of 100, 200, 300 by who is not ready"),
    ("what", "its flags"), ("40000000,,,,many", "'many'"),
])  # fmt: skip
def test_what_hangs_on_rules_that_are_not_understood_is_not_judged(rules: str, words: str) -> None:
    hand, *_ = NINE_TERMINALS.replace('seed="0,1', 'seed="1,0').replace('oya="0"', 'oya="1"').splitlines(keepends=True)
    text = HEAD + RIICHI + hand
    assert [code for code, _line in findings(text)] == ["wrong-east"]
    assert findings(in_a_lobby(169, rules, text)) == []
    reports = Engine(record(in_a_lobby(169, rules))).run()
    silent = f"the game has rules of its own that are not known ({words})"
    assert [one.words for one in reports[1].unjudged] == [silent]
    wrong = XML.replace("<T104/>", "<T72/>")
    assert findings(in_a_lobby(169, "40010000", wrong)) == findings(wrong), "what no option changes is judged"


def test_chips_are_noted_beside_the_points() -> None:
    """Where they are played for, numbers of chips stand behind those of points."""
    paid = 'sc="370,-7,130,-5,250,17,250,-5'
    assert XML.count(paid) == 1
    text = in_a_lobby(169 + 1536).replace(paid, f"{paid},0,-1,0,-1,1,3,-1,-1")
    assert findings(text) == []
    (note,) = of_kind(ev.Note, text)
    assert note.text == "chips: anna -1, ben -1, čeněk +3, p3 -1"
    ended = text.replace("-1,-1\"", '-1,-1" owari="363,46,125,-38,267,7,245,-15,-1,-1,-1,-1,4,4,-2,-2"')
    assert "bad-field" not in [code for code, _line in findings(ended)]
    (end,) = of_kind(ev.GameEnd, ended)
    assert end.final == {"anna": 46000, "ben": -38000, "čeněk": 7000, "p3": -15000}


# -- final scores -----------------------------------------------------------------------------------------------------


LAST = HEAD.replace('oya="0"', 'oya="1"') + CALLS.replace('seed="0,', 'seed="7,')
"""The last hand of a game alone, South 4."""


def finals(scores: str, text: str = LAST) -> tuple[list[str], list[str]]:
    """What is found in the final scores of a game that ends with 36300, 12500, 26700, 24500; and what is not judged."""
    stated = ",".join(f"{points},{score}" for points, score in zip((363, 125, 267, 245), scores.split(), strict=True))
    paid = 'sc="370,-7,130,-5,250,17,250,-5"'
    (*_, last) = Engine(record(text.replace(paid, f'{paid} owari="{stated}"'))).run()
    assert text.count(paid) == 1
    return [one.code for one in last.findings], [one.words for one in last.unjudged]


@each("scores,target,uma,how", [
    ("45 -37 7 -15", 0, "", ""),
    ("46.3 -37.5 6.7 -15.5", 30, "20,000, 10,000, -10,000, -20,000", "oka 20,000; not rounded"),
    ("35 -27 2 -10", 30, "10,000, 5,000, -5,000, -10,000", "oka 20,000; rounded to thousands"),
    ("26.3 -27.5 6.7 -5.5", 25, "15,000, 5,000, -5,000, -15,000", "no oka; not rounded"),
    ("41.3 -42.5 11.7 -10.5", 25, "30,000, 10,000, -10,000, -30,000", "no oka; not rounded"),
    ("11.3 -12.5 1.7 -0.5", 25, "0, 0, 0, 0", "no oka; not rounded"),
    ("14.3 -15.5 2.7 -1.5", 25, "3,000, 1,000, -1,000, -3,000", "no oka; not rounded"),
])  # fmt: skip
def test_final_scores_tell_how_they_are_made_where_the_record_does_not(
    scores: str, target: int, uma: str, how: str
) -> None:
    words = "the record does not say how final scores are made; they tell it: points less"
    told = f"{words} {target},000, and for the places {uma}; {how}"
    assert finals(scores) == ([], [told] if uma else [])


@each("scores,code", [
    ("45 -37 7 -14", "wrong-final"), ("46 -37 7 -15", "wrong-final"), ("-37 45 7 -15", "wrong-final"),
    ("45 -37 -15 7", "wrong-final"), ("23.3 -20.5 0.7 -3.5", None), ("46.3 -37.5 6.2 -15", None),
])  # fmt: skip
def test_final_scores_that_no_terms_make_are_wrong_where_they_can_be_nobodys(scores: str, code: str | None) -> None:
    found, unjudged = finals(scores)
    assert found == ([] if code is None else [code])
    silent = ["the record does not say how final scores are made, and they are made by no terms that are known"]
    assert unjudged == ([] if code is not None else silent)


def test_final_scores_are_judged_by_the_rules_that_a_lobby_names() -> None:
    text = in_a_lobby(169, "40040000" + "," * 21 + ",".join(["5,-5,-15"] * 5), LAST)
    assert finals("40 -32 2 -10", text) == ([], [])
    assert finals("45 -37 7 -15", text) == (["wrong-final"], [])


def test_places_become_winds_from_east_on() -> None:
    text = (HEAD + RIICHI).replace('TAIKYOKU oya="0"', 'TAIKYOKU oya="3"').replace(' oya="0" hai0', ' oya="3" hai0')
    hand = next(event for event in events(text) if isinstance(event, ev.HandStart))
    assert hand.seats == {Seat.E: "p3", Seat.S: "anna", Seat.W: "ben", Seat.N: "čeněk"}
    assert (hand.round, hand.hand, hand.repeats, hand.pot) == (Seat.E, 1, 0, 0)
    start = next(event for event in events(text) if isinstance(event, ev.GameStart))
    assert start.players == ("p3", "anna", "ben", "čeněk")


def test_riichi_is_of_the_discard_and_a_win_is_called_declared_shown_scored_and_paid() -> None:
    played = [event for event in events(HEAD + RIICHI) if not isinstance(event, ev.GameStart | ev.HandStart | ev.Deal)]
    assert [event.type for event in played] == [
        "indicator", "draw", "discard", "draw", "discard",
        "claim", "mahjong", "indicator", "show", "score", "settlement",
    ]  # fmt: skip
    discards = [event for event in played if isinstance(event, ev.Discard)]
    assert [(event.riichi, event.drawn) for event in discards] == [(True, True), (None, True)]
    claim, score, settlement = played[5], played[9], played[10]
    assert (claim.seat, claim.for_, claim.basis) == (Seat.E, "mahjong", "inferred")
    assert (score.total, score.points, score.doubles, score.limit) == (12000, 30, 5, "mangan")
    assert [item["name"] for item in score.items] == ["double-riichi", "ippatsu", "pinfu", "tanyao"]
    assert (settlement.for_, settlement.pot, settlement.change[Seat.E]) == (Seat.E, 1000, 13000)


def test_sets_kongs_and_their_indicators() -> None:
    played = events(HEAD + CALLS)
    assert [event.type for event in played[7:16]] == [
        "draw", "discard", "claim", "expose", "discard", "draw", "kong", "indicator", "kong-replacement",
    ]  # fmt: skip
    shown = next(event for event in played if isinstance(event, ev.Show))
    assert [tile.value for tile in shown.sets[0]] == ["Wd", "Wd", "Wd"]
    shown, drawn, paid = events(HEAD + NINE_TERMINALS)[-3:]
    assert isinstance(shown, ev.Show), "by who ended the hand"
    assert (drawn.reason, drawn.seats, set(paid.change.values())) == ("nine-terminals", (Seat.E,), {0})


def test_the_last_result_ends_the_game_with_points_and_final_scores() -> None:
    paid = '"370,-7,130,-5,250,17,250,-5"'
    ended = XML.replace(paid, paid + ' owari="363,46.0,125,-37.5,267,-3,245,-5.5"')
    end = events(ended)[-1]
    assert end.totals == {"anna": 36300, "ben": 12500, "čeněk": 26700, "p3": 24500}
    assert end.final == {"anna": 46000, "ben": -37500, "čeněk": -3000, "p3": -5500}


def test_one_players_view_has_the_draws_of_the_others_unseen() -> None:
    played = events(received())
    starts = [event for event in played if isinstance(event, ev.HandStart)]
    assert {(event.depth, event.view) for event in starts} == {("table", Seat.E)}
    draws = {event.seat: event.tile.value for event in played if isinstance(event, ev.Draw)}
    assert draws == {Seat.E: "Ww", Seat.S: "??", Seat.W: "??", Seat.N: "??"}
    hidden = [event.seat for event in played if isinstance(event, ev.Deal) and set(map(str, event.tiles)) == {"??"}]
    assert hidden == 3 * [Seat.S, Seat.W, Seat.N]
    drawn = [event.drawn for event in played if isinstance(event, ev.Discard)]
    assert drawn == [True, True, True, False, True, True, True]


def test_that_the_viewers_hand_was_ready_at_a_draw_is_told_by_the_payments() -> None:
    start = received(HEAD + RIICHI).splitlines()[:4]
    paid = '<RYUUKYOKU ba="0,0" sc="250,30,250,-10,250,-10,250,-10"/>'
    shown = next(event for event in events("\n".join((*start, paid))) if isinstance(event, ev.Show))
    assert (shown.seat, shown.basis) == (Seat.E, "inferred")
    assert sorted(tile.kind for tile in shown.rest or ()) == sorted(parse_tiles("234567c 234d 2267b"))


def test_who_is_paid_as_ready_shows_a_hand_but_the_viewer() -> None:
    start = "".join((HEAD + RIICHI).splitlines(keepends=True)[:5])
    shown = ' hai1="0,1,2,32,33,36,37,68,69,108,109,112,116"'
    paid = '<RYUUKYOKU ba="0,0" sc="250,{},250,{},250,-10,250,-10"{}/>'
    assert told(start + paid.format(-10, 30, shown)) == []
    assert told(start + paid.format(-10, 30, "")) == ["wrong-settlement"]
    assert told(received(start) + paid.format(-10, 30, "")) == ["wrong-settlement"]
    assert told(received(start) + paid.format(30, -10, "")) == []


def test_who_ends_a_hand_by_four_riichi_shows_a_hand() -> None:
    start = "".join((HEAD + RIICHI).splitlines(keepends=True)[:5])
    ended = '<RYUUKYOKU type="reach4" ba="0,0" sc="250,0,250,0,250,0,250,0"{}/>'
    shown = [f' hai{place}="{place},{place + 4}"' for place in range(4)]
    all_show, three_show = (told(start + ended.format("".join(shown[:number]))) for number in (4, 3))
    assert "riichi-not-ready" not in all_show
    assert "riichi-not-ready" in three_show


def test_a_yakuman_is_a_limit_also_where_its_fu_are_not_counted() -> None:
    yakuman = XML.replace('ten="30,1100,0" yaku="18,1"', 'ten="0,32000,{}" yakuman="47"')
    assert told(yakuman.format(5)) == []
    assert told(yakuman.format(0)) == ["wrong-score"]


def test_of_several_winners_those_in_riichi_have_the_indicators_under_the_others() -> None:
    script = Transcript("game")
    under, discard = [parse_tiles("1c")], ev.Discard(seq=1, seat=Seat.S, tile=Tile("1c"), riichi=True)
    script.add(discard, 1)
    for place, stated, before in ((1, under, under), (2, [], under), (2, under, [])):
        script.compare_under(place, stated, before, 1)
    assert len(script.rows) == 1
    script.compare_under(1, [], under, 1)
    script.compare_under(2, under, under, 1)
    codes = [row.code for row, _line in script.rows if isinstance(row, Fault)]
    assert codes == ["indicator-missing", "indicator-not-due"]


def test_it_is_read_in_one_line_packed_or_with_what_was_sent_between() -> None:
    expected = events(XML)
    assert events(XML.replace("\n", "")) == expected
    lines = "".join(f"Get: {line}\nSend: <NEXTREADY/>\n" for line in XML.splitlines())
    assert events(lines) == expected
    assert events('Get: <HELO auth="a" scale="PF3=1&PF4=1&amp;"/>\n' + lines) == expected
    assert events("\ufeff" + XML) == expected
    assert format_of(gzip.compress(XML.encode())) is None, "a file is unpacked before it is looked at"


DOCUMENT = XML + "</mjloggm>\n"
_DECLARED = '<?xml version="1.0" encoding="{}"?>\n'
_FORMS: list[str | bytes] = [
    _DECLARED.format("UTF-8") + DOCUMENT,
    "\n" + _DECLARED.format("UTF-8").replace('"', "'") + DOCUMENT,
    "<!-- saved by a tool -->\n" + DOCUMENT,
    DOCUMENT + "<!-- <T5/> -->",
    DOCUMENT.replace("<D104/>", "<!-- <D0/>\n\n -->\n<D104/><!---->"),
    "<!-- " + "a long licence " * 700 + "-->" + DOCUMENT,
    "<!DOCTYPE mjloggm>\n" + DOCUMENT,
    '<!DOCTYPE mjloggm SYSTEM "mjlog.dtd" [\n<!ELEMENT mjloggm ANY>\n]>\n' + DOCUMENT,
    DOCUMENT.replace("<D104/>", "<?sign here?><D104/>"),
    DOCUMENT.replace('"', "'"),
    DOCUMENT.replace("<D104/>", "<D104></D104 >"),
    DOCUMENT.replace('oya="0"', ' oya = "&#48;" '),
    DOCUMENT.replace("<D104/>", "<![CDATA[ ]]><D104/>"),
    DOCUMENT.replace("\n", "\r\n"),
    _DECLARED.format("UTF-16").encode("utf-16") + DOCUMENT.encode("utf-16-le"),
    b"\xfe\xff" + DOCUMENT.encode("utf-16-be"),
    DOCUMENT.encode("utf-16-le"),
    DOCUMENT.encode("utf-16-be"),
    (_DECLARED.format("Shift_JIS") + DOCUMENT).encode("shift_jis"),
    (_DECLARED.format("no-such-thing") + DOCUMENT).encode(),
]  # fmt: skip
"""The same document, written otherwise."""


@each("text", _FORMS)
def test_a_document_is_read_however_xml_lets_it_be_written(text: str | bytes) -> None:
    assert events(text) == events(XML)


def test_a_name_is_read_in_the_encoding_that_a_document_declares() -> None:
    text = _DECLARED.format("Shift_JIS") + DOCUMENT.replace('n0="anna"', 'n0="麻雀"')
    (start,) = (event for event in events(text.encode("shift_jis")) if isinstance(event, ev.GameStart))
    assert start.players[0] == "麻雀"


def test_lines_are_counted_through_comments_and_behind_what_is_broken() -> None:
    text = DOCUMENT.replace("<T104/>", "<!-- one\ntwo -->\n<T104/> & \n").replace("<E100/>", "<NOTHING/>\n<E100/>")
    assert findings(text) == [("bad-event", 8), ("bad-event", 14)]


@each(
    "broken,rest",
    [("<T104 ", ""), ("<FURITEN>>", ">"), ('<FURITEN show="1/>', ""), ("<![CDATA[x]]>", "x"), ("&name;", "&name;"),
     ("</DORA>", ""), ('<LN n="1" n="2"/>', "")],
)  # fmt: skip
def test_what_is_no_xml_is_told_once_and_read_on_behind_it(broken: str, rest: str) -> None:
    told = [(code, line) for code, line in findings(DOCUMENT.replace("<D104/>", f"{broken}\n<D104/>"))]
    assert told == [("bad-event", 8)]
    assert not rest or rest in str([row for row, _line in record(XML.replace("<D104/>", f"{broken}<D104/>")).rows])
    assert findings(DOCUMENT.replace("<D104/>", "<!-- <D104/>")) == [("bad-event", 8)], "what has no end takes the rest"


def test_so_many_places_may_be_broken_and_then_the_rest_is() -> None:
    for broken in ("<", "</LN>", "<!--", '<a b="'):
        found = list(tags.tokens(broken * 30_000 + "<T5/>"))
        assert len(found) == 10_001
        assert found[-1].text.endswith("<T5/>")


def test_no_entity_is_read_whatever_it_would_become() -> None:
    words = "".join(f'<!ENTITY e{n} "' + (f"&e{n - 1};" * 10 if n else "x") + '">\n' for n in range(12))
    text = f"<!DOCTYPE mjloggm [\n{words}]>\n" + DOCUMENT.replace('n0="anna"', 'n0="&e11;"')
    faults = [row.message for row, _line in record(text).rows if isinstance(row, Fault)]
    assert faults[0] == "the document declares entities: records have none, none is read"
    assert "&e11;" in faults[1]
    assert "e10" not in "".join(faults)


def test_findings_carry_the_line_also_where_others_were_sent_between() -> None:
    lines = "".join(f"Send: <Z/>\nGet: {line}\n" for line in XML.replace("<E100/>", "<E0/>", 1).splitlines())
    plain = findings(XML.replace("<E100/>", "<E0/>", 1))
    assert findings(lines) == [(code, 2 * line) for code, line in plain if line is not None]


def test_a_record_that_breaks_off_is_an_unfinished_game() -> None:
    lines = XML.splitlines(keepends=True)
    assert [findings("".join(lines[:count])) for count in range(4, len(lines))] == [[]] * (len(lines) - 4)


# -- one fault, one finding -------------------------------------------------------------------------------------------

_WRONG = rows_in(TABLE, "wrong")
"""A tag as it is, what it is changed into, the code of the one finding, and what begins in its line, or the next."""


@each("old,new,code,at", _WRONG)
def test_a_tag_that_is_wrong_missing_or_doubled_gives_one_finding_at_its_line(
    old: str, new: str, code: str, at: str
) -> None:
    text = XML.replace(old, new, 1)
    assert text != XML
    line = text[: text.index(at)].count("\n") + 1
    assert findings(text) == [(code, line)]


def test_a_hand_whose_beginning_is_lost_is_passed_over_and_that_is_said_once() -> None:
    lines = XML.splitlines()
    lost = "\n".join(line for line in lines if 'seed="0,2,0' not in line)
    assert findings(lost) == [("out-of-place", lines.index("<T124/>") + 3)]


def test_damaged_records_end_in_findings() -> None:
    """Whatever bytes are changed, taken out or put in: nothing is raised but that a game of this sort is not read."""
    chance = random.Random(1)
    for _time in range(150):
        content = bytearray(XML.encode())
        for _change in range(chance.choice((1, 2, 8))):
            at = chance.randrange(len(content))
            put = chance.choice((b"", b"-1", b"999999999999", b'"', b"<", b">", b",", bytes([chance.randrange(256)])))
            content[at : at + chance.choice((0, 1, 3))] = put
        found = format_of(bytes(content))
        if found is None:
            continue
        with contextlib.suppress(OtherGameError):
            for game in found.games("game", "game", [("game", bytes(content))]):
                Engine(game).run()


def test_a_tile_that_was_seen_in_one_players_view_is_in_no_other_hand() -> None:
    """The hands of the others are not known; what they discard, lay down and show is."""
    view = received()
    assert findings(view.replace("<g116/>", "<g118/>")) == []
    held = view.replace("<g116/>", "<g112/>")
    assert findings(held) == [("tile-not-held", held[: held.index("<g112/>")].count("\n") + 1)]


def test_a_record_that_begins_later_begins_with_what_four_can_have_had() -> None:
    later = HEAD + CALLS
    assert findings(later) == []
    fewer = later.replace("370,130,250,250", "370,129,250,250", 1)
    assert [code for code, _line in findings(fewer)] == ["wrong-total"]


def test_what_a_record_says_twice_is_told_and_nothing_is_lost_by_it() -> None:
    rows = list(record(XML.replace('doraHai="132"', 'doraHai="128"')).rows)
    (remark,) = [row for row, _line in rows if isinstance(row, Fault)]
    assert remark.is_remark
    assert [row for row, _line in rows if not isinstance(row, Fault)] == events(XML)
    assert [line_of(where) for row, where in rows if row is remark] == [12]


# -- sets -------------------------------------------------------------------------------------------------------------


@each("bits,kind,tiles,giver", [
    (47722, "pung", "Wd Wd Wd", 2),
    (8192, "kong", "9c 9c 9c 9c", 0),
    (33 << 8 | 1, "kong", "9c 9c 9c 9c", 1),
    ((8 * 3 + 2) << 9 | 16 | 3, "kong", "9c 9c 9c 9c", 3),
    ((2 * 3 + 1) << 10 | 4 | 3, "chow", "3c 4c 0c", 3),
])  # fmt: skip
def test_sets_are_read_from_their_bits(bits: int, kind: str, tiles: str, giver: int) -> None:
    meld = read_meld(bits)
    assert (meld.kind, meld.giver) == (kind, giver)
    assert " ".join(BY_NUMBER[number].value for number in meld.numbers) == tiles


@each("bits", [-1, 1 << 16, (34 * 3) << 9 | 8, (21 * 3) << 10 | 4, 136 << 8 | 1])
def test_numbers_that_are_no_set(bits: int) -> None:
    assert read_meld(bits) is None


# -- walls ------------------------------------------------------------------------------------------------------------


def _twister(key: list[int]) -> Iterator[int]:
    """The Mersenne twister, as its authors wrote it down: seeded by an array, one word after the other."""
    most, state = 0xFFFFFFFF, [19650218]
    for number in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + number) & most)
    place, word = 1, 0
    for _step in range(max(624, len(key))):
        before = state[place - 1] ^ state[place - 1] >> 30
        state[place] = ((state[place] ^ before * 1664525) + key[word] + word) & most
        place, word = place + 1, (word + 1) % len(key)
        if place == 624:
            state[0], place = state[-1], 1
    for _step in range(623):
        before = state[place - 1] ^ state[place - 1] >> 30
        state[place] = ((state[place] ^ before * 1566083941) - place) & most
        place += 1
        if place == 624:
            state[0], place = state[-1], 1
    state[0] = 1 << 31
    while True:
        for number in range(624):
            both = state[number] & 1 << 31 | state[(number + 1) % 624] & (1 << 31) - 1
            state[number] = state[(number + 397) % 624] ^ both >> 1 ^ (0x9908B0DF if both & 1 else 0)
        for one in state:
            one ^= one >> 11
            one ^= one << 7 & 0x9D2C5680
            one ^= one << 15 & 0xEFC60000
            yield one ^ one >> 18


@each("is_early", [False, True])
def test_walls_are_those_of_the_seed_by_another_way_of_making_them(is_early: bool) -> None:
    """In 2009 a seed was 32 words, and in the stacks of the dead wall the lower tile came first."""
    key = [1812433253 * number & 0xFFFFFFFF for number in range(1, 33 if is_early else 625)]
    coded = base64.b64encode(b"".join(word.to_bytes(4, "little") for word in key)).decode()
    seed = ",".join(f"{word:08X}" for word in key) if is_early else coded
    walls, words = seeded_walls(f"mt19937ar-sha512-n288{'' if is_early else '-base64'},{seed}"), _twister(key)
    assert walls is not None
    for _hand in range(3):
        drawn = b"".join(next(words).to_bytes(4, "little") for _word in range(288))
        mixed = b"".join(hashlib.sha512(drawn[at : at + 128]).digest() for at in range(0, len(drawn), 128))
        tiles = list(range(136))
        for at in range(135):
            other = at + int.from_bytes(mixed[4 * at : 4 * at + 4], "little") % (136 - at)
            tiles[at], tiles[other] = tiles[other], tiles[at]
        wall, taken = next(walls), tiles[::-1]
        dead = [taken[at ^ 1] for at in range(122, 136)]
        assert list(wall.numbers) == [*taken[:122], *(dead if is_early else taken[122:])]
        assert wall.dealt()[0][:5] == [*tiles[::-1][:4], tiles[::-1][16]]


@each("seed", [
    "", "mt19937ar,0123", "mt19937ar-sha512-n288-base64,?", "mt19937ar-sha512-n288-base64,AAAA",
    "mt19937ar-sha512-n288,", "mt19937ar-sha512-n288," + ",".join(["0123ABCD"] * 31),
    "mt19937ar-sha512-n288," + ",".join(["0123ABCX"] * 32),
])  # fmt: skip
def test_a_seed_that_cannot_be_read_makes_no_walls(seed: str) -> None:
    assert seeded_walls(seed) is None


def test_a_seed_of_another_game_is_told_and_left_aside() -> None:
    seed = base64.b64encode(bytes(range(208)) * 12).decode()
    shuffle = f'<SHUFFLE seed="mt19937ar-sha512-n288-base64,{seed}" ref=""/>\n<GO'
    assert findings(XML.replace("<GO", shuffle, 1)) == [("bad-field", 2)]


# -- where the tiles of a hand are by their numbers, and what contradicts that -----------------------------------------


PUNG = Meld("pung", (0, 1, 2), 2, 1)
LINE = 7


def hand(viewer: int | None = None) -> Numbers:
    """A hand in which place 3 has two tiles of a kind, and place 2 discards a third."""
    numbers = Numbers(viewer, 4)
    numbers.deal(3, (0, 1, 3, 40), LINE)
    numbers.deal(2, (2, 50), LINE)
    numbers.discard(2, 2, LINE)
    return numbers


def code(numbers: Numbers) -> str | None:
    """What is told of a hand."""
    return None if numbers.wrong is None else numbers.wrong[0]


@each("act,due", [
    (lambda one: one.lay(3, PUNG, 2, LINE), None),
    (lambda one: one.lay(3, PUNG, 6, LINE), "claim-not-open"),
    (lambda one: one.lay(1, PUNG, 2, LINE), "set-not-held"),
    (lambda one: one.draw(1, 2, False, LINE), "too-many-copies"),
    (lambda one: one.discard(3, 2, LINE), "tile-not-held"),
    (lambda one: one.show(3, (0, 1, 3), LINE), "shown-hand-differs"),
    (lambda one: one.win(3, (0, 1, 2, 3, 40), 2, True, 2, LINE), None),
    (lambda one: one.win(3, (0, 1, 2, 3, 40), 2, True, 6, LINE), "mahjong-tile-wrong"),
    (lambda one: one.compare_sets(3, [PUNG], LINE), "shown-hand-differs"),
])  # fmt: skip
def test_a_tile_comes_from_where_it_lay(act: Callable[[Numbers], None], due: str | None) -> None:
    numbers = hand()
    act(numbers)
    assert code(numbers) == due


@each("tiles,giver,due", [
    ((0, 1, 2, 3), 1, None), ((0, 1, 2, 3), 2, "claim-not-open"), ((0, 1, 3, 2), 1, "set-not-held"),
    ((40, 41, 42, 43), 1, "set-not-held"),
])  # fmt: skip
def test_a_tile_is_added_to_the_pung_that_lies_there(tiles: tuple[int, ...], giver: int, due: str | None) -> None:
    numbers = hand()
    numbers.lay(3, PUNG, 2, LINE)
    numbers.lay(3, Meld("kong", tiles, None, giver, "added"), None, LINE)
    assert code(numbers) == due


def test_in_one_players_view_the_others_have_what_was_not_seen_elsewhere() -> None:
    numbers = hand(viewer=3)
    numbers.discard(1, 60, LINE)
    numbers.show(0, (61, 62), LINE)
    assert code(numbers) is None
    numbers.discard(1, 40, LINE)
    assert code(numbers) == "tile-not-held"


@each("place,number,is_loose,due", [
    (0, 52, False, None), (0, 53, False, "not-the-wall-tile"), (0, 134, True, None), (0, 52, True, "not-the-wall-tile"),
])  # fmt: skip
def test_what_is_drawn_lay_next_in_the_wall(place: int, number: int, is_loose: bool, due: str | None) -> None:
    wall = SeededWall(tuple(range(136)), (0, 0))
    numbers = Numbers(None, 4)
    for dealt_to, dealt in enumerate(wall.dealt()):
        numbers.deal(dealt_to, dealt, LINE)
    numbers.build(wall, 0, LINE)
    numbers.draw(place, number, is_loose, LINE)
    assert code(numbers) == due
    numbers.build(wall, 1, LINE)
    assert due is not None or code(numbers) == "wrong-deal-tiles", "what was dealt lay in the wall of that dealer"
