"""The pages of who records with a telephone: a line of short hand, what it would mean, and what can be tapped.

Every page works as a form without a script; `record.js` sends the same form, and takes over what is answered.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.errors import ConflictError, MjlogError, StoreError
from mjlog.recording.asking import YesNoQuestion, asked_before, asked_to_void
from mjlog.recording.beginning import (
    Beginning,
    begin,
    club_list,
    free_id,
    going_on,
    known_cards,
    options_by_use,
    rulesets_by_use,
    written_otherwise,
)
from mjlog.recording.ending import end_of_hand
from mjlog.recording.game import RecordedGame
from mjlog.recording.hints import announced, claims_by_seat, faults, result_due, scores_due, taps
from mjlog.recording.session import ChangedError, Preview, RecordingSession, preview
from mjlog.rulesets import load, resolve, self_contained, shipped
from mjlog.table import Table as Played
from mjlog.table.state import CLOSING, DEALING, DONE, NOTHING, PASSING
from mjlog.text import named_values, shown
from mjlog.tiles import CODES, JOKER
from mjlog.viewer.answers import PRIVATE
from mjlog.viewer.live import is_gone, live, streamed
from mjlog.viewer.pages.look import check_from_here
from mjlog.viewer.recorder.tables import Table, Tables, code_as_svg, keep, sent, tables, word_for
from mjlog.viewer.requests import number_in
from mjlog.views.board import board
from mjlog.views.words import pass_words

blueprint = Blueprint("recorder", __name__)
_LONGEST = 4000
_LATEST = 5
"""Events that are shown, the last ones; the others of the hand stand behind them."""
_LONGEST_AGO = 12 * 3600
_PLAYERS = 4
_MEANWHILE = "somebody else wrote meanwhile, or the server was started anew"
_ROWS = tuple(tuple(range(first, first + count)) for first, count in ((0, 9), (9, 9), (18, 9), (27, 7)))
"""The kinds of tiles as they are tapped: suits, and honours."""
_BONUS = tuple(range(34, JOKER + 1))


def init_app(app: Any, room: Tables | None) -> None:
    """Offer the pages. `room`: the games that are recorded; None: none are, and that is what is answered."""
    app.extensions["mjlog_tables"] = room
    app.register_blueprint(blueprint)


# -- who may ---------------------------------------------------------------------------------------------------------


class NoKeyError(Forbidden):
    """Whoever asks has not shown the key of the table."""


def tables_for(game: str | None) -> Tables:
    """The tables, for whoever has the key of a game, or of all.

    Raises:
        Forbidden: nothing is recorded here from telephones.
        NoKeyError: whoever asks has shown no key, or another one.
    """
    room = tables()
    if not room.keys.is_shown(game):
        raise NoKeyError
    return room


@blueprint.errorhandler(NoKeyError)
def ask_for_key(error: NoKeyError) -> Response:
    """The page on which the key is shown: by a script that takes it from the link, or typed in."""
    return _answer("record_key.html", 403, wrong="do" in request.form)


def _take_key(game: str | None) -> BaseResponse:
    """A key that fits goes into a cookie.

    Raises:
        NoKeyError: it is not that of the table.
    """
    served, key = tables(), request.form.get("key", "").strip()
    if not served.keys.opens(key, game):
        raise NoKeyError
    response = redirect(url_for("recorder.table", name=game) if game is not None else url_for("recorder.choose"), 303)
    keep(response, key, None if served.keys.opens(key, None) else game)
    return response


@blueprint.after_request
def _kept_by_nobody(response: Response) -> Response:
    response.headers["Cache-Control"] = PRIVATE
    response.vary.add("Cookie")
    return response


def _answer(template: str, status: int = 200, **values: Any) -> Response:
    return make_response(render_template(template, **values), status)


# -- which game ------------------------------------------------------------------------------------------------------


@blueprint.get("/record")
def choose() -> Response:
    """The games that go on, and a new one."""
    return _choice(tables_for(None))


@blueprint.post("/record")
def begun() -> BaseResponse:
    """A new game is begun; or a key is shown."""
    check_from_here()
    if request.form.get("do") == "key":
        return _take_key(None)
    room = tables_for(None)
    game = request.form.get("game", "")[:100]
    try:
        if game not in room.store:
            wanted = _beginning(room, game)
            club = club_list(room.store)
            same = ((player, written_otherwise(player, club)) for player in wanted.players)
            near = {player: known for player, known in same if known is not None}
            if near and request.form.get("others", "") != " ".join(near):
                pairs = ((shown(known, 40), shown(new, 40)) for new, known in near.items())
                words = " ".join(f"{known} has played here: is {new} the same?" for known, new in pairs)
                return _choice(room, f"{words} Write it the same way then; else press Begin again", 422, " ".join(near))
            begin(room.store, wanted)
    except StoreError:
        raise
    except MjlogError as error:
        return _choice(room, str(error), 422)
    return redirect(url_for("recorder.table", name=game), 303)


def _choice(room: Tables, wrong: str = "", status: int = 200, others: str = "") -> Response:
    store = room.store
    known = [name for name in rulesets_by_use(store) if name in shipped()]
    sets = [(name, load(name).title, resolve(load(name)).plan.family.wins_by_card) for name in known]
    tournaments = list(dict.fromkeys(info.tournament for info in reversed(store.games()) if info.tournament))[:20]
    return _answer(
        "record_choose.html", status, games=going_on(store)[:50], sets=sets, club=club_list(store)[:200],
        cards=list(known_cards(store, room.cards)), players=_PLAYERS, asked=request.form, wrong=wrong,
        new=request.form.get("game") or free_id(store), others=others, chosen=_chosen_options(),
        # The number of players is not asked: they are named.
        settled={
            name: [option for option in options_by_use(store, load(name))[0] if option.name != "players"]
            for name in known
        },
        tournaments=tournaments, usual=known[0] if store.games() else "western",
    )  # fmt: skip


def _beginning(room: Tables, game: str) -> Beginning:
    """The game that the form says."""
    form = request.form
    players = [handle for at in range(_PLAYERS) if (handle := form.get(f"player{at}", "").strip())]
    options = dict(named_values([*_chosen_options(), *form.get("options", "")[:_LONGEST].split()]))
    if len(players) == _PLAYERS - 1:
        options.setdefault("players", len(players))
    name = form.get("ruleset", "")
    if name not in shipped():
        raise BadRequest("that is no rule set of this program")
    place, table, tournament = (form.get(field, "").strip()[:200] or None for field in ("place", "table", "tournament"))
    rules, at, session = self_contained(load(name)), sent("", 1).at, form.get("session", "").strip()
    # The score card is asked for where the rules go by one.
    card = form.get("card", "") if resolve(rules).plan.family.wins_by_card else ""
    cards = known_cards(room.store, room.cards) if card else {}
    if card and card not in cards:
        raise BadRequest("that is no score card that is known here")
    wanted = Beginning(rules, players, options, cards.get(card), game or None, place, table, at)
    wanted.tournament, wanted.session = tournament, number_in(session, "session") or None if session else None
    return wanted


def _chosen_options() -> list[str]:
    """The options that the form states one by one, as they are typed; a usual value is left out."""
    picked = filter(None, request.form.getlist("option"))
    given = ((name, value.strip()) for name, value in request.form.items() if name.startswith("option-"))
    return [text[:_LONGEST] for text in (*picked, *(f"{name[7:]}={value}" for name, value in given if value))]


@blueprint.get("/record/<game:name>/link")
def link(name: str) -> Response:
    """The link of the table as a code, for another telephone."""
    room = tables_for(name)
    room.store.head(name)
    address = room.keys.link(request.host_url, name)
    return _answer("record_link.html", name=name, address=address, code=code_as_svg(address))


@blueprint.get("/record/<game:name>/live")
def follow(name: str) -> Response:
    """How the game stands, whenever that has changed.

    Raises:
        NotFoundError: no such game.
        ServiceUnavailable: the server is about to end.
    """
    room = tables_for(name)
    room.store.head(name)
    return streamed(live().stream(room.standings(name), is_gone()))


# -- one game --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Line:
    """What was sent: the line, and what its sender knows and says of it.

    `after`: how the game stood when it was begun; `meant`: what the line meant then; `sure`: what was answered by yes;
    `key`: the name of the sending.
    """

    text: str = ""
    after: str = ""
    meant: str = ""
    sure: str = ""
    key: str = ""
    ago: int = 0

    @classmethod
    def sent(cls) -> Line:
        """The line of this request."""
        form = {name: request.form.get(name, "")[:100] for name in ("after", "meant", "sure", "key")}
        text = request.form.get("text", "")[:_LONGEST].strip()
        tapped = request.form.get("tap", "")[:100]
        ago = min(number_in(request.form.get("ago") or "0", "ago"), _LONGEST_AGO)
        return cls(f"{text} {tapped}".strip(), **form, ago=ago)


class NotTakenError(MjlogError):
    """What was sent is not entered as it is; nothing was. `asked`: it would be after a yes."""

    def __init__(self, words: str, asked: YesNoQuestion | None = None) -> None:
        super().__init__(words)
        self.asked = asked


@blueprint.get("/record/<game:name>")
def table(name: str) -> Response:
    """The game as it stands, and what can be entered."""
    room = tables_for(name)
    with room.opened(name) as (table, session):
        return _page(room, table, session, Line())


@blueprint.post("/record/<game:name>")
def enter(name: str) -> BaseResponse:
    """Do what was sent; or say why not, and what would be right."""
    check_from_here()
    if request.form.get("do") == "key":
        return _take_key(name)
    served, line = tables_for(name), Line.sent()
    do = "look" if "tap" in request.form else request.form.get("do", "")
    if do not in (*_DOINGS, "look"):
        raise BadRequest(f"there is nothing to do by that name: expected one of {', '.join((*_DOINGS, 'look'))}")
    with served.opened(name) as (table, session):
        if do == "look":
            try:
                if line.after:
                    _understood(served, table, session, line)
            except ChangedError as error:
                # It is not what it meant when it was begun, and belongs there all the same.
                return _page(served, table, session, line, str(error), strays=True)
            return _page(served, table, session, line)
        if line.key and table.is_done(line.key):
            return _done(served, table, session, table.done.get(line.key, ""))
        before, then = session.recorder, table.seen_at(line.after)
        try:
            _DOINGS[do](served, table, session, line)
        except NotTakenError as error:
            return _page(served, table, session, line, str(error), error.asked, 409)
        except (ChangedError, ConflictError) as error:
            return _page(served, table, session, replace(line, after=""), str(error), status=409)
        except StoreError:
            raise
        except MjlogError as error:
            line = replace(line, text=preview(session.recorder, line.text).instead or line.text)
            return _page(served, table, session, line, str(error), status=422)
        stands = table.see(served.mark(*session.seen), session.recorder)
        if then is not None and then is not before:
            # Others wrote, and it was the same: what its sender taps next follows on what its sender has seen.
            stands = table.see(word_for(stands, line.after, line.text), preview(then, line.text).after or then)
        table.note(line.key, stands)
        return _done(served, table, session, stands)


def _done(room: Tables, table: Table, session: RecordingSession, stands: str) -> BaseResponse:
    """It was entered. A script gets the answer at once, with the state of the game after it, which it has seen then."""
    if "script" not in request.form:
        return redirect(url_for("recorder.table", name=session.game), 303)
    response = _page(room, table, session, Line())
    response.headers["Record-Mark"] = stands
    return response


def _understood(room: Tables, table: Table, session: RecordingSession, line: Line) -> Preview:
    """What a line means, for which it is the same as when it was begun.

    Raises:
        ChangedError: it is not, or nobody knows any more what it was.
    """
    then = table.seen_at(line.after)
    if then is not None:
        return session.understand(line.text, preview(then, line.text))
    understood = preview(session.recorder, line.text)
    if line.meant != room.meant(understood):
        raise ChangedError(f"{_MEANWHILE}: look what it means now, then enter it")
    return understood


def _enter(room: Tables, table: Table, session: RecordingSession, line: Line) -> None:
    """The line goes into the record, if it means what it meant when it was begun, and nothing is to be asked."""
    if not line.text:
        raise MjlogError("nothing was typed or tapped")
    understood = _understood(room, table, session, line)
    if understood.trouble is not None:
        raise understood.trouble
    question = asked_before(session, line.text, understood)
    if question is not None and not (question.is_judged and line.sure == room.meant(understood, question.text)):
        raise NotTakenError(question.text, question)
    session.enter(line.text, understood, sent(line.key, line.ago))


def _undo(room: Tables, table: Table, session: RecordingSession, line: Line) -> None:
    """The last act that the sender has seen is rubbed out; one in ink is made void after a yes."""
    if line.after != room.mark(*session.seen):
        raise ChangedError(f"{_MEANWHILE}: look what the last act is now, then undo it")
    if session.undo() is not None:
        return
    last = session.last_confirmed()
    if not last:
        raise NotTakenError("there is nothing to undo in this hand; `fix` corrects earlier ones")
    question = asked_to_void(last)
    if line.sure != room.meant(preview(session.recorder, ""), question):
        raise NotTakenError(question, YesNoQuestion(question, ""))
    session.make_void(last)


def _ink(room: Tables, table: Table, session: RecordingSession, line: Line) -> None:
    """Everything in pencil goes into the log."""
    session.confirm()


_DOINGS: dict[str, Callable[[Tables, Table, RecordingSession, Line], None]] = {
    "enter": _enter, "undo": _undo, "ink": _ink,
}  # fmt: skip


# -- what is shown ---------------------------------------------------------------------------------------------------


def _page(
    room: Tables, table: Table, session: RecordingSession, line: Line, wrong: str = "",
    question: YesNoQuestion | None = None, status: int = 200, *, strays: bool = False,
) -> Response:  # fmt: skip
    """The table, the latest acts, what the line means, what can be tapped after it.

    `strays`: it is not what it meant when it was begun.
    """
    understood = preview(session.recorder, line.text)
    mark = table.see(room.mark(*session.seen), session.recorder)
    after = understood.after or session.recorder
    due, terms = result_due(session.recorder), after.scene.terms
    start = session.recorder.replay.frame.start
    # A yes to a question says what the line means, and that it is meant all the same.
    yes = {}
    if question is not None:
        asked = preview(session.recorder, question.line)
        yes = {"meant": room.meant(asked), "sure": room.meant(asked, question.text)}
    played: Played = session.table
    passing = played.passing if played.due == DEALING and played.plan is played.agreed.goulash else None
    with_jokers = {place.seat for place in after.table.places if any(JOKER in laid.tiles for laid in place.sets)}
    return _answer(
        "record.html", status,
        name=session.game, session=session, board=board(session.table, "open"), totals=session.table.totals,
        mark=mark, begun=line.after or mark, strays=strays, key=secrets.token_urlsafe(12),
        scope=word_for(room.keys.of(session.game)),
        events=_latest(session), ending=_comes_to(session.recorder),
        comes_to=_comes_to(after) if after is not session.recorder else (),
        tournament=None if start is None else start.tournament,
        due=due, family=session.table.plan.family, limits=() if terms is None else terms.limit_names,
        announced=announced(session.recorder.replay), scores=scores_due(session.recorder),
        line=line, understood=understood, meant="" if strays else room.meant(understood), wrong=wrong, asked=question,
        yes=yes,
        taps=[hint for hint in taps(after.scene) if due is None or hint.text != "wash"],
        tiles=_tiles(after), seats=after.table.plan.seats, claims=claims_by_seat(after.scene),
        faults=faults(after.scene),
        acts_first=after.table.due in (CLOSING, DONE, PASSING), is_passing=after.table.due == PASSING,
        has_dice=after.table.due == DEALING, jokers=with_jokers,
        exchange="" if passing is None else pass_words(passing.due, passing.order),
    )  # fmt: skip


def _comes_to(recorder: RecordedGame) -> list[str]:
    """What a hand that is over comes to, and who pays whom."""
    return end_of_hand(recorder.replay, in_full=False, says_who=True)


def _latest(session: RecordingSession) -> list[dict[str, Any]]:
    """The events of the hand, the last one first: in words, with what was found, and whether they are in pencil."""
    mended = session.recorder.corrected_by()
    pencil = {id(step) for step in session.pencil}
    latest = [
        {"one": entry, "is_pencil": id(step) in pencil, "by": mended.get(entry.event.seq)}
        for step in session.steps
        for entry in step.said
    ]
    return latest[: -_LATEST - 1 : -1]


def _tiles(recorder: RecordedGame) -> list[list[tuple[int, str]]]:
    """The tiles that can be tapped, row by row, each as it is typed; none where no tile is due."""
    table: Played = recorder.table
    if table.due in (NOTHING, DONE) or table.depth == "result" or (table.due == CLOSING and table.washout):
        return []
    rows = ([kind for kind in row if table.plan.copies[kind]] for row in (*_ROWS, _BONUS))
    return [[(kind, CODES[kind].lower()) for kind in row] for row in rows if row]
