"""The list of games, the page of a game, the page of a hand."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.audit.game import Hand
from mjlog.reports.finding_words import unjudged_words
from mjlog.text import shown
from mjlog.viewer.drawing import Layout, Scene, scene_svg
from mjlog.viewer.objections import cases_of, with_rulings_on
from mjlog.viewer.pages import present
from mjlog.viewer.pages.assets import tiles_url
from mjlog.viewer.pages.chart import chart_svg
from mjlog.viewer.pages.listing import SORTS, STATES, Listed
from mjlog.viewer.pages.moment import followed, reader_of
from mjlog.viewer.pages.preview import of_game, of_hand
from mjlog.viewer.requests import hand_in, library, number_in
from mjlog.views.course import dealt, turns
from mjlog.views.disclosure import card_in_force
from mjlog.views.moments import opening_of, winning_move
from mjlog.views.results import result_of
from mjlog.views.seen import findings_of
from mjlog.views.totals_chart import chart
from mjlog.views.weight import by_weight

blueprint = Blueprint("pages", __name__)
PAGE_SIZE = 50
MOST_HANDS = 1000
"""Hands that a game's page lists."""
MOST_FINDINGS = 300
"""Findings that a game's page lists."""


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
    )  # fmt: skip


@blueprint.get("/games/<game:name>")
def game(name: str) -> str:
    """One game: its hands, results, running totals and findings."""
    with reader_of(name) as reader:
        view = reader.game
        hands = [
            (
                hand, result, present.result_words(view, hand, result), findings_of(hand), opening_of(view, hand),
                winning_move(view, hand),
            )
            for hand in view.played
            for result in [result_of(hand, view.rows)]
        ]  # fmt: skip
        by_card = view.rules is not None and view.rules.plan.by_card
        heads = [("Hand", ""), *([] if by_card else [("Round", "wide-only")]), ("Result", "")]
        is_live = any(not hand.is_over for hand in view.played)
        disputes = cases_of(view)
        return render_template(
            "game.html",
            name=name,
            to=reader.to,
            preview=of_game(view, name),
            view=view,
            card=card_in_force(view),
            hands=hands,
            findings=by_weight(with_rulings_on(view, (one for hand in view.hands for one in findings_of(hand)))),
            by_card=by_card,
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
        found = hand_in(game, number_in(number, "hand"))
        last = reader.moment(found.end - 1, "open")
        rows = game.rows[found.first : found.end] if found.is_over else ()
        scenes: dict[Layout, Scene | None] = {"wide": last.scene("wide"), "tall": last.scene("tall")}
        return render_template(
            "hand.html",
            name=name,
            to=reader.to,
            preview=of_hand(game, found, f"{name}, hand {found.number}"),
            sprite=tiles_url(reader.look.tiles),
            hand=found,
            by_card=last.board.by_card,
            board=last.board,
            pictures=[scene_svg(scene, f"{layout} board") for layout, scene in scenes.items() if scene is not None],
            result=present.result_words(game, found, result_of(found, game.rows)),
            scores=present.scores(game, found),
            findings=with_rulings_on(game, findings_of(found)),
            unjudged=list(_unjudged(found)) if found.is_over else (),
            first=opening_of(game, found),
            last=game.seq_at(found.end - 1),
            others=[one.number for one in game.played],
            dealt=dealt(rows),
            turns=turns(rows),
        )


def _unjudged(found: Hand) -> Iterator[tuple[str, int | None, str | None]]:
    """What was not judged in a hand, in words; since which event, and the first rule that is silent."""
    for one in found.report.unjudged:
        rule = one.rules[0] if isinstance(one.rules, list) and one.rules else None
        yield from ((words, one.since, rule) for words in unjudged_words([one]))


@blueprint.get("/games")
@blueprint.get("/games/")
def games_again() -> BaseResponse:
    """The list has one address."""
    return redirect(url_for("pages.games"), 308)
