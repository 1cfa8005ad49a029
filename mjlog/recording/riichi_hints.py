"""Where riichi is played: what is to be turned, shown, valued and paid next, and the acts that only it has."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.audit.engine import Engine
from mjlog.audit.worth import WHO_DISCARDED, WHO_WAS_READY
from mjlog.events import Washout
from mjlog.formats.shorthand.draws import DRAWS_BY_SIGN
from mjlog.recording.hint import Hint
from mjlog.rules.abortive import nothing_to_draw
from mjlog.rules.indicators import under_due
from mjlog.rules.legal_riichi import draws
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.plan import ABORTS
from mjlog.table.stakes import NAGASHI
from mjlog.table.state import CLOSING, DEALING, DONE, NOTHING
from mjlog.text import counted
from mjlog.views.naming import seat_name
from mjlog.views.riichi_view import drawn_words

RESULT = (
    Hint("sfe3h30", "South has won on East's discard with 3 han and 30 fu; `sw3h30` from the wall", True),
    Hint("sfemangan", "a limit: mangan haneman baiman sanbaiman yakuman, or 5 han as `sfe5h`", True),
    Hint("sfe3h30+n2h40", "South and North have won the same discard", True),
    Hint("s!", "South has declared riichi in this hand: typed before its result", True),
    Hint("wash rse", "a drawn hand, South and East were ready; `wash r-` nobody", True),
    Hint("wash 9", "drawn for nine terminals; `wash 4w` winds, `4r` riichi, `4k` kongs, `3r` three wins", True),
)
_DECLARED = Hint("5b!", "the same with riichi; `5b*` the tile just drawn, `5b~` another one; `0b` is a red five", True)
END = (
    Hint("sh 123b 55d 7889c", "South shows the hand: sets, and what is left over; the winning tile among them", True),
    Hint("s=3h30", "what South's hand is worth, 3 han and 30 fu; `s=mangan` a limit, `s=3900` points", True),
    Hint("sm", "South has won the tile, too", True),
    Hint("pay", "paid as computed, each winner; `pay -3900/3900/0/0` what was paid"),
)


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
    if not number:
        return _asked_at_a_draw(table)
    what = "under the others" if table.wins else "for the kong" if table.riichi and table.riichi.indicators else ""
    tiles = "i5b" if number == 1 else "i5b2c"
    which = "indicator" if number == 1 else counted(number, "indicator")
    return f"{which} {what}".rstrip() + f"? `{tiles}`"


def _asked_at_a_draw(table: Table) -> str | None:
    """How the hand that is over without a winner, unless somebody wins the last discard, is told to be."""
    over = [one for one in _draws(table, None) if one.reason != ABORTS[0]]
    if over:
        return f"{drawn_words(str(over[0].reason))}? `{_typed(over[0])}`"
    if table.riichi is None or table.depth == "result" or not table.in_play or not nothing_to_draw(table):
        return None
    if any(place.shown is not None for place in table.places):
        return "who else is ready? `sh 123b 5566d` shows South's hand, `wash` nobody else is"
    return "who is ready? `sh 123b 5566d` shows South's hand, `wash rse` South and East are, `wash r-` nobody is"


def _draws(table: Table, seat: Seat | None) -> list[Washout]:
    """The ends without a winner that are open now, and are typed with a reason."""
    if table.plan.stakes is None or not table.in_play or table.depth == "result":
        return []
    played = table.plan.stakes.aborts | {NAGASHI}
    return [one for one in draws(table, seat) if one.reason in played]


def _typed(draw: Washout) -> str:
    sign = next(sign for sign, reason in DRAWS_BY_SIGN.items() if reason == draw.reason)
    return f"wash {sign}{''.join(seat.value.lower() for seat in draw.seats or ())}"


def turning(table: Table) -> Iterator[Hint]:
    """The indicator that is due, as it is typed."""
    if indicators_due(table):
        of = "under the first, for a winner in riichi" if table.wins else "that is due"
        yield Hint("i5b", f"the indicator {of}, is 5 bamboo; `i5b2c` two of them", True)


def in_play(table: Table) -> Iterator[Hint]:
    """The acts of play that only riichi has, and the ways in which the hand can end without a winner."""
    if table.due != DEALING:
        yield _DECLARED
    for draw in (one for seat in (None, table.turn) for one in _draws(table, seat)):
        yield Hint(_typed(draw), f"the hand ends: {drawn_words(str(draw.reason))}")
    if table.open:
        yield Hint("snm-", "South and North call to win; each then wins by `sm`, `nm`", True)


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
    left = [f"`i{'5b2c3d4b5c'[: 2 * number]}` what lies under {counted(number, 'indicator')}"] if number else []
    called = [seat for seat, claim in table.claims.items() if claim == "mahjong" and not table.win_of(seat)]
    left += [f"`{seat.value.lower()}m` {seat_name(seat)} wins, too" for seat in called]
    for seat in unpaid:
        left += _of_a_winner(replay, seat)
    missing = replay.ending.unsaid() == WHO_DISCARDED
    left += [f"{WHO_DISCARDED}: `undo`, then `smfe3h30` on East's"] if missing else []
    left += ["`pay` that it is paid"] if unpaid else []
    if left:
        yield f"to be said: {', '.join(left)}"


def _of_a_winner(replay: Engine, seat: Seat) -> Iterator[str]:
    table, letter = replay.table, seat.value.lower()
    ways = []
    if table.depth != "result" and table.place(seat).shown is None:
        ways.append(f"`{letter}h 123b 55d 7889c` {seat_name(seat)}'s hand")
    if seat not in table.scores and not replay.ending.value(seat):
        ways.append(f"`{letter}=3h30` its value")
    if ways:
        yield " or ".join(ways)
