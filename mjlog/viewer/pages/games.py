"""The list of games, the page of a game, the page of a hand with its course, the score sheet.

The course has one entry a turn: `4d›9c`: drawn 4 dots, discarded 9 characters; `pung 5b›Ew`: laid down with the discard
before, then discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from flask import Blueprint, Response, g, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog import events as ev
from mjlog.audit.game import Hand
from mjlog.club.standings import Rank, places_of
from mjlog.findings import by_weight
from mjlog.log.records import Fault
from mjlog.reports.finding_words import unjudged_words
from mjlog.seats import Seat
from mjlog.store import GameInfo
from mjlog.text import file_name, list_words, shown
from mjlog.tiles import Tile
from mjlog.viewer.drawing import Layout, Scene, scene_svg
from mjlog.viewer.library import Known
from mjlog.viewer.pages import present
from mjlog.viewer.pages.addresses import Addresses, tiles_url
from mjlog.viewer.pages.chart import chart, chart_svg
from mjlog.viewer.pages.events import of_game, of_hand
from mjlog.viewer.pages.moment import followed, reader_of
from mjlog.viewer.requests import (
    DamagedError,
    asked_reading,
    asked_view,
    cases_of,
    hand_in,
    library,
    number_in,
    sheet_of,
    with_rulings_on,
)
from mjlog.views import sheet as sheet_words
from mjlog.views.board import SetTile
from mjlog.views.moment import opening_of, winning_move
from mjlog.views.results import result_of
from mjlog.views.seen import card_in_force, findings_of
from mjlog.views.sheet import sheet_csv

ARROW = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
_Written = ev.Event | Fault


class Turn(NamedTuple):
    """What one player did until the turn went on. `seq`: its last event."""

    seat: Seat
    text: str
    seq: int


class Dealt(NamedTuple):
    """The tiles that a player was dealt, in kind order, as codes."""

    seat: Seat
    tiles: tuple[str, ...]


def dealt(rows: Iterable[_Written]) -> list[Dealt]:
    """The hands as they were dealt, where they were recorded."""
    hands: dict[Seat, list[Tile]] = {}
    for row in rows:
        if isinstance(row, ev.Deal):
            hands.setdefault(row.seat, []).extend(row.tiles)
    return [Dealt(seat, tuple(tile.value for tile in _in_order(tiles))) for seat, tiles in hands.items()]


def _in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """By kind, red fives before plain ones."""
    return sorted(tiles, key=lambda tile: (tile.kind, -tile.face))


def turns(rows: Iterable[_Written]) -> list[Turn]:
    """The turns of a hand, in order: what was drawn, laid down, declared and discarded."""
    turns: list[Turn] = []
    acts: list[str] = []
    seat: Seat | None = None
    seq = 0
    for row in rows:
        say = _ACTS.get(type(row))
        if say is None or isinstance(row, Fault):
            continue
        if row.seat is not seat and seat is not None and acts:  # type: ignore[attr-defined]
            turns.append(Turn(seat, _joined(acts), seq))
            acts = []
        seat, seq = row.seat, row.seq  # type: ignore[attr-defined]
        acts.append(say(row))
        if isinstance(row, ev.Discard):
            turns.append(Turn(row.seat, _joined(acts), seq))
            acts, seat = [], None
    if seat is not None and acts:
        turns.append(Turn(seat, _joined(acts), seq))
    return turns


def _joined(acts: Sequence[str]) -> str:
    """The acts of a turn; a discard follows what it comes after without a blank."""
    return " ".join(acts).replace(f" {ARROW}", ARROW)


def _codes(tiles: Sequence[Tile]) -> str:
    faces = _in_order(tiles)
    return faces[0].value if len(set(faces)) == 1 else "-".join(tile.value for tile in faces)


_ACTS: dict[type[Any], Callable[[Any], str]] = {
    ev.Draw: lambda row: str(row.tile),
    ev.KongReplacement: lambda row: f"loose {row.tile}",
    ev.BonusReplacement: lambda row: str(row.tile),
    ev.Bonus: lambda row: f"bonus {_codes(row.tiles)}",
    ev.Discard: lambda row: f"{ARROW}{row.tile}{' (call)' if row.calling else ' (riichi)' if row.riichi else ''}",
    ev.Expose: lambda row: f"{row.kind} {_codes(row.tiles)}",
    ev.LayConcealed: lambda row: f"concealed {row.kind} {_codes(row.tiles)}",
    ev.Kong: lambda row: f"{row.kind} kong {_codes(row.tiles)}",
    ev.JokerExchange: lambda row: f"{row.tile} for {row.owner.value}'s joker",
    ev.Mahjong: lambda row: f"MAHJONG{'' if row.tile is None else f' on {row.tile}'}",
    ev.Dead: lambda row: "dead",
}
"""Acts that change what lies on the table, in short."""


STATES = {"": "all games", "live": "not finished", "faulty": "with faults", "clean": "without faults"}
SORTS = {
    "": "newest first", "oldest": "oldest first", "name": "by name", "hands": "most hands", "faults": "most faults",
}  # fmt: skip
MOST_LOOKED_AT = 500
"""Games that are asked how they stand, where the list depends on that: those that were begun last."""
_LONGEST = 100


class ListedGame(NamedTuple):
    """A game of the list, with what is known of it."""

    info: GameInfo
    known: Known | None

    @property
    def ranks(self) -> dict[str, Rank]:
        """How everybody ended, the first first; empty where nobody knows."""
        places = places_of(self.known.facts) if self.known is not None else {}
        return dict(sorted(places.items(), key=lambda pair: (pair[1].place or 99, -pair[1].points)))

    @property
    def is_live(self) -> bool:
        """Whether a hand is in progress."""
        return self.known is not None and self.known.summary.is_live

    @property
    def is_stopped(self) -> bool:
        """Whether a hand was begun and not played to its end, and nothing has come lately."""
        return self.is_live and not library().came_lately(self.info.game, self.known.last if self.known else None)

    @property
    def faults(self) -> int:
        """Errors and warnings."""
        return 0 if self.known is None else self.known.summary.errors + self.known.summary.warnings


class Listed(NamedTuple):
    """What an address asks of the list. `q`: words that all occur in a game's id, players, place, table or rules."""

    q: str = ""
    ruleset: str = ""
    state: str = ""
    sort: str = ""

    @classmethod
    def asked(cls) -> Listed:
        """What the address says.

        Raises:
            BadRequest: there is no such order, or no such state.
        """
        query = (request.args.get("q", ""), request.args.get("ruleset", ""), request.args.get("state", ""),
                request.args.get("sort", ""))  # fmt: skip
        listed = cls(*(text.strip()[:_LONGEST] for text in query))
        for name, value, known in (("state", listed.state, STATES), ("sort", listed.sort, SORTS)):
            if value not in known:
                words = list_words(sorted(filter(None, known)))
                raise BadRequest(f"there is no {name} '{shown(value, 20)}': only {words}")
        return listed

    @property
    def kept(self) -> dict[str, str]:
        """What an address has to say of it."""
        return {name: value for name, value in self._asdict().items() if value}

    def rows(self, infos: Sequence[GameInfo], part: slice) -> tuple[list[ListedGame], int, int]:
        """The games of one page; of how many nobody knows yet how they stand; how many there are in all."""
        sought, fitting = self.q.casefold().split(), []
        for info in infos:
            words = " ".join(filter(None, (info.game, *info.players, *info.where, info.ruleset))).casefold()
            if self.ruleset in ("", info.ruleset) and all(word in words for word in sought):
                fitting.append(info)
        fitting.sort(key=lambda info: info.at or "", reverse=self.sort != "oldest")
        if self.sort == "name":
            fitting.sort(key=lambda info: info.game.casefold())
        if not self.state and self.sort not in ("hands", "faults"):
            return *_with_known(fitting[part]), len(fitting)
        rows, waiting = _with_known(fitting[:MOST_LOOKED_AT])
        rows = [row for row in rows if self._is_in_state(row)]
        if self.sort == "faults":
            rows.sort(key=lambda row: -row.faults)
        elif self.sort == "hands":
            rows.sort(key=lambda row: 0 if row.known is None else -row.known.summary.hands)
        return rows[part], waiting, len(rows)

    def _is_in_state(self, row: ListedGame) -> bool:
        match self.state:
            case "live":
                return row.is_live
            case "faulty":
                return row.faults > 0
            case "clean":
                return row.known is not None and not row.faults
        return True


def _with_known(infos: Sequence[GameInfo]) -> tuple[list[ListedGame], int]:
    rows = [ListedGame(info, known) for info, known in zip(infos, library().known(infos), strict=True)]
    return rows, sum(row.known is None for row in rows)


blueprint = Blueprint("pages", __name__)
PAGE_SIZE = 50
MOST_HANDS = 1000
"""Hands that a game's page lists."""
MOST_FINDINGS = 300
"""Findings that a game's page lists."""


class AtPlay(NamedTuple):
    """A finished hand that the first page shows: its best moment, and where it begins. `words`: how it came out."""

    to: Addresses
    hand: Hand
    seq: int
    opening: int
    words: str
    picture: str
    groups: Sequence[Sequence[SetTile]]


def _at_play(rows: Sequence[ListedGame]) -> AtPlay | None:
    """The best hand of the longest of these games, one without faults where there is one."""
    known = [
        (row.faults == 0, facts.summary.hands, facts, row) for row in rows if (facts := row.known) and facts.best
    ]
    if not known:
        return None
    *_, best, row = max(known, key=lambda ranked: ranked[:2])
    with reader_of(row.info.game) as reader:
        game, best_hand = reader.game, best.best
        place = game.place_of(best_hand.seq) if best_hand is not None else None
        if best_hand is None or place is None or g.is_damaged:
            g.is_damaged = False
            return None
        page = reader.moment(place, "open")
        scene, hand = page.scene("wide"), page.hand
        if scene is None or not hand.is_over:
            return None
        words = present.result_words(hand).words
        opening = opening_of(game, hand)
        return AtPlay(reader.to, hand, best_hand.seq, opening, words, scene_svg(scene, "wide board"), best_hand.groups)


@blueprint.get("/")
def games() -> str:
    """The list of games, newest last begun first."""
    page, listed = number_in(request.args.get("page", "1"), "page"), Listed.asked()
    infos = [info for info in library().store.games()[::-1] if not info.hidden]
    rows, waiting, count = listed.rows(infos, slice(max(0, page - 1) * PAGE_SIZE, page * PAGE_SIZE))
    pages = max(1, -(-count // PAGE_SIZE))
    if not 1 <= page <= pages:
        raise NotFound(f"the list of games has {pages} pages")
    return render_template(
        "games.html", rows=rows, count=count, every=len(infos), page=page, pages=pages, waiting=waiting, listed=listed,
        states=STATES, sorts=SORTS, rulesets=sorted({info.ruleset for info in infos if info.ruleset}),
        first=None if listed.kept or page > 1 else _at_play(rows),
    )  # fmt: skip


@blueprint.get("/games/<game:name>")
def game(name: str) -> str:
    """One game: its hands, results, running totals and findings."""
    with reader_of(name) as reader:
        view = reader.game
        hands = [
            (
                hand, result, present.result_words(hand), findings_of(hand), opening_of(view, hand),
                winning_move(view, hand),
            )
            for hand in view.played
            for result in [result_of(hand)]
        ]  # fmt: skip
        has_rounds = view.rules is None or view.rules.plan.family.has_round_winds
        heads = [("Hand", ""), *([("Round", "wide-only")] if has_rounds else []), ("Result", "")]
        is_live = any(not hand.is_over for hand in view.played)
        disputes = cases_of(view)
        return render_template(
            "game.html",
            name=name,
            to=reader.to,
            preview=of_game(view, name),
            view=view,
            start=view.first_of(ev.GameStart),
            card=card_in_force(view),
            hands=hands,
            findings=by_weight(with_rulings_on(view, chain.from_iterable(map(findings_of, view.hands)))),
            has_rounds=has_rounds,
            heads=[*heads, *((shown(player, 16), "num") for player in view.players), ("Faults", "")],
            chart=chart_svg(chart(view)),
            is_live=is_live,
            fined=any(any(result.fines.values()) for _, result, *_ in hands),
            disputes=disputes,
            open_disputes=sum(case.is_open for case in disputes),
            **followed(reader, name),
            most=MOST_HANDS,
            most_findings=MOST_FINDINGS,
        )


@blueprint.get("/games/<game:name>/hands/<number>")
def hand(name: str, number: str) -> str:
    """One hand on one sheet: its table, its course, scores explained, payments, findings."""
    with reader_of(name) as reader:
        game = reader.game
        hand = hand_in(game, number_in(number, "hand"))
        last = reader.moment(hand.end - 1, "open")
        rows = game.rows[hand.first : hand.end] if hand.is_over else ()
        # In words, since which event, and the first rule that is silent.
        unjudged = [
            (words, each.since, each.rules[0] if isinstance(each.rules, list) and each.rules else None)
            for each in (hand.report.unjudged if hand.is_over else ())
            for words in unjudged_words([each], hand.seats)
        ]
        scenes: dict[Layout, Scene | None] = {"wide": last.scene("wide"), "tall": last.scene("tall")}
        return render_template(
            "hand.html",
            name=name,
            game=game,
            to=reader.to,
            preview=of_hand(game, hand, f"{name}, hand {hand.number}"),
            sprite=tiles_url(reader.look.tiles),
            hand=hand,
            has_rounds=last.board.family.has_round_winds,
            board=last.board,
            pictures=[scene_svg(scene, f"{layout} board") for layout, scene in scenes.items() if scene is not None],
            result=present.result_words(hand),
            scores=present.scores(game, hand),
            findings=with_rulings_on(game, findings_of(hand)),
            unjudged=unjudged,
            first=opening_of(game, hand),
            last=game.seq_at(hand.end - 1),
            others=[played_hand.number for played_hand in game.played],
            dealt=dealt(rows),
            turns=turns(rows),
        )


@blueprint.get("/games")
@blueprint.get("/games/")
def games_again() -> BaseResponse:
    """The list has one address."""
    return redirect(url_for("pages.games"), 308)


sheets_blueprint = Blueprint("sheets", __name__)
_BYTE_ORDER_MARK = "\ufeff"
"""Without it spreadsheets read UTF-8 as something else."""


@sheets_blueprint.get("/games/<game:name>/sheet")
def page(name: str) -> str:
    """The sheet, as it is printed."""
    reading = asked_reading()
    to = Addresses(name, asked_view(), *reading)
    sheet = sheet_of(name, reading)
    return render_template("sheet.html", name=name, to=to, sheet=sheet, words=sheet_words, most=MOST_HANDS)


@sheets_blueprint.get("/games/<game:name>/sheet.csv")
def table(name: str) -> Response:
    """The sheet as comma-separated values, to be saved."""
    sheet = sheet_of(name, asked_reading())
    if g.is_damaged:
        raise DamagedError(name)
    response = Response(_BYTE_ORDER_MARK + sheet_csv(sheet), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(name, "-sheet.csv")}"'
    return response
