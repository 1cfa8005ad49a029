"""What can be typed now: the acts that the rules allow, as they are typed, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog import events as ev
from mjlog.audit.ledger import ledger_for
from mjlog.errors import NotationError
from mjlog.formats.shorthand.acts import KINDS_OF_CLAIM, chow_ranks
from mjlog.formats.shorthand.endings import pay
from mjlog.formats.shorthand.scene import Scene
from mjlog.recording import riichi_hints
from mjlog.recording.hint import Hint
from mjlog.rules.legal import legal_moves
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.passing import COURTESY, FIRST, SECOND, TILES_PASSED, Passing
from mjlog.table.stakes import goes_to_nobody
from mjlog.table.state import A_DISCARD, A_DRAW, A_LOOSE_TILE, CLOSING, DEALING, DONE, NOTHING, PASSING
from mjlog.tiles import rank_of
from mjlog.views.event_words import words
from mjlog.views.naming import seat_name

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
_PASS = (
    Hint("o", "all pass three tiles, unseen; `so3b3b5c` South these"),
    Hint("sob2", "South passes two blind; the third unseen (`sob23b`: 3 bamboo)", True),
)
_REFUSE = Hint("so-", "South refuses the second Charleston", True)
_COURTESY = (
    Hint("so2", "South offers two tiles across, unseen, as a courtesy; `no2` North as many (`so3b5c`: these)", True),
    Hint("o0", "nobody passes any tile as a courtesy, or nobody else (`so0`: South none)"),
    Hint("5b", "nobody has to: or go on, East discards 5 bamboo", True),
)
_RESULT = (
    Hint("8s48/4/2", "South has won on a discard; the scores of East, South, West, North (8sw48… from the wall)", True),
    Hint("sm48", "South has won and announces 48", True),
    Hint("wash", "a drawn hand"),
)
_DEAL_IN_FULL = (Hint("deal", "the whole deal, unseen; `deal 12b5cew 2279d …` as the blocks are taken"),)
_DEAL = (
    Hint("r34", "the dice, by whoever throws", True),
    Hint("b", "the wall is broken where the dice say"),
    Hint("5b", "or go on at once: East discards 5 bamboo", True),
)
_SIT = Hint("sit eva for ben", "eva takes ben's place from the next hand on; each has points of their own", True)
_PENALTY = Hint("penalty s 50 REASON", "South is fined; the others share it", True)
_PENALTY_OFF = Hint("penalty s 5000 REASON", "South is fined: off the final score, and nobody gets it", True)
_WHY = Hint("why", "what the hands are worth, item by item, and who pays whom")
_SHOW = Hint("sh 123b 55d / 9c", "South shows the hand: sets, and after the stroke what is left over", True)
_SCORES = Hint("8/48/4/2", "scores announced: East, South, West, North; `s=48` one of them", True)
_BY_A_CARD = (
    Hint("sh fff 2222b (333djk)", "South shows the hand, set by set (`fff` two flowers, `jk` a joker)", True),
    Hint("s=25", "what South's hand is worth; `sm:r2` at the call names its line", True),
)
_TAKE_BACK = Hint("su", "South takes the declaration back")
_WASH = Hint("wash", "a drawn hand; `replay REASON` it is played again")
_ON_A_CARD = (
    Hint("jw5b", "takes the joker of West's set for 5 bamboo", True),
    Hint(
        "dead s exposure by=e", "East says that South's hand is dead, by its exposures; or `count`, by its tiles", True
    ),
)
_MISSED = Hint("..", "moves were missed; `..5s` five of them, and it is South's turn")
_ALWAYS = (
    _MISSED,
    Hint("note TEXT", "a remark; `dispute TEXT`, `ruling TEXT`"),
    Hint("fix 37 5c -- why", "corrects event 37; `fix 37 void`, `fix after 37 sp`, `fix seats 3 ben anna …`"),
    Hint("fix 51 for 22 5c", "correction 51 was meant for event 22"),
)
_TO_FILL_IN = ("TEXT", "REASON", "-- why")
_LETTERS = {name: letter for letter, name in KINDS_OF_CLAIM.items()} | {"mahjong": "m"}
_KINDS = {letter: name for name, letter in _LETTERS.items()}


def hints(scene: Scene) -> list[Hint]:
    """What can be typed at this table."""
    return [*_now(scene), *_ALWAYS, *COMMANDS]


def taps(scene: Scene) -> list[Hint]:
    """The acts that can be entered at this table as they stand."""
    table = scene.table
    claimed = {hint.text for found in claims_by_seat(scene).values() for hint in found}
    is_played = table.depth != "result" and table.due in (A_DISCARD, A_DRAW, A_LOOSE_TILE)
    missed = (_MISSED,) if is_played else ()
    found = {
        hint.text: hint
        for hint in (*_now(scene), *missed)
        if not hint.is_example and hint is not _WHY and hint.text not in claimed
    }
    if table.due != CLOSING or not _is_to_be_paid(scene):
        found.pop("pay", None)
    elif table.plan.tracks_danger:
        payers = {f"pay {seat.value.lower()}": seat for seat in table.plan.seats if seat is not table.winner}
        found |= {text: Hint(text, f"{seat_name(seat)} paid for all") for text, seat in payers.items()}
    return [Hint(hint.text, hint.words.partition(";")[0]) for hint in found.values()]


def _is_to_be_paid(scene: Scene) -> bool:
    """Whether something is to be paid, and follows from what was written down."""
    try:
        paid = pay(scene, "pay")
    except NotationError:
        return False
    return scene.table.winner is not None or any(any(one["change"].values()) for one in paid)


def faults(scene: Scene) -> list[Hint]:
    """Fines, dead hands and false wins, by who is at fault; what a fine comes to, and why, is typed behind it."""
    table, plan = scene.table, scene.table.plan
    if table.standing.ended or not table.players:
        return []
    marked = [("penalty {}", "fine {}")]
    if plan.by_card and table.due != DONE:
        marked += [("dead {} exposure", "{}: dead by its exposures"), ("dead {} count", "{}: dead by its count")]
    if plan.stakes is not None and plan.stakes.chombo != "none":
        marked.append(("chombo {}", "chombo of {}"))
    seats = [(seat.value.lower(), seat_name(seat)) for seat in SEATS if seat in plan.seats]
    return [Hint(act.format(letter), words.format(name)) for act, words in marked for letter, name in seats]


def claims_by_seat(scene: Scene) -> dict[Seat, list[Hint]]:
    """The claims that the rules allow, by who can make them, each in a word or two; in a Charleston the passes."""
    found: dict[Seat, list[Hint]] = {}
    if scene.table.due in (DEALING, PASSING) and scene.table.passing is not None:
        passing = scene.table.passing
        return {seat: _passes(passing.due, seat.value.lower()) for seat in SEATS if seat not in passing.given}
    for seat, hint in _claims(scene):
        ranks = hint.text.removeprefix("c")
        word = f"chow {'-'.join(ranks)}" if ranks.isdigit() else _KINDS[hint.text[1]]
        found.setdefault(seat, []).append(Hint(hint.text, word))
    return found


def _passes(name: str, letter: str) -> list[Hint]:
    """What a player can do in a pass of the Charleston."""
    if name == COURTESY:
        return [Hint(f"{letter}o{count}", f"passes {count}") for count in range(TILES_PASSED + 1)]
    blind = [Hint(f"{letter}ob{count}", words) for count, words in enumerate(("blind 1", "2", "3"), 1)]
    refused = [Hint(f"{letter}o-", "refuses")] if name == SECOND[0] else []
    return [Hint(f"{letter}o", "passes 3"), *(blind if name in (FIRST[-1], SECOND[-1]) else ()), *refused]


def _now(scene: Scene) -> Iterator[Hint]:
    table = scene.table
    fine = _PENALTY_OFF if goes_to_nobody(table.plan) else _PENALTY
    if table.standing.ended:
        return
    if table.due == NOTHING:
        yield from (*_BEFORE_A_HAND, fine)
    elif table.depth == "result":
        yield from (*_results(scene), *_BEFORE_A_HAND, _SIT, fine)
    elif table.due == DEALING:
        yield from riichi_hints.turning(table)
        yield from (*(_DEAL_IN_FULL if table.depth == "full" else ()), *_DEAL[:-1])
        yield from (*(_PASS if table.passing is not None else ()), _DEAL[-1])
    elif table.due == PASSING and table.passing is not None:
        yield from _passing(table.passing)
    elif table.due in (CLOSING, DONE):
        yield from riichi_hints.turning(table)
        stakes = table.plan.stakes
        own = (*riichi_hints.END, _WHY, fine) if stakes is not None else (*_end(table), _WHY, fine, _TAKE_BACK)
        fault = (riichi_hints.CHOMBO,) if stakes is not None and stakes.chombo != "none" else ()
        yield from (*own, *fault, *_BEFORE_A_HAND, _SIT)
    else:
        yield from _in_play(scene)


def _results(scene: Scene) -> Iterator[Hint]:
    """How a hand of which only the result is written down has ended."""
    if scene.table.plan.stakes is not None:
        yield from (*riichi_hints.RESULT, *riichi_hints.END[:2], riichi_hints.END[-1])
    else:
        yield from (*_RESULT, *_limit_hands(scene), *_end(scene.table))


def _end(table: Table) -> Iterator[Hint]:
    """Hands, scores and payments at the end of a hand."""
    yield from _BY_A_CARD if table.plan.by_card else (_SHOW, _SCORES)
    for_all = "`pay w` West paid for all; " if table.plan.tracks_danger else ""
    yield Hint("pay", f"paid as computed; {for_all}`pay -12/36/-12/-12` what was paid")


def _limit_hands(scene: Scene) -> Iterator[Hint]:
    """A limit hand, by its name, where the rules have any."""
    ledger = ledger_for(scene.rules) if scene.rules is not None else None
    row = next((row for row in ledger.rows if row.is_limit), None) if ledger is not None else None
    if ledger is not None and row is not None:
        worth = ledger.total(0, 0, (row,))
        yield Hint(f"8s{worth}:{row.id}/4/2", "a limit hand, by its name (`mjlog rules ID` has them)", True)


def _passing(passing: Passing) -> Iterator[Hint]:
    """The pass that is due, and what can come in its place."""
    if passing.due == COURTESY:
        yield from _COURTESY
        return
    yield from _PASS
    if passing.due == SECOND[0]:
        yield _REFUSE
    yield Hint("5b", "or go on: East discards 5 bamboo", True)


def _in_play(scene: Scene) -> Iterator[Hint]:
    table = scene.table
    turn = seat_name(table.turn)
    yield from riichi_hints.turning(table)
    if table.due in (A_DISCARD, A_DRAW, A_LOOSE_TILE):
        drawn = "" if table.due == A_DISCARD else "draws and "
        yield Hint("5b", f"{turn} {drawn}discards 5 bamboo (any tile; with its seat out of turn: `s5b`)", True)
        yield Hint("m", f"{turn} declares mahjong from the wall")
        yield Hint("k5b", f"{turn} makes a kong of 5 bamboo, added to a pung or concealed", True)
        if any(table.plan.copies[34:42]) and not table.plan.any_flower:
            yield Hint("1f", f"{turn} lays out flower 1", True)
    if table.riichi is not None:
        yield from riichi_hints.in_play(table)
    yield from claims(scene)
    yield from _robbing(scene)
    yield from _ON_A_CARD if table.plan.by_card else ()
    yield _WASH


def _robbing(scene: Scene) -> Iterator[Hint]:
    """A kong that has just been added to can be robbed."""
    kong = scene.table.kong
    if kong is not None:
        for seat in kong.seat.others():
            if seat in scene.table.plan.seats:
                yield Hint(f"{seat.value.lower()}mk", f"{seat_name(seat)} declares mahjong, robbing the kong")


def claims(scene: Scene) -> Iterator[Hint]:
    """The claims that the rules allow, in full: who, what, with which tiles."""
    return (hint for _seat, hint in _claims(scene))


def _claims(scene: Scene) -> Iterator[tuple[Seat, Hint]]:
    table, discard = scene.table, scene.table.open_discard
    if discard is None:
        return
    for move in legal_moves(scene.bound, table):
        if isinstance(move, ev.Claim):
            seat = move.seat.value.lower()
            if move.for_ == "chow":
                yield from ((move.seat, Hint(text, words(table, move))) for text in _chows(discard.tile))
            else:
                yield move.seat, Hint(seat + _LETTERS[move.for_], words(table, move))


def _chows(tile: int) -> Iterator[str]:
    """The chows that a tile can stand in, as they are typed: the two from the hand."""
    return (f"c{one}{other}" for one, other in chow_ranks(rank_of(tile)))


def completions(scene: Scene, typed: str) -> list[Hint]:
    """What can stand in the place of the word that is being typed."""
    word = typed.lower()
    fixed = [hint for hint in hints(scene) if not any(blank in hint.text for blank in _TO_FILL_IN)]
    found = [hint for hint in fixed if hint.text.lower().startswith(word)]
    return list({hint.text: hint for hint in found}.values())


__all__ = ["COMMANDS", "Hint", "claims", "claims_by_seat", "completions", "faults", "hints", "taps"]
