"""The report of an audit as one file that needs nothing else: no other file, no script; light, dark and on paper.

The page is made of parts, game by game, so that it never stands in memory as a whole.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup, escape

from mjlog.audit.report import HandReport
from mjlog.findings import Finding
from mjlog.reports.finding_words import code_title, hand_words
from mjlog.reports.story import Story, payment_words, who_words
from mjlog.reports.summary import (
    Summary,
    fault_rows,
    headline,
    info_rows,
    money_tables,
    other_notes,
    payment_notes,
    player_rows,
)
from mjlog.text import shown
from mjlog.viewer.drawing import Pen, scene_svg, table_scene
from mjlog.viewer.faces import NAMES, policy_hash, symbol
from mjlog.viewer.pages.alone import in_the_dark, static, templates
from mjlog.viewer.pages.present import coded
from mjlog.views.board import text_table

_STYLES = ("mjlog.css", "table.css", "audit.css")
_LINK = re.compile(r"</?a\b[^<>]*>")
_LOOK = "ivory"
GAME = "\x00"
"""Stands in a part for the number of its game on the page: nothing that a log says can hold it."""
_POLICY = "default-src 'none'; style-src '{}'; base-uri 'none'; form-action 'none'"
_CONTENTS, _FINDINGS = "\x01contents\x01", "\x01findings\x01"


class Frame(NamedTuple):
    """A page around its parts: what comes before the list of games, between it and the findings, and after them."""

    before: str
    between: str
    after: str


@functools.cache
def _pages() -> Environment:
    return templates()


@functools.cache
def _macros() -> Any:
    return _pages().get_template("_audit.html").module


# -- the parts --------------------------------------------------------------------------------------------------


def game_title(game: str) -> str:
    """The name of a game as it stands on the page."""
    return str(escape(shown(game, 80)))


def story_html(story: Story, link: str | None = None) -> str:
    """The story of a finding, with the table drawn."""
    picture, text = Markup(""), ""
    if story.board is not None:
        scene = table_scene(story.board, "wide", Pen(href=lambda seq: "#", sprites=""))
        # The tiles are drawn on this very page, and lead nowhere: the link to the event stands below.
        picture = Markup(_LINK.sub("", scene_svg(scene, "wide board")))
        text = text_table(story.board, width=100)
    rule, rule_text = story.rule or ("", "")
    terms = [
        (f"Rule {shown(rule)}", coded(rule_text)),
        ("Right would be", story.right),
        ("Could have been done", "; ".join(story.moves)),
        ("Paid and due", "; ".join(map(payment_words, story.payments))),
        ("Not judged after it", "; ".join(story.unjudged)),
        ("At the table", story.at_the_table),
        ("In the record", story.remedy),
    ]
    return str(_macros().story(story, terms, picture, text, link))


def finding_html(
    finding: Finding, hand: HandReport, number: int, is_first: bool, story: str, names: Mapping[str, str]
) -> str:
    """A finding of a game. `number`: which of the game's, from 0; `is_first`: of its hand, which is named before it."""
    title = hand_words(hand) if is_first else ""
    return str(
        _macros().finding(
            finding, hand.hand, f"g{GAME}", who_words(finding, hand, names), title[:1].upper() + title[1:],
            code_title(finding.code), number, Markup(story),
        )
    )  # fmt: skip


def contents_row(number: int, title: str, source: str, findings: int) -> str:
    """The line of a game in the list of games. `title`: as `game_title` has made it."""
    link, place = f'<a href="#g{number}">{title}</a>', escape(shown(source, 300))
    return f'<tr><th scope="row">{link}</th><td>{place}</td><td class="num">{findings}</td></tr>\n'


def game_html(number: int, title: str, source: str, findings: Sequence[str], left_out: int = 0) -> str:
    """A game with its findings. `left_out`: how many more there are."""
    body = "\n".join(findings).replace(GAME, str(number))
    more = f"<p>… and {left_out} more findings in this game.</p>\n" if left_out else ""
    return (
        f'<section class="game" id="g{number}">\n<h3>{title}</h3>\n'
        f'<p class="source quiet">{escape(shown(source, 300))}</p>\n{body}\n{more}</section>\n'
    )


# -- the page ---------------------------------------------------------------------------------------------------


def frame(
    summary: Summary, about: Sequence[tuple[str, str]], has_parts: bool, names: Mapping[str, str] | None = None
) -> Frame:
    """The page around its parts. `about`: what is said of the audit, by name."""
    style = static(*_STYLES) + in_the_dark()
    # The style is our own, and has nothing in it that ends the element; so are the drawings of the tiles.
    text = _pages().get_template("audit_file.html").render(
        style=style, policy=Markup(_POLICY).format(policy_hash(style)), scheme="light dark",
        symbols=Markup("".join(symbol(name, _LOOK) for name in NAMES)), headline=headline(summary), about=about,
        faults=fault_rows(summary), infos=info_rows(summary), players=player_rows(summary, names),
        money=money_tables(summary, names),
        notes=[*payment_notes(summary), *other_notes(summary)], parts=has_parts, contents_mark=Markup(_CONTENTS),
        findings_mark=Markup(_FINDINGS),
    )  # fmt: skip
    before, _mark, rest = text.partition(_CONTENTS)
    between, _mark, after = rest.partition(_FINDINGS)
    return Frame(before, between, after)
