"""What can be typed now, and what it means; what is due, and what is still to be said of a hand.

The rules tell which acts there are, and `spelled` how each is typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.settling.base import WHO_DISCARDED, WHO_WAS_READY
from mjlog.audit.valuing import agreed_score, ledger_for, terms_for
from mjlog.errors import MjlogError, NotationError
from mjlog.findings import Severity, codes_that
from mjlog.formats.shorthand.acts import DRAWS_BY_SIGN, chow_ranks
from mjlog.formats.shorthand.endings import pay, typed_pay, typed_scores
from mjlog.formats.shorthand.reading import read_act
from mjlog.formats.shorthand.scene import Scene
from mjlog.formats.shorthand.spelling import spelled
from mjlog.recording.game import RecordedGame
from mjlog.rules.abortive import nothing_to_draw
from mjlog.rules.indicators import under_due
from mjlog.rules.legal import draws, legal_moves
from mjlog.scoring.hand import NOT_APART
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.passing import COURTESY, FIRST, SECOND, TILES_PASSED
from mjlog.table.plan import ABORTS
from mjlog.table.stakes import NAGASHI
from mjlog.table.state import A_DISCARD, A_DRAW, A_LOOSE_TILE, CLOSING, DEALING, DONE, NOTHING, PASSING
from mjlog.text import counted
from mjlog.tiles import CODES, JOKER, NORTH, TILES, UNKNOWN, rank_of, tile_name
from mjlog.views.words import drawn_words, seat_name, words


class Hint(NamedTuple):
    """Something that can be typed, and what it means. `is_example`: other tiles, numbers or words can stand there."""

    text: str
    words: str
    is_example: bool = False


COMMANDS = (
    Hint("undo", "takes back the last act (Ctrl-Z); `undo 3` three of them"),
    Hint("?", "this list (F1)"),
    Hint("log", "the events with their numbers, for `fix`; `log 2` those of hand 2"),
    Hint("sheet", "the score sheet"),
    Hint("quit", "confirms all, and leaves (Ctrl-D)"),
)
"""Words of the recorder, which are no acts."""

_BEFORE_A_HAND = (
    Hint("hand", "the next hand, written down like the one before"),
    Hint("hand table", "the next hand, as the table sees it"),
    Hint("hand result", "the next hand, only its result"),
    Hint("hand full", "the next hand, with all tiles that are seen"),
    Hint("end", "the game is over"),
)
_PASS = Hint("o", "all pass three tiles, unseen; `so3b3b5c` South these")
_BLIND = Hint("sob2", "South passes two blind; the third unseen (`sob23b`: 3 bamboo)", True)
_REFUSE = Hint("so-", "South refuses the second Charleston", True)
_COURTESY = (
    Hint("so2", "South offers two tiles across, unseen, as a courtesy; `no2` North as many (`so3b5c`: these)", True),
    Hint("o0", "nobody passes any tile as a courtesy, or nobody else (`so0`: South none)"),
    Hint("5b", "nobody has to: or go on, East discards 5 bamboo", True),
)
_RESULT = (
    Hint("sm48", "South has won and announces 48", True),
    Hint("wash", "a drawn hand"),
)
_DEAL_IN_FULL = (Hint("deal", "the whole deal, unseen; `deal 12b5dew 2279d …` as the blocks are taken"),)
_DEAL = (
    Hint("r34", "the dice, by whoever throws", True),
    Hint("b", "the wall is broken where the dice say"),
    Hint("5b", "or go on at once: East discards 5 bamboo", True),
)
_SIT = Hint("sit eva for ben", "eva takes ben's place from the next hand on; each has points of their own", True)
_PENALTY = Hint("penalty s 50 REASON", "South is fined; the others share it", True)
_PENALTY_OFF = Hint("penalty s 5000 REASON", "South is fined: off the final score, and nobody gets it", True)
_PAY_JOKERLESS = "pay jokerless"
_WHY = Hint("why", "what the hands are worth, item by item, and who pays whom")
_SHOW = Hint("sh 123b 55d / 9c", "South shows the hand: sets, and after the stroke what is left over", True)
_BY_A_LINE = (
    Hint("smfe:r2", "South has won on East's discard, by line r2 of the card; `smw:r2` drawn", True),
    Hint("smfe25", "or without the line: South's hand is worth 25", True),
)
_BY_A_CARD = (
    Hint("sh fff 2222b (333djk)", "South shows the hand, set by set (`fff` two flowers, `jk` a joker)", True),
    Hint("s=25", "what South's hand is worth; `sm:r2` at the call names its line", True),
)
_NOT_APART = Hint(
    "mahjong s wall apart=false", "South wins with a tile drawn that was not kept apart from the hand", True
)
_UNRACKED = Hint("t-", "takes a tile that does not stand on the rack yet: the discard can still be called; `t5b-`")
_WASH = Hint("wash", "a drawn hand; `replay REASON` it is played again")
_ON_A_CARD = (
    Hint("5b=4b", "the same, named as 4 bamboo", True),
    Hint(
        "dead s exposure by=e", "East says that South's hand is dead, by its exposures; or `count`, by its tiles", True
    ),
)
_MISSED = Hint("..", "moves were missed; `..5s` five of them, and it is South's turn")
_ALWAYS = (
    _MISSED,
    Hint("note TEXT", "a remark; `dispute TEXT`, `ruling TEXT`"),
    Hint("fix 37 5d -- why", "corrects event 37; `fix 37 void`, `fix after 37 sp`, `fix seats 3 ben anna …`"),
)
_RESULT_OF_RIICHI = (
    Hint("sfe3h30", "South has won on East's discard with 3 han and 30 fu; `sw3h30` from the wall", True),
    Hint("sfemangan", "a limit: mangan haneman baiman sanbaiman yakuman, or 5 han as `sfe5h`", True),
    Hint("sfe3h30+w2h40", "South and West have won the same discard", True),
    Hint("s!", "South has declared riichi in this hand: typed before its result", True),
    Hint("wash rse", "a drawn hand, South and East were ready; `wash r-` nobody", True),
)
_DECLARED = Hint("5b!", "the same with riichi; `5b*` the tile just drawn, `5b~` another one; `0b` is a red five", True)
_END_OF_RIICHI = (
    Hint("sh 123b 55d 7889b", "South shows the hand: sets, and what is left over; the winning tile among them", True),
    Hint("s=3h30", "what South's hand is worth, 3 han and 30 fu; `s=mangan` a limit, `s=3900` points", True),
)
_WINS_TOO = Hint("sm", "South has won the tile, too", True)


class _Typed(NamedTuple):
    """What is typed in games of one kind beside what is typed in all.

    `result`: how a hand has ended of which only that is written down; `end`: hands shown and scores; `closing`: what
    else there is at the end of a hand that was played. `paid`: payments as an example, and whose (`each`). `turn` and
    `play`: acts of whose turn it is, and others. `faults`: what can be said of whoever is at fault, and its words.
    `all_score`: everybody announces a score.
    """

    result: tuple[Hint, ...]
    end: tuple[Hint, ...]
    closing: tuple[Hint, ...] = ()
    paid: tuple[int, ...] = (-12, 36, -12)
    each: str = ""
    turn: tuple[Hint, ...] = ()
    play: tuple[Hint, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    all_score: bool = False


_OF_A_FAMILY = {
    "points": _Typed(_RESULT, (_SHOW,), all_score=True),
    "card": _Typed(
        _RESULT[1:], _BY_A_CARD, play=_ON_A_CARD,
        faults=(("dead {} exposure", "{}: dead by its exposures"), ("dead {} count", "{}: dead by its count")),
    ),
    "shared": _Typed(
        _RESULT_OF_RIICHI, _END_OF_RIICHI, (_WINS_TOO,), (-3900, 3900, 0), ", each winner", turn=(_DECLARED,),
    ),
}  # fmt: skip
"""What is typed in games of a family, by its name."""
_TO_FILL_IN = ("TEXT", "REASON", "-- why")


def hints(scene: Scene) -> list[Hint]:
    """What can be typed at this table."""
    now = [hint for hint in _now(scene) if _is_possible(hint, scene)]
    is_played = scene.table.in_play and scene.table.depth != "result"
    always = _ALWAYS if is_played else _ALWAYS[1:]
    return [*now, *(false_wins(scene) or _chombo(scene)), *always, *COMMANDS]


_SAID_OF_RESULTS = frozenset(("hand", "end", "pay", "s", "8/48/4/2", "8/48/4", "sh", "b", "wash"))
"""How acts begin that follow one another, at the end of a hand or before it, so that some of them come too early."""


def _is_possible(hint: Hint, scene: Scene) -> bool:
    """Whether something can be typed now, and not only at another time of a hand."""
    table, first = scene.table, hint.text.partition(" ")[0].partition("=")[0]
    if hint is _SIT:
        player = next(iter(table.players.values()), "")
        return bool(table.hand) and can_be_said(f"sit {player}-2 for {player}", scene)
    if first == "sh" and not table.wins and not table.washout:
        return table.plan.family.draws_have_reasons
    if first == "end":
        return bool(table.hand) and table.due in (CLOSING, DONE)
    # What is paid may only not be known yet: how it is said helps then.
    if first == "pay" and table.due in (CLOSING, DONE):
        return table.settlement is None
    return first not in _SAID_OF_RESULTS or can_be_said(hint.text, scene)


def taps(scene: Scene) -> list[Hint]:
    """The acts that can be entered at this table as they stand."""
    table = scene.table
    claimed = {hint.text for by_word in claims_by_seat(scene).values() for hint in by_word}
    is_played = table.depth != "result" and table.due in (A_DISCARD, A_DRAW, A_LOOSE_TILE)
    missed = (_MISSED,) if is_played else ()
    by_text = {
        hint.text: hint
        for hint in (*_now(scene), *missed)
        if not hint.is_example and hint is not _WHY and hint.text not in claimed and _is_possible(hint, scene)
    }
    if table.due != CLOSING or not _is_to_be_paid(scene):
        by_text.pop("pay", None)
    elif can_be_said(_PAY_JOKERLESS, scene):
        by_text[_PAY_JOKERLESS] = Hint(_PAY_JOKERLESS, "paid for a hand without jokers")
    elif table.plan.tracks_danger:
        payers = {f"pay {seat.value.lower()}": seat for seat in table.plan.seats if seat is not table.winner}
        by_text |= {text: Hint(text, f"{seat_name(seat)} paid for all") for text, seat in payers.items()}
    return [Hint(hint.text, hint.words.partition(";")[0]) for hint in by_text.values()]


def _is_to_be_paid(scene: Scene) -> bool:
    """Whether something is to be paid, and follows from what was written down."""
    try:
        paid = pay(scene, "pay")
    except NotationError:
        return False
    return scene.table.winner is not None or any(any(fields["change"].values()) for fields in paid)


def faults(scene: Scene) -> list[Hint]:
    """Fines, dead hands and false wins, by who is at fault; what a fine comes to, and why, is typed behind it."""
    table, plan = scene.table, scene.table.plan
    if table.standing.ended or not table.players:
        return []
    ended = false_wins(scene)
    marked = [("penalty {}", "fine {}"), *(_typed(table).faults if table.due != DONE else ())]
    seats = [(seat.value.lower(), seat_name(seat)) for seat in SEATS if seat in plan.seats]
    marks = [Hint(act.format(letter), words.format(name)) for act, words in marked for letter, name in seats]
    return [*marks, *(ended or _chombo(scene))]


def _chombo(scene: Scene) -> list[Hint]:
    """Whose fault can end the hand that is played, or the next one where only results are written down."""
    if not scene.table.plan.family.has_chombo:
        return []
    acts = [Hint(f"chombo {seat.value.lower()}", f"chombo of {seat_name(seat)}") for seat in scene.table.plan.seats]
    return [hint for hint in acts if can_be_said(hint.text, scene)]


def claims_by_seat(scene: Scene) -> dict[Seat, list[Hint]]:
    """The claims that the rules allow, by who can make them, each in a word or two; in a Charleston the passes."""
    by_seat: dict[Seat, list[Hint]] = {}
    if scene.table.due in (DEALING, PASSING) and scene.table.passing is not None:
        passing = scene.table.passing
        return {seat: _passes(passing.due, seat) for seat in SEATS if seat not in passing.given}
    for move, text in _claims(scene):
        word = f"chow {'-'.join(text[1:])}" if move.for_ == "chow" else move.for_
        by_seat.setdefault(move.seat, []).append(Hint(text, word))
    return by_seat


def _passes(name: Any, seat: Seat) -> list[Hint]:
    """What a player can do in a pass of the Charleston."""

    def passed(count: int = TILES_PASSED, blind: int | None = None) -> str:
        return spelled(ev.Charleston(seq=1, pass_=name, seat=seat, tiles=(TILES[UNKNOWN],) * count, blind=blind))

    if name == COURTESY:
        return [Hint(passed(count), f"passes {count}") for count in range(TILES_PASSED + 1)]
    blind = [Hint(passed(blind=count), words) for count, words in enumerate(("blind 1", "2", "3"), 1)]
    refused = [Hint(spelled(ev.CharlestonStop(seq=1, seat=seat)), "refuses")] if name == SECOND[0] else []
    return [Hint(passed(), "passes 3"), *(blind if name in (FIRST[-1], SECOND[-1]) else ()), *refused]


def _now(scene: Scene) -> Iterator[Hint]:
    table = scene.table
    fine = _PENALTY_OFF if table.plan.family.fines_go_to_nobody else _PENALTY
    to_one = next((known_fine for known_fine in table.plan.fines if known_fine.to_one), None)
    if to_one is not None:
        words = f"South is fined, and West gets it; `{_PENALTY.text}` the others share it"
        fine = Hint(f"penalty s {to_one.amount} {to_one.reason} to=w", words, True)
    if table.standing.ended:
        return
    if table.due == NOTHING:
        yield from (*_BEFORE_A_HAND, fine)
    elif table.depth == "result":
        yield from (*_results(scene), *_BEFORE_A_HAND, _SIT, fine)
    elif table.due == DEALING:
        yield from _turning(table)
        yield from (*(_DEAL_IN_FULL if table.depth == "full" else ()), *_DEAL[:-1])
        yield from (*([_PASS] if table.passing is not None else ()), _DEAL[-1])
    elif table.due == PASSING and table.passing is not None:
        due = table.passing.due
        if due == COURTESY:
            yield from _COURTESY
            return
        yield _PASS
        yield from (_BLIND,) if due in (FIRST[-1], SECOND[-1]) else ()
        yield from (_REFUSE,) if due == SECOND[0] else ()
        yield Hint("5b", "or go on: East discards 5 bamboo", True)
    elif table.due in (CLOSING, DONE):
        yield from _turning(table)
        # Who has called a discard to win can take that back.
        wins = table.wins if table.settlement is None and table.depth != "result" else ()
        callers = [win.seat for win in wins if win.discarder is not None]
        back = [Hint(f"{seat.value.lower()}u", f"{seat_name(seat)} takes the declaration back") for seat in callers]
        typed = _typed(table)
        yield from (*_end(table), *typed.closing, _paid(scene), _WHY, fine, *back, *_BEFORE_A_HAND, _SIT)
    else:
        yield from _in_play(scene)


def _results(scene: Scene) -> Iterator[Hint]:
    """How a hand of which only the result is written down has ended."""
    table, typed = scene.table, _typed(scene.table)
    is_over = table.due in (CLOSING, DONE)
    yield from (_paid(scene), *_end(table)) if is_over else ()
    if typed.all_score and table.plan.family.winner_alone_scores:
        yield Hint("sfe48", "South has won with East's discard and announces 48; `sw48` from the wall", True)
    elif table.plan.family.wins_by_card:
        yield from _BY_A_LINE
    elif not table.plan.family.counts_han:
        words = f"South has won on a discard; the scores of {_all(table)} (8sw48… from the wall)"
        yield Hint(typed_scores(table).replace("/", "s", 1), words, True)
    yield from typed.result
    signs = {reason: sign for sign, reason in DRAWS_BY_SIGN.items()}
    reasons = [reason for reason in ABORTS if reason in table.plan.family.aborts]
    if reasons:
        words = "".join(f"; `wash {signs[reason]}` {drawn_words(reason)}" for reason in reasons[1:])
        yield Hint(f"wash {signs[reasons[0]]}", f"drawn for {drawn_words(reasons[0])}{words}", True)
    # Where limits are told with the han, a limit hand has no name of its own.
    rules = scene.rules
    ledger = ledger_for(rules) if rules is not None and not rules.plan.family.counts_han else None
    row = next((row for row in ledger.rows if row.is_limit), None) if ledger is not None else None
    if ledger is not None and row is not None:
        worth = ledger.total(0, 0, (row,))
        others = typed_scores(table).partition("48")[2]
        yield Hint(f"8s{worth}:{row.id}{others}", "a limit hand, by its name (`mjlog rules ID` has them)", True)
    yield from () if is_over else _end(table)


def _typed(table: Table) -> _Typed:
    return _OF_A_FAMILY[table.plan.family.name]


def _all(table: Table) -> str:
    """The seats of all who play."""
    return ", ".join(map(seat_name, table.plan.seats))


def _end(table: Table) -> Iterator[Hint]:
    """Hands and scores at the end of a hand."""
    typed = _typed(table)
    yield from typed.end
    if typed.all_score and table.plan.family.winner_alone_scores:
        yield Hint("s=48", "what South's hand is worth", True)
    elif typed.all_score:
        yield Hint(typed_scores(table), f"scores announced: {_all(table)}; `s=48` one of them", True)


def _paid(scene: Scene) -> Hint:
    """How payments are said: with what the tiles are worth, where only that is missing."""
    table, text = scene.table, "pay"
    if table.due == CLOSING:
        try:
            pay(scene, text)
        except NotationError as error:
            text = error.instead or text
    typed, for_all = _typed(table), "`pay w` West paid for all; " if table.plan.tracks_danger else ""
    jokerless = f"`{_PAY_JOKERLESS}` for a hand without jokers; " if table.plan.family.wins_by_card else ""
    alone = table.win.discarder if table.win is not None and table.win.misnamed else None
    each = typed.each if alone is None else f", by {seat_name(alone)} alone, who misnamed the tile"
    paid = typed_pay(table, *typed.paid)
    return Hint(text, f"paid as computed{each}; {for_all}{jokerless}`{paid}` what was paid")


def _in_play(scene: Scene) -> Iterator[Hint]:
    table = scene.table
    turn = seat_name(table.turn)
    yield from _turning(table)
    if table.due in (A_DISCARD, A_DRAW, A_LOOSE_TILE):
        drawn = "" if table.due == A_DISCARD else "draws and "
        yield Hint("5b", f"{turn} {drawn}discards 5 bamboo (any tile; with its seat out of turn: `s5b`)", True)
        yield Hint("m", f"{turn} declares mahjong from the wall")
        has_pung = any(laid_set.kind == "pung" for laid_set in table.place(table.turn).sets)
        ways = ["added to a pung"] * has_pung + ["concealed"] * table.plan.concealed_kongs
        if table.plan.concealed_kongs or (has_pung and not table.plan.family.wins_by_card):
            yield Hint("k5b", f"{turn} makes a kong of 5 bamboo, {' or '.join(ways)}", True)
        if NORTH in table.plan.aside:
            yield Hint("kita", f"{turn} {drawn}lays a north wind aside")
        elif any(table.plan.copies[34:42]) and not table.plan.any_flower:
            yield Hint("1f", f"{turn} lays out flower 1", True)
    yield from _typed(table).turn
    for draw in (washout for seat in (None, table.turn) for washout in _draws(table, seat)):
        yield Hint(spelled(draw), f"the hand ends: {drawn_words(str(draw.reason))}")
    if table.open and table.plan.family.is_settled_singly:
        last = table.plan.seats[-1]
        calls = f"South and {seat_name(last)} call to win; each then wins by `sm`, `{last.value.lower()}m`"
        yield Hint(f"s{last.value.lower()}m-", calls, True)
    yield from _as_agreed(table)
    yield from (Hint(text, words(table, move)) for move, text in _claims(scene))
    kong = table.kong
    if kong is not None:
        for seat in (seat for seat in kong.seat.others() if seat in table.plan.seats):
            won = ev.Mahjong(seq=1, seat=seat, source=kong.source)
            how = "robbing the kong" if kong.source == "kong" else "on the tile laid aside"
            yield Hint(spelled(won), f"{seat_name(seat)} declares mahjong, {how}")
    for place in table.places:
        for tile in dict.fromkeys(min(laid_set.tiles) for laid_set in place.sets if JOKER in laid_set.tiles):
            if tile != JOKER:
                text = f"j{place.seat.value.lower()}{CODES[tile].lower()}"
                yield Hint(text, f"takes the joker of {seat_name(place.seat)}'s set for {tile_name(tile)}")
    yield from (*_typed(table).play, _WASH)


def _as_agreed(table: Table) -> Iterator[Hint]:
    """What is said where an option makes it matter, or of a discard under a wrong name."""
    discard, plan = table.open_discard, table.plan
    if discard is not None and discard.is_under_a_wrong_name:
        named = "it can be called" if plan.corrected_names else "it cannot be called any more"
        yield Hint(f"={CODES[discard.tile].lower()}", f"{seat_name(discard.seat)} names it rightly: {named}")
    if plan.called_until == "rack" and table.depth == "full" and table.due == A_DRAW and table.open:
        yield _UNRACKED
    if plan.scorer is not None and NOT_APART in plan.scorer.flags:
        yield _NOT_APART
    if table.withdrawn is not None:
        name = seat_name(table.withdrawn)
        yield Hint(f"dead {table.withdrawn.value.lower()} false-mahjong", f"{name} lays no set down: the hand is dead")


def _claims(scene: Scene) -> Iterator[tuple[ev.Claim, str]]:
    """The claims that the rules allow, as they are typed; a chow by the two tiles of the hand, in each of its ways."""
    table, discard = scene.table, scene.table.open_discard
    if discard is None:
        return
    for move in legal_moves(scene.bound, table):
        if isinstance(move, ev.Claim) and move.for_ == "chow":
            yield from ((move, f"c{low}{other}") for low, other in chow_ranks(rank_of(discard.tile)))
        elif isinstance(move, ev.Claim):
            yield move, spelled(move)


def completions(scene: Scene, typed: str) -> list[Hint]:
    """What can stand in the place of the word that is being typed."""
    word = typed.lower()
    fixed = [hint for hint in hints(scene) if not any(blank in hint.text for blank in _TO_FILL_IN)]
    fitting = [hint for hint in fixed if hint.text.lower().startswith(word)]
    return list({hint.text: hint for hint in fitting}.values())


# -- riichi: what is due, and what is left to say --------------------------------------------------------------------


def indicators_due(table: Table) -> int:
    """How many indicators are to be turned now, those under others among them."""
    state = table.riichi
    if state is None or table.depth == "result" or table.standing.ended or table.due in (NOTHING, DONE):
        return 0
    if table.wins:
        return max(0, under_due(table, state) - len(state.under)) if table.settlement is None else 0
    # Where the deal is written down it comes first.
    is_due = table.due != CLOSING and not (table.due == DEALING and table.depth == "full")
    return state.due if is_due else 0


def asked_next(table: Table) -> str | None:
    """What the recorder asks for because it is due; None where nothing but play is."""
    number = indicators_due(table)
    if number:
        what = "under the others" if table.wins else "for the kong" if table.indicators else ""
        tiles = "i5b" if number == 1 else "i5b2d"
        which = "indicator" if number == 1 else counted(number, "indicator")
        return f"{which} {what}".rstrip() + f"? `{tiles}`"
    # The hand is over without a winner, unless somebody wins the last discard.
    over = [draw for draw in _draws(table, None) if draw.reason != ABORTS[0]]
    if over:
        return f"{drawn_words(str(over[0].reason))}? `{spelled(over[0])}`"
    if not _may_end_in_a_draw(table) or not nothing_to_draw(table):
        return None
    if any(place.shown is not None for place in table.places):
        return "who else is ready? `sh 123b 5566d` shows South's hand, `wash` nobody else is"
    return "who is ready? `sh 123b 5566d` shows South's hand, `wash rse` South and East are, `wash r-` nobody is"


def _may_end_in_a_draw(table: Table) -> bool:
    """Whether a hand is played that can be drawn for a reason."""
    return table.plan.family.draws_have_reasons and table.in_play and table.depth != "result"


def _draws(table: Table, seat: Seat | None) -> list[ev.Washout]:
    """The ends without a winner that are open now, and are typed with a reason."""
    if not _may_end_in_a_draw(table):
        return []
    played = table.plan.family.aborts | {NAGASHI}
    return [draw for draw in draws(table, seat) if draw.reason in played]


def _turning(table: Table) -> Iterator[Hint]:
    """The indicator that is due, as it is typed."""
    if indicators_due(table):
        of = "under the first, for a winner in riichi" if table.wins else "that is due"
        yield Hint("i5b", f"the indicator {of}, is 5 bamboo; `i5b2d` two of them", True)


def left_to_say(replay: Engine) -> Iterator[str]:
    """What is still to be said of a hand that is over, as it is typed."""
    table = replay.table
    if table.standing.voided:
        return
    if table.washout:
        if replay.ending.unsaid() == WHO_WAS_READY:
            yield "to be said: who was ready: `sh` South was (`wash rse` says it at once), then `pay`"
        return
    unpaid = [win.seat for win in table.wins if win.seat not in table.paid and None not in table.paid]
    number = indicators_due(table)
    left = [f"`i{'5b2d3d4b5d'[: 2 * number]}` what lies under {counted(number, 'indicator')}"] if number else []
    called = [seat for seat, claim in table.claims.items() if claim == "mahjong" and not table.win_of(seat)]
    left += [f"`{spelled(ev.Claim(seq=1, seat=seat, for_='mahjong'))}` {seat_name(seat)} wins, too" for seat in called]
    for seat in unpaid:
        letter, ways = seat.value.lower(), []
        if table.depth != "result" and table.place(seat).shown is None:
            ways.append(f"`{letter}h 123b 55d 7889b` {seat_name(seat)}'s hand")
        if seat not in table.scores and not replay.ending.value(seat):
            ways.append(f"`{letter}=3h30` its value")
        left += [" or ".join(ways)] if ways else []
    missing = replay.ending.unsaid() == WHO_DISCARDED
    left += [f"{WHO_DISCARDED}: `undo`, then `smfe3h30` on East's"] if missing else []
    left += ["`pay` that it is paid"] if unpaid else []
    if left:
        yield f"to be said: {', '.join(left)}"


# -- wins that are none ------------------------------------------------------------------------------------------


def said_of_a_false_win(replay: Engine) -> Iterator[str]:
    """What is to be said of a hand whose only winner has not won, as the rules say."""
    table, findings = replay.table, replay.report.findings
    if len(table.wins) != 1 or table.settlement is not None:
        return
    seat = table.wins[0].seat
    of_winner = (finding for finding in findings if finding.seat == seat.value)
    faults = {finding.code for finding in of_winner if finding.severity == Severity.ERROR.value}
    is_false = bool(faults & codes_that("false-win"))
    act = table.plan.family.false_win
    if is_false and act is not None:
        yield f"to be said: `{act.format(seat.value.lower())}` that {seat_name(seat)}'s win is none"


def false_wins(scene: Scene) -> list[Hint]:
    """Which wins of this hand can be said to be none.

    Source: riichi/chombo-1, american/dead-4.
    """
    table = scene.table
    family = table.plan.family
    what = "paid as agreed, and the hand is dealt again" if family.has_chombo else "the hand is dead, and play goes on"
    wins = [(win.seat, (family.false_win or "").format(win.seat.value.lower())) for win in table.wins]
    return [Hint(act, f"{seat_name(seat)}'s win is none: {what}") for seat, act in wins
            if act and can_be_said(act, scene)]  # fmt: skip


def can_be_said(act: str, scene: Scene) -> bool:
    """Whether an act can be read at this table."""
    try:
        return bool(read_act(act, scene))
    except MjlogError:
        return False


# -- the result of a hand, as it is asked for ----------------------------------------------------------------------


Announced = Literal["all", "winner", "nobody"]
_BEGINS = "hand result"


class ResultDue(NamedTuple):
    """A hand whose result can be written down now: what is typed before it, and who sits where in it."""

    before: str
    seats: dict[Seat, str]


def announced(replay: Engine) -> Announced:
    """Whose scores are announced: those of all where losers settle among themselves, none where all are agreed."""
    rules = replay.rules
    if agreed_score(rules, True) is not None:
        return "nobody"
    return "all" if terms_for(rules).losers_settle and not replay.table.plan.family.winner_alone_scores else "winner"


def result_due(recorder: RecordedGame) -> ResultDue | None:
    """The hand whose result can be written down: one that goes on as its result alone, else the next one.

    None where there is none, or nobody can say who sits where in it.
    """
    table = recorder.table
    goes_on = table.due not in (NOTHING, CLOSING, DONE)
    if table.standing.ended or (goes_on and table.depth != "result"):
        return None
    if goes_on:
        return ResultDue("", {seat: table.players.get(seat, "") for seat in table.plan.seats})
    try:
        seats = recorder.read(_BEGINS)[0]["seats"]
    except MjlogError:
        return None
    before = "" if table.depth == "result" and table.hand else _BEGINS
    return ResultDue(before, {seat: seats[seat.value] for seat in SEATS if seat.value in seats})


def scores_due(recorder: RecordedGame) -> dict[Seat, str]:
    """Who may still announce a score for the hand that has been won, tile by tile; nobody where it is not."""
    table = recorder.table
    if table.due != CLOSING or table.depth == "result" or table.washout or table.settlement is not None:
        return {}
    whose = announced(recorder.replay)
    winners = [win.seat for win in table.wins]
    seats = table.plan.seats if whose == "all" else winners if whose == "winner" else []
    open_seats = (seat for seat in seats if seat not in table.scores)
    return {seat: table.players.get(seat, "") for seat in open_seats}
