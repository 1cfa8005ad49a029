"""What a ruling would be, told before it is stored: in words, what follows from it, and what changes by all of it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mjlog import events as ev
from mjlog.disputes.consequences import consequence_words, still_standing
from mjlog.disputes.effects import Effect, effect, effect_words
from mjlog.disputes.register import DisputeCase, disputes_in
from mjlog.disputes.wording import ruling_words
from mjlog.text import list_words, shown

if TYPE_CHECKING:
    from mjlog.views import GameView
    from mjlog.views.sight import Sight
    from mjlog_cli.disputes import OpenGame


def preview(game: OpenGame, case: DisputeCase, after: GameView, follows: Sequence[int]) -> Iterator[str]:
    """What is read before somebody says yes. `after`: the game with it; `follows`: the events behind the ruling."""
    changes = effect(game.view, after)
    sight: Sight = "table" if changes.is_hidden else "open"
    yield f"ruling on dispute {case.seq} of {shown(game.game, 60)}:"
    ruled = next((one for one in disputes_in(after) if one.seq == case.seq), None)
    ruling = None if ruled is None else ruled.ruling
    if ruling is not None:
        yield f"  {ruling_words(ruling)}"
    for seq in follows:
        yield f"  {seq}  {shown(consequence_words(after, seq, sight), 600)}"
    yield from _why(after, follows, "" if ruling is None else ruling.logged.text)
    yield from _of_earlier_rulings(case, after, sight)
    yield "what changes:"
    yield from (f"  {line}" for line in effect_words(changes))
    yield from _totals_to_correct(after, changes)


def _why(after: GameView, follows: Sequence[int], text: str) -> Iterator[str]:
    """Why it is corrected, where that is not the text of the ruling, and who agreed; all corrections say the same."""
    correction = next((one for one in after.written.corrections if one.seq in follows), None)
    if correction is None:
        return
    if correction.reason != text:
        yield f"  because: {shown(correction.reason, 300)}"
    if correction.agreed:
        yield f"  agreed by {list_words(shown(name, 40) for name in correction.agreed)}"


def _of_earlier_rulings(case: DisputeCase, after: GameView, sight: Sight) -> Iterator[str]:
    """On appeal: the later ruling holds, and what followed from earlier ones is not undone by that alone."""
    standing = still_standing(after, case)
    if standing:
        yield "what still stands from earlier rulings on this dispute (--void with the number takes it back):"
    for seq in standing:
        yield f"  {seq}  {shown(consequence_words(after, seq, sight), 600)}"


def _totals_to_correct(after: GameView, changes: Effect) -> Iterator[str]:
    """How the totals at the end of the game are corrected, where they agree no more."""
    wrong = {one.seq for one in changes.came if one.code == "wrong-total"}
    for place, row in enumerate(after.rows):
        totals = after.hand_at(place).after
        if isinstance(row, ev.GameEnd) and row.totals and totals is not None and row.seq in wrong:
            right = {player: totals.get(player, 0) for player in row.totals}
            given = shlex.quote(json.dumps({"type": "game-end", "totals": right}))
            yield "the totals at the end of the game agree no more; this option corrects them too:"
            yield f"  --replace {row.seq} {given}"
