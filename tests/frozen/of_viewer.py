"""What the viewer answers: every address that can be read, of a few games, as whoever looks and as who has the token.

A game at a time is in the database, but for the lists. An output of its own lists all addresses that the viewer has,
so that a new one shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from urllib.parse import quote

from flask import Flask
from werkzeug.test import TestResponse

from frozen import doors, mutants
from frozen.of_logs import Output, sections
from frozen.room import ran, when_left

_SAMPLES = {
    "ruled": "disputes/two-winners-ruled", "disputed": "disputes/misheard-tile",
    "dead": "dead-hands/bmja-long-hand-shown", "faulty": "findings/not-mahjong",
    "american": "disputes/exchange-out-of-turn-ruled",
}  # fmt: skip
"""Small games, by the name that outputs have."""
_LIVE = "live"
_LIVE_EVENTS = 150
_GAMES = (*_SAMPLES, *(f"mended-{name}" for name in mutants.MENDED), _LIVE)
_MOST = 8
"""Events of a game that are asked for, evenly, and the last."""
_PAGES = ("/", "/?page=2", "/?page=none", "/games", "/look", "/tiles.svg", "/favicon.ico")
_NEVER_ENDING = ("/games/<game:name>/live", "/api/v1/games/<game:name>/live")
_STATIC = "/static/<path:filename>"
_OF_THE_BODY = ("ETag", "Content-Length")
_KEPT_HEADERS = ("Content-Type", "Content-Disposition", "Location", "Link", "Vary", "Cache-Control")
_CHANGING = (
    (re.compile(rb"([?&]|&amp;)v=[0-9a-f]{16}"), rb"\1v=HASH"),
    (re.compile(rb'(name="key" value=")[^"]*'), rb"\1KEY"),
    (re.compile(rb"(mjlog-form=)[^\n]*Max-Age"), rb"\1KEY; Max-Age"),
    (re.compile(rb'("version": ?")\d+\.\d+\.\d+[^"]*'), rb"\1VERSION"),
)
"""What is another one in every process, at every change of a style, or in every release."""


def outputs() -> Iterator[Output]:
    """All of them."""
    yield "api/addresses", _addresses
    yield "api/headers", _headers
    yield "api/lists", partial(_asked, "", tuple(_list_addresses()))
    yield "pages/lists", partial(_asked, "", _PAGES)
    yield "pages/score", partial(_asked, "", tuple(_score_addresses()))
    for game in _GAMES:
        yield f"api/{game}", partial(_api, game)
        yield f"api/{game}-events", partial(_api_events, game)
        yield f"api/{game}-log", partial(_api_log, game)
        yield f"pages/{game}", partial(_pages, game)
        yield f"pages/{game}-events", partial(_event_pages, game)


# -- addresses --------------------------------------------------------------------------------------------------------


def _addresses() -> bytes:
    """All addresses of the viewer with their methods, and whether they are asked for here."""
    known = (*_NEVER_ENDING, _STATIC)
    rules = [(rule.rule, sorted(rule.methods or ())) for rule in _app("", takes_events=True).url_map.iter_rules()]
    left_out = dict.fromkeys(known, " not asked for")
    return "".join(f"{rule} {' '.join(methods)}{left_out.get(rule, '')}\n" for rule, methods in sorted(rules)).encode()


def _headers() -> bytes:
    """Every header of a page and of an answer of the API."""
    client = _app("", takes_events=False).test_client()
    asked = ("/api/v1/codes", "/look", "/api/v1/nothing", "/nothing")
    return sections((address, _headers_of(client.get(address))) for address in asked)


def _headers_of(response: TestResponse) -> bytes:
    lines = (f"{name}: {value}\n" for name, value in sorted(response.headers) if name not in _OF_THE_BODY)
    return _steady("".join(lines).encode())


def _list_addresses() -> Iterator[str]:
    """What the API says beside the games: rule sets, rules, codes, cards, its document."""
    yield from ("/api/v1/", "/api/v1/openapi.json", "/api/v1/games", "/api/v1/games?page_size=2")
    yield from ("/api/v1/games?page=0", "/api/v1/codes", "/api/v1/codes/none", "/api/v1/cards", "/api/v1/log")
    yield from ("/api/v1/rulesets", "/api/v1/rulesets/none")
    yield from ("/api/v1/rulesets/western?version=1", "/api/v1/rulesets/western?version=99")
    yield from (f"/api/v1/rulesets/{ruleset}" for ruleset in doors.rule_sets())
    for ruleset in doors.rule_sets():
        said = json.loads(ran("rules", ruleset, "--json"))
        yield f"/api/v1/rulesets/{ruleset}/{said['digest']}"
        yield from (f"/api/v1/rulesets/{ruleset}/rules/{rule['id'].split('/')[1]}" for rule in said["rules"])
    yield from (f"/api/v1/codes/{json.loads(line)['code']}" for line in ran("explain", "--json").splitlines())


def _score_addresses() -> Iterator[str]:
    hand = "S in E 234b 55d RRd (789c) [2222d] 1f +Rd discard"
    wrong = "S in E 2345b"
    for ruleset in doors.rule_sets():
        yield from (f"/score?ruleset={ruleset}&hands={quote(text)}" for text in (hand, wrong))
    yield from ("/score", f"/score?ruleset=none&hands={quote(hand)}")
    yield f"/score?ruleset=western&hands={quote(hand)}&discarder=W"


# -- answers ----------------------------------------------------------------------------------------------------------


def _asked(game: str, addresses: Iterable[str], *, with_token: bool = False) -> bytes:
    """The answers of the viewer of a game, each under its address."""
    app = _app(game, takes_events=with_token)
    headers = {"Authorization": f"Bearer {doors.TOKEN}"} if with_token else {}
    client = app.test_client()
    return sections((address, _answer(client.get(address, headers=headers))) for address in addresses)


def _answer(response: TestResponse) -> bytes:
    """Status, some headers and body."""
    kept = [(name, response.headers[name]) for name in _KEPT_HEADERS if name in response.headers]
    head = "".join(f"{name}: {value}\n" for name, value in [("Status", response.status), *kept])
    body = b"" if response.location else response.get_data()  # of a redirection it is the words of a library
    return _steady(head.encode() + body + b"\n")


def _steady(text: bytes) -> bytes:
    """The text without what is another one each time."""
    for pattern, instead in _CHANGING:
        text = pattern.sub(instead, text)
    return text


def _api(game: str) -> bytes:
    """What the API says of the game as a whole: hands, findings, sheet, totals, disputes; also as it was recorded."""
    at = f"/api/v1/games/{_id(game)}"
    parts = ("", "/hands", "/hands/1", "/hands/2", "/hands/99", "/findings", "/sheet", "/totals", "/disputes")
    asked = ("/findings?sort=seq", "/findings?severity=error", "/findings?hand=1", "/disputes?standing=open")
    readings = ("log=recorded", f"as-of={_length(game) - 1}", f"as-of={_length(game) // 2}")
    plain = [f"{at}{part}" for part in (*parts, *asked)]
    other = [f"{at}{part}?{reading}" for reading in readings for part in parts]
    dossiers = [f"{at}/disputes/{seq}" for seq in _some(game)]
    return _asked(game, [*plain, *other, *dossiers, f"{at}/nothing", "/api/v1/games/none"])


def _api_events(game: str) -> bytes:
    """What it says of single events, to every audience."""
    at = f"/api/v1/games/{_id(game)}/events"
    lists = [at, f"{at}?hand=1&view=open", f"{at}?log=recorded&view=E&page_size=200", f"{at}?view=nobody"]
    moments = [f"{at}/{seq}?view={view}" for seq in _some(game) for view in doors.AUDIENCES]
    return _asked(game, [*lists, *moments, f"{at}/{_length(game)}?log=recorded", f"{at}/99999"])


def _api_log(game: str) -> bytes:
    """The log as it is stored, for everybody, and for who may write."""
    at = f"/api/v1/games/{_id(game)}"
    addresses = [f"{at}/stored", f"{at}/log", f"{at}/log?as-of=3", *(f"{at}/stored/{seq}" for seq in _some(game))]
    return _asked(game, addresses) + _asked(game, [*addresses, "/api/v1/log"], with_token=True)


def _pages(game: str) -> bytes:
    """The pages of a game: its hands, its sheet, its disputes, the film."""
    at = f"/games/{_id(game)}"
    hands = ("/hands/1", "/hands/1?view=open", "/hands/2", "/hands/99")
    sheets = ("/sheet", "/sheet.csv", "/sheet?log=recorded", "/disputes", f"?as-of={_length(game) // 2}")
    events = ("/film", "/film?view=S", "/events", "/events?seq=3")
    disputes = [f"/disputes/{seq}" for seq in _some(game)[-3:]]
    return _asked(game, [f"{at}{part}" for part in ("", *hands, *sheets, *events, *disputes)])


def _event_pages(game: str) -> bytes:
    """The pages of some events, and the files of them."""
    at = f"/games/{_id(game)}/events"
    pages = [f"{at}/{seq}?view={view}" for seq in _some(game)[::2] for view in ("table", "open", "S")]
    files = [f"{at}/{seq}.{kind}?view=open" for seq in _some(game)[-2:] for kind in ("txt", "svg", "jsonl")]
    return _asked(game, [*pages, *files, f"{at}/{_length(game)}", f"{at}/{_length(game)}?log=recorded", f"{at}/99999"])


# -- games ------------------------------------------------------------------------------------------------------------


@cache
def _log_of(game: str) -> bytes:
    """The log of one of the games."""
    if game in _SAMPLES:
        return Path(f"sample_logs/{_SAMPLES[game]}.mjlog.jsonl").read_bytes()
    if game == _LIVE:
        lines = ran("export", "sample_logs/games/western.mjlog.jsonl.xz", "--unchained").splitlines(keepends=True)
        return b"".join(lines[:_LIVE_EVENTS])
    return mutants.mended_log(game.removeprefix("mended-"))


@cache
def _id(game: str) -> str:
    return quote(str(json.loads(_log_of(game).split(b"\n", 1)[0])["game"]))


def _length(game: str) -> int:
    return len(_log_of(game).splitlines())


def _some(game: str) -> list[int]:
    """Some events of a game, evenly, its last one, and what is disputed."""
    lines = _log_of(game).splitlines()
    disputed = [number for number, line in enumerate(lines, 1) if b'"dispute"' in line]
    return sorted({*range(1, len(lines), max(1, len(lines) // _MOST)), len(lines), *disputed})


@cache
def _app(game: str, *, takes_events: bool) -> Flask:
    """The viewer of a database with this game, as long as the room is there; without a name, with all of them."""
    database = Path(f"viewer-{game or 'all'}.db")
    if not database.exists():
        for name in [game] if game else _GAMES:
            log = Path(f"viewer-{name}.mjlog.jsonl")
            log.write_bytes(_log_of(name))
            ran("--db", str(database), "import", "mjlog", str(log))
    app = doors.viewer(database, takes_events=takes_events)
    when_left(partial(doors.close, app))
    when_left(_app.cache_clear)
    return app
