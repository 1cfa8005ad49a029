"""What physically happens when a hand ends, is declared dead, and when moves are missing. Nothing here refuses.

Of dead hands: american/dead-1 to american/dead-5.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mjlog.events import (
    FROM_OTHERS,
    Claim,
    Dead,
    GameEnd,
    Gap,
    Mahjong,
    Penalty,
    Replay,
    Score,
    Settlement,
    Show,
    Washout,
)
from mjlog.seats import Seat
from mjlog.table.danger import may_be_thirteen_wonders, note_claimed
from mjlog.table.facts import Fact
from mjlog.table.moves import close_claims, lapse_call, lose_hand, name_unseen, put_back
from mjlog.table.stakes import (
    CHOMBO,
    end_in_a_draw,
    is_chombo,
    learn_who_was_ready,
    reason_of,
    return_sticks,
)
from mjlog.table.state import (
    A_DISCARD,
    A_DRAW,
    CLOSING,
    DEALING,
    DONE,
    NOTHING,
    PASSING,
    Discarded,
    Place,
    Shown,
    Table,
    Win,
)
from mjlog.table.unseen import (
    begin_count_anew,
    is_blind,
    learned_draw,
    newly_seen,
    note_lost_claims,
    note_taken,
)  # fmt: skip
from mjlog.tiles import JOKER, KINDS, PLAIN_KINDS, UNKNOWN, counts_of


def end_hand(table: Table, winner: Seat | None, voided: bool = False) -> None:
    """The hand has ended, and nothing is open any more: remember how, for the next hand's seats."""
    if table.depth != "result" or table.win is None or table.win.source not in FROM_OTHERS:
        # Otherwise another player may have declared, too, whose call was not written down.
        table.learn(Fact.CLAIMS)
    standing = table.standing
    standing.winners = () if winner is None else (winner,)
    standing.winner = winner
    standing.result_known = True
    standing.voided = voided
    if winner is Seat.E:
        standing.east_wins += 1


def apply_gap(table: Table, event: Gap) -> None:
    """Moves were not recorded: counts, turn and concealed tiles are unknown from here, and so are the totals."""
    standing = table.standing
    known = standing.totals_known or standing.totals_but_for_a_gap
    standing.lose_totals()
    standing.lay(None)
    if table.due in (NOTHING, CLOSING, DONE):
        table.gaps += 1
        begin_count_anew(table)
        table.in_doubt |= Fact.MOVES | Fact.WALL | Fact.COPIES
        lose_hands(table)
        return
    lose_sight(table)
    # Another hand may have begun among what is missing.
    table.doubt_goulash()
    # How the hand ended may be among what is missing, and who has declared riichi.
    standing.wins_known = False
    standing.pot_doubted = standing.pot_doubted or table.plan.family.declares_riichi
    standing.totals_but_for_a_gap = known
    if event.left is not None:
        table.wall.taken = table.live_end - event.left
    table.turn_told = event.turn is not None
    if event.turn is not None:
        table.turn = event.turn


def lose_sight(table: Table) -> None:
    """Moves were made that nobody wrote down: concealed tiles, counts, turn and claims are unknown."""
    for place in table.places:
        lose_hand(table, place)
        place.owed_bonus = 0
        place.calling = place.fishing_said = False
    table.in_doubt |= Fact.TURN | Fact.CLAIMS | Fact.WALL | Fact.MOVES
    table.gaps += 1
    if table.due in (DEALING, PASSING):
        # Whether the deal goes on or the play has begun, the next event tells.
        table.due = A_DISCARD
        table.in_setup = False
    if table.passing is not None:
        table.passing.given, table.passing.name = {}, None
    for place in table.places:
        for laid in place.sets:
            # Jokers may have been exchanged meanwhile.
            laid.tiles = tuple(sorted(UNKNOWN if kind == JOKER else kind for kind in laid.tiles))
    table.rolls = {}
    # Which tile of a known wall is next can be any.
    table.wall.tiles = None
    close_claims(table)
    table.dropped = None
    table.discard = None
    table.loose_due = None
    begin_count_anew(table)


def lose_hands(table: Table) -> None:
    """Hands may have been played that nobody wrote down."""
    standing = table.standing
    table.in_doubt |= Fact.HANDS
    standing.result_known = False
    standing.wins_known = False
    standing.lose_totals()
    standing.counted = standing.repeats = None
    if not standing.seated:
        standing.first_east = None
        standing.order_unknown = True


def begin_unseen_hand(table: Table) -> None:
    """After lost hands play goes on in one whose beginning nobody wrote down: everything about it is unknown."""
    table.begin_hand_as(goulash=None)
    table.standing.winner = None
    table.standing.result_known = False
    table.due = DEALING
    lose_sight(table)


def apply_mahjong(table: Table, event: Mahjong) -> None:
    """A player declares a complete hand: the winning tile goes to the winner, and the hand is over.

    Where another has declared on the same tile, this one wins too, or in the place of the other.
    """
    if declares_too(table, event):
        others = table.sound_wins if table.plan.family.most_winners > 1 else ()
        _let_win(table, (*others, _note_declaration(table, event)))
        return
    table.before_win = table.copy()
    place = table.places[event.seat.index]
    named = learned_draw(table, event)
    if named != UNKNOWN:
        # The winner names the tile just drawn, which nobody saw.
        name_unseen(table, place, named)
    discarder: Seat | None = None
    # A dealt hand has no winning tile but the one that a record names, which need not be in it.
    tile = None if event.source == "deal" else place.last_drawn
    if event.tile is not None and event.tile.kind != UNKNOWN:
        tile = event.tile.kind
    first_discard = all(every_place.discarded == 0 for every_place in table.places if every_place.seat is not Seat.E)
    untouched = place.discarded == 0
    streak = table.kong_streak
    if table.kong is not None and event.source == table.kong.source:
        discarder, tile = table.kong.seat, table.kong.tile
        _rob(table, place, event)
        streak = 0
    elif event.source == "discard" and table.discard is not None:
        discarder, tile = table.discard.seat, _tile_taken(table, table.tile_to_win, event)
        table.discard.claimed_by = event.seat
        note_lost_claims(table, event.seat)
        _supply(table, place, discarder, tile, event)
    elif event.source in FROM_OTHERS:
        # The tile came from a kong or a discard that was not recorded.
        place.unknown += 1
    table.plan.family.win(table, place, event.source)
    table.winner = event.seat
    lapse_call(table)
    # What the table saw (discards, claims, kongs, bonus tiles) tells how many tiles were drawn, too.
    is_used_up = None if is_blind(table) else not table.live_left
    table.win = Win(
        event.seat, event.source, tile, tuple(table.visible), is_used_up, streak, table.sure_streak,
        place.calling, untouched, first_discard, not table.discards, discarder,
        table.danger if discarder is not None else None, event.seq, event.line, table.count_act(),
        event.liable, event.source == "loose" and not table.loose_for_kong,
        event.source == "discard" and table.wins_misnamed, event.apart is not False or event.source in FROM_OTHERS,
    )  # fmt: skip
    table.wins = (table.win,)
    table.open = False
    table.unracked = None
    # The calls of others for the same tile, which they may win, too, or in the place of this one.
    table.claims = _calls_to_win_but(table, event.seat) if event.source in FROM_OTHERS else {}
    table.answers = set()
    table.loose_due = None
    table.due = CLOSING
    end_hand(table, event.seat)


def _calls_to_win_but(table: Table, winner: Seat) -> dict[Seat, str]:
    """The calls for mahjong of other players than this one."""
    return {seat: claim for seat, claim in table.claims.items() if claim == "mahjong" and seat is not winner}


def declares_too(table: Table, event: object) -> bool:
    """Whether another player has declared on the same discard, or kong, and this one calls it or declares, too."""
    win, tile_from = table.win, _calls_to_win(event)
    if win is None or tile_from is None or win.source not in FROM_OTHERS:
        return False
    seat = event.seat  # type: ignore[attr-defined]
    return tile_from in ("", win.source) and seat is not win.discarder and table.declared_by(seat) is None


def was_called_in_error(table: Table, event: object) -> bool:
    """Whether a player calls the tile, or wins it, with which another has just shown a hand that is none."""
    caller = table.discard.claimed_by if table.discard is not None else None
    is_next = table.due == A_DRAW or (table.due == A_DISCARD and table.turn is caller)
    return caller in table.no_wins and is_next and _calls_to_win(event) in ("", "discard")


def _calls_to_win(event: object) -> str | None:
    """What a player declares on; nothing where the latest tile is called for mahjong, None for other acts."""
    if isinstance(event, Claim):
        return "" if event.for_ == "mahjong" else None
    return event.source if isinstance(event, Mahjong) else None


def declare_in_vain(table: Table, event: Mahjong) -> None:
    """A player declares on a tile that another has won, whose win goes before."""
    table.vain += (_note_declaration(table, event),)


def _note_declaration(table: Table, event: Mahjong) -> Win:
    """The tile that another has declared on lies in this hand as well."""
    table.before_win = table.copy()
    first, place = table.win, table.places[event.seat.index]
    assert first is not None
    # The call was not in vain.
    place.told = tuple(statement for statement in place.told if statement.claim != "mahjong")
    tile, table.danger = UNKNOWN if first.tile is None else first.tile, None
    if first.discarder is not None:
        _supply(table, place, first.discarder, tile, event)
    else:
        place.unknown += 1
    table.plan.family.win_too(table, place)
    table.claims = {seat: claim for seat, claim in table.claims.items() if seat is not event.seat}
    return replace(
        first, seat=event.seat, calling=place.calling, untouched=place.discarded == 0, danger=table.danger,
        seq=event.seq, line=event.line, at=table.count_act(), liable=event.liable,
    )  # fmt: skip


def _let_win(table: Table, wins: tuple[Win, ...]) -> None:
    """These have won the hand, and nobody else who has declared."""
    standing, first = table.standing, wins[0]
    won = [win.seat for win in wins]
    table.vain = tuple(win for win in table.declared if win.seat not in won)
    if table.winner is Seat.E:
        standing.east_wins -= 1
    table.wins, table.win, table.winner = wins, first, first.seat
    if first.source == "discard" and table.discard is not None:
        table.discard.claimed_by = first.seat
    end_hand(table, first.seat)
    standing.winners = tuple(won)


def find_no_win(table: Table, seat: Seat) -> bool:
    """A hand that was declared is none: whoever else has declared on the tile wins; False where nobody has."""
    table.no_wins |= {seat}
    left = table.sound_wins
    behind = [win for win in table.vain if win.seat not in table.no_wins]
    if not left and behind:
        giver = behind[0].discarder
        left = (min(behind, key=lambda win: win.seat.ahead_of(giver) if giver is not None else 0),)
    if left and left != table.wins:
        _let_win(table, left)
    return bool(left)


def _tile_taken(table: Table, discarded: int, event: Mahjong) -> int:
    """The tile that a win takes from another: one that nobody saw is known by its name, if the winner has said it."""
    if discarded != UNKNOWN or event.tile is None or event.tile.kind == UNKNOWN:
        return discarded
    table.seen[event.tile.kind] += 1
    return event.tile.kind


def _rob(table: Table, place: Place, event: Mahjong) -> None:
    kong = table.kong
    assert kong is not None
    robbed = table.place(kong.seat)
    robbed.owed_bonus = 0
    laid = next((laid for laid in robbed.sets if laid.kind == "kong" and laid.tiles[0] == kong.tile), None)
    if laid is not None and kong.source == "kong":
        laid.kind, laid.tiles = "pung", laid.tiles[:3]
        laid.origin = "self" if kong.concealed else "claimed"
    table.robbed = kong.seat
    table.kong = None
    if kong.source == "kong":
        table.plan.family.rob_kong(table, laid)
    table.kong_streak = 0
    _supply(table, place, kong.seat, kong.tile, event)


def _supply(table: Table, place: Place, supplier: Seat, tile: int, event: Mahjong) -> None:
    counts = event.source == "discard" or not table.plan.danger.by_winning_tile
    if table.plan.tracks_danger and counts and not may_be_thirteen_wonders(place):
        note_claimed(table, event.seat, supplier, tile, event.dangerous)
    # The tile is already known to everybody: it does not become seen a second time.
    if tile == UNKNOWN or not place.sure:
        place.unknown += 1
    else:
        place.held[tile] += 1
    note_taken(place, tile)


def _end_unseen(table: Table) -> None:
    """Hands are shown or scored, and no win or wash-out was recorded: the hand has ended somehow.

    Where ready hands are shown at a draw that is told of them (riichi/draw-1), it is still to come.
    """
    if table.in_play and not table.plan.family.draws_have_reasons:
        table.due = CLOSING
        table.open = False


def apply_show(table: Table, event: Show) -> None:
    """A hand is laid down: whatever was unknown in it is known now."""
    _end_unseen(table)
    place = table.places[event.seat.index]
    sets, rest = table.shown_tiles(event)
    # Sets that merely repeat what lies on the table say nothing about how the rest was laid down.
    arranged = event.sets is not None and (bool(sets) or not event.sets or not rest)
    completed: int | None = None
    if event.completes is not None and event.sets is not None and event.completes < len(event.sets):
        tiles = tuple(sorted(tile.kind for tile in event.sets[event.completes]))
        completed = sets.index(tiles) if tiles in sets else None
    place.shown = Shown(sets, rest, completed, arranged)
    for kind, number in newly_seen(table, place, sets, rest).items():
        table.seen[kind] += number
    if shows_a_part(table, place, len([*itertools.chain(*sets, rest)])):
        return
    learn_hand(table, place, itertools.chain(*sets, rest))
    table.plan.family.show(table, place, event)


def shows_a_part(table: Table, place: Place, number: int) -> bool:
    """Whether a winner who lays down so many tiles has not shown the hand yet: the mahjong may become an exposure.

    Source: american/error-5.
    """
    may = table.may_take_back is place.seat and table.plan.withdrawn_mahjong != "none"
    return may and number < place.size


def learn_hand(table: Table, place: Place, kinds: Iterable[int]) -> None:
    """The concealed tiles are seen: they replace what was unknown."""
    shown = counts_of(kinds)
    unseen = shown[UNKNOWN]
    shown[UNKNOWN] = 0
    if place.sure and unseen:
        # What the player is known to have and does not show is among the tiles laid down unseen.
        known = [max(pair) for pair in zip(shown, place.held, strict=True)]
        more = sum(known) - sum(shown)
        if more <= unseen:
            shown, unseen = known, unseen - more
    if place.sure and shown != place.held:
        for kind in range(KINDS):
            table.seen[kind] += max(0, shown[kind] - place.held[kind])
    place.held, place.unknown = shown, unseen
    place.doubtful, place.surplus = (), 0


def apply_washout(table: Table, event: Washout) -> None:
    """The hand is drawn: nobody wins."""
    end_in_a_draw(table, event)
    table.plan.family.end_in_a_draw(table, event)
    table.washout, table.washout_for, table.washout_seats = True, reason_of(event), event.seats or ()
    table.open = False
    table.claims = {}
    table.due = CLOSING
    end_hand(table, None)


def apply_replay(table: Table, event: Replay) -> None:
    """The hand is void, and nobody has won it."""
    if table.winner is Seat.E:
        table.standing.east_wins -= 1
    table.winner, table.win, table.wins, table.vain = None, None, (), ()
    table.open = False
    table.due = DONE
    return_sticks(table)
    end_hand(table, None, voided=True)


def apply_score(table: Table, event: Score) -> None:
    """A hand's value is announced."""
    _end_unseen(table)
    table.scores[event.seat] = event.total


def apply_settlement(table: Table, event: Settlement) -> None:
    """The hand is paid."""
    before = table.settlement or {}
    table.settlement = {seat: before.get(seat, 0) + event.change.get(seat, 0) for seat in before | event.change}
    table.paid += (event.for_,)
    learn_who_was_ready(table, event)
    table.due = DONE


def apply_penalty(table: Table, event: Penalty) -> None:
    """A fine."""
    table.penalties.append((event.seat, event.amount))
    if table.plan.family.has_chombo and is_chombo(event) and table.due not in (NOTHING, DONE):
        table.dead[event.seat] = CHOMBO


def apply_game_end(table: Table, event: GameEnd) -> None:
    """The game ends."""
    table.standing.ended = event.seq


def apply_dead(table: Table, event: Dead) -> None:
    """A hand is dead: a false win is undone, the seat does not discard, and the next living seat draws."""
    seat = event.seat
    if event.reason == "false-mahjong" and table.declared_by(seat) is not None and not find_no_win(table, seat):
        undo_win(table)
    if not table.in_play:
        return
    table.dead[seat] = event.reason
    if table.plan.family.dead_hands_play_on:
        # It goes on drawing and discarding (riichi/dead-hand-1).
        table.claims.pop(seat, None)
        return
    if table.plan.dead_jokers == "before_death":
        # The exposures at fault go back to the rack (joker-3).
        place = table.place(seat)
        back = [laid for number, laid in enumerate(place.sets) if number in (event.sets or ())]
        for laid in back:
            place.sets.remove(laid)
            for kind in laid.tiles:
                table.visible[kind] -= 1
                put_back(table, place, kind)
        place.taken_back += tuple(back)
    table.claims.pop(seat, None)
    if table.turn is not seat or table.due not in (A_DISCARD, A_DRAW):
        return
    if table.due == A_DISCARD:
        if seat not in table.no_wins:
            close_claims(table)
        table.due = A_DRAW
        table.in_setup = False
    table.turn = table.next_in_turn(seat)


def go_back_before_the_win(table: Table) -> None:
    """The hand stands as it did before the latest declaration; whose turn that was nobody knows of a result alone."""
    before = table.before_win
    assert before is not None
    fines, totals, fined = table.penalties, table.totals, table.standing.fined
    is_paid = table.settlement != before.settlement
    table.become(before)
    if not is_paid:
        # A fine for the declaration stands, whether it was paid before the hand was said to be dead, or after.
        table.penalties, table.totals, table.standing.fined = [*fines], {**totals}, fined
    if table.depth == "result":
        gaps, table.due = table.gaps, A_DISCARD
        lose_sight(table)
        table.gaps = gaps


def undo_win(table: Table, is_given_back: bool = False) -> None:
    """The hand goes on as before a declaration in error, and what was shown is known.

    A tile that was called for it stays with the hand, unless another wins it, and the turn goes on from there;
    or it `is_given_back`.
    """
    win = table.wins[-1]
    shown, is_called = table.place(win.seat).shown, win.discarder is not None
    go_back_before_the_win(table)
    table.no_wins |= {win.seat}
    if table.depth == "result":
        return
    place = table.place(win.seat)
    if is_called and not is_given_back:
        if win.tile is not None and win.tile != UNKNOWN and place.sure:
            place.held[win.tile] += 1
        else:
            place.unknown += 1
    if shown is not None:
        kinds = [kind for tiles in (*shown.sets, shown.rest) for kind in tiles]
        if is_given_back and win.tile in kinds:
            kinds.remove(win.tile)
        learn_hand(table, place, kinds)
    if is_given_back:
        table.claims.pop(win.seat, None)
    elif is_called and table.discard is not None:
        table.discard.claimed_by = win.seat
        others = _calls_to_win_but(table, win.seat)
        close_claims(table)
        table.turn, table.due, table.claims = win.seat, A_DISCARD, others


def gone_since_call(table: Table, place: Place, shown: Sequence[int]) -> list[Discarded]:
    """The discards since an original call of tiles that were in the hand called and are not in the one shown.

    `shown`: the concealed tiles laid down at the end, as counts per kind. Where a discard is returned, the hand was
    changed: after a call only the tile just drawn is discarded. Where the record does not tell (the hand called is
    not known, a kong was made of it, moves are missing), nothing is returned.

    Source: classical/call-1, bmja/original-call, dmjl/original-call.
    """
    called, win = place.called, table.win if table.winner is place.seat else None
    if called is None or shown[UNKNOWN] or table.gaps:
        return []
    # What can be left of the hand called: the tiles shown without the winning one
    held = list(shown)
    for laid in place.sets:
        if win is not None and laid.at > win.at:
            # The set that the winning tile completed may be laid down before the rest.
            for kind in laid.tiles:
                held[kind] += 1
        elif laid.at > called.at:
            return []
    if win is not None and win.tile is not None and held[win.tile]:
        held[win.tile] -= 1
    # A winning tile that nobody has named is one of those shown: then there is one more.
    unnamed = win is not None and win.tile in (None, UNKNOWN)
    if sum(held) != sum(called.held) + unnamed:
        return []
    gone = {kind for kind in range(PLAIN_KINDS) if held[kind] < called.held[kind]}
    since = (discard for discard in table.discards if discard.seat is place.seat and discard.at > called.at)
    return [discard for discard in since if discard.tile in gone]
