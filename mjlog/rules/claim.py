"""Claiming a discard: what is open, chows, American groups, who has claimed, and whose claim goes before."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from mjlog.events import (
    FROM_OTHERS,
    Claim,
    Discard,
    Draw,
    Expose,
    Kong,
    KongReplacement,
    Mahjong,
    Pass,
    Retract,
    Washout,
)
from mjlog.findings import Refusal
from mjlog.hands import NO_WILD, makes, meant
from mjlog.rules.registry import by_sets, check
from mjlog.rules.sets import gravity, lacks_any, rests_beside
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.claims import lays_own_set_open, replaced_set, rest_of_set
from mjlog.table.closing import declares_too, was_called_in_error
from mjlog.table.facts import Fact
from mjlog.table.state import A_DISCARD, A_DRAW
from mjlog.table.unseen import can_have, rests_of_set
from mjlog.tiles import CODES, FIRST_HONOR, JOKER, UNKNOWN, format_tiles, is_suit, naturals_of, suit_of, tile_name


def is_claim(event: object) -> bool:
    """A set laid down, or a win, that takes another player's discard."""
    return type(event) is Expose or (type(event) is Mahjong and event.source == "discard")


def outranked(table: Table, event: Expose | Mahjong, code: str, stronger: tuple[str, ...]) -> Refusal | None:
    """Another player's claim of one of these kinds that goes before this one."""
    if len(table.claims) < 2 and event.seat in table.claims:
        return None
    taken = tile_taken(table, event)
    if taken is None or table.winner is not None:
        return None
    discarder, kind = taken
    mine = table.strength("mahjong" if type(event) is Mahjong else event.kind, event.seat, discarder)
    for seat, claimed in table.claims.items():
        if (
            seat is event.seat
            or seat in table.refused
            or claimed not in stronger
            or table.strength(claimed, seat, discarder) < mine
        ):
            continue
        words = f"{event.seat} takes {discarder}'s {CODES[kind]}: {seat}'s claim for {claimed} goes before"
        return Refusal(code, words, seat.value, event.seat.value)
    return None


def tile_taken(table: Table, event: Expose | Mahjong) -> tuple[Seat, int] | None:
    """Whose tile is taken, and its kind: the latest discard, or the tile of a kong that is robbed."""
    if type(event) is Mahjong and event.source == "kong":
        return None if table.kong is None else (table.kong.seat, table.kong.tile)
    if not is_claim(event) or table.discard is None:
        return None
    return table.discard.seat, table.discard.tile


def _claims_chow(table: Table, event: Claim | Expose) -> bool:
    kind = event.for_ if type(event) is Claim else event.kind
    return kind == "chow" and table.winner is None and table.open


@check(Claim, Expose, codes="claim-not-open", needs=Fact.CLAIMS)
def no_chow_of_a_discard(table: Table, event: Claim | Expose) -> Refusal | None:
    """Where the game is played so, no discard is claimed for a chow."""
    if not _claims_chow(table, event):
        return None
    words = f"{event.seat}'s chow: no discard is claimed for a chow in this game"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


@check(Claim, Expose, codes="claim-not-open", needs=Fact.CLAIMS | Fact.GOULASH,
       where=lambda plan: plan.goulash is not None)  # fmt: skip
def no_chow_in_a_goulash(table: Table, event: Claim | Expose) -> Refusal | None:
    """In a goulash no discard is claimed for a chow, where that is agreed on."""
    if table.plan.chows_claimed or not _claims_chow(table, event):
        return None
    words = f"{event.seat}'s chow: in a goulash no discard is claimed for a chow"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


@check(Claim, Expose, codes="chow-not-from-left", needs=Fact.CLAIMS)
def chow_from_left(table: Table, event: Claim | Expose) -> Refusal | None:
    """A chow takes the discard of the player on the left."""
    if not _claims_chow(table, event):
        return None
    discard, left = table.discard, table.plan.before[event.seat.index]
    if discard is None or discard.seat is left:
        return None
    return Refusal(
        "chow-not-from-left",
        f"{event.seat}'s chow from {discard.seat}'s {CODES[discard.tile]}: "
        f"a chow takes the discard of the player on the left ({left})",
        expected=left.value,
        found=discard.seat.value,
        severity=gravity(table, event),
    )


@check(Claim, Expose, codes="chow-of-honors", needs=Fact.CLAIMS)
def chow_of_suit_tiles(table: Table, event: Claim | Expose) -> Refusal | None:
    """Winds, dragons and bonus tiles make no chow."""
    if not _claims_chow(table, event):
        return None
    tile = table.discard.tile if table.discard is not None else UNKNOWN
    if tile < FIRST_HONOR or tile == UNKNOWN:
        return None
    words = f"{event.seat}'s chow with {CODES[tile]}: only suit tiles make a chow"
    return Refusal("chow-of-honors", words, severity=gravity(table, event))


SIZES = {"pung": 3, "kong": 4, "quint": 5, "sextet": 6}

_NAMES = {2: "pair", **{size: name for name, size in SIZES.items()}}


def set_kind(kinds: Sequence[int]) -> str | None:
    """The kind of set that some tiles make, as they stand, jokers among them; None where they make none.

    >>> set_kind([3, 4, 5]), set_kind([27, 27]), set_kind([3, 5, 4]), set_kind([3, 4]), set_kind([7, 8, 9])
    ('chow', 'pair', None, None, None)
    """
    if len(kinds) == 3 and is_suit(kinds[2]) and list(kinds) == list(range(kinds[0], kinds[0] + 3)):
        return "chow" if suit_of(kinds[0]) == suit_of(kinds[2]) else None
    return _NAMES.get(len(kinds)) if len(set(kinds) - {JOKER}) == 1 else None


def _laid(event: Expose) -> tuple[int, ...]:
    return tuple(sorted([tile.kind for tile in event.tiles]))


@check(Claim, Expose, Mahjong, codes="claim-not-open", needs=Fact.CLAIMS | Fact.GOULASH)
def discarded_joker_stays(table: Table, event: Claim | Expose | Mahjong) -> Refusal | None:
    """A joker, or another wild tile, that was discarded cannot be called."""
    if type(event) is Mahjong and event.source != "discard":
        return None
    if table.open_discard is None or table.open_discard.tile != table.plan.wild:
        return None
    what = "a joker" if table.plan.wild == JOKER else f"{CODES[table.plan.wild]}, a wild tile"
    words = f"{event.seat}'s {event.type}: the discard is {what}, which nobody can call"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


@check(Claim, Expose, Mahjong, codes="claim-misnamed", needs=Fact.CLAIMS)
def claimed_under_its_right_name(table: Table, event: Claim | Expose | Mahjong) -> Refusal | None:
    """A discard under a wrong name cannot be called until it is named again, rightly."""
    discard = table.open_discard
    if type(event) is Mahjong and event.source != "discard":
        return None
    if discard is None or discard.named is None or not discard.is_under_a_wrong_name:
        return None
    is_to_win = type(event) is Mahjong or (type(event) is Claim and event.for_ == "mahjong")
    if is_to_win and table.wins_misnamed:
        return None
    right, wrong = CODES[discard.tile], CODES[discard.named]
    words = f"{event.seat}'s {event.type} of {discard.seat}'s {right}: it was named {wrong}, and not yet rightly"
    return Refusal("claim-misnamed", words, right, wrong, severity=gravity(table, event))


@check(Claim, Expose, Mahjong, codes="claim-misnamed", needs=Fact.CLAIMS, where=lambda plan: not plan.corrected_names)
def misnamed_discard_stays(table: Table, event: Claim | Expose | Mahjong) -> Refusal | None:
    """A discard that was named wrongly cannot be called, not even when it is named again, rightly."""
    discard = table.open_discard
    if discard is None or not discard.misnamed or (type(event) is Mahjong and event.source != "discard"):
        return None
    words = f"{event.seat}'s {event.type} of {discard.seat}'s {CODES[discard.tile]}: it was named wrongly at first"
    return Refusal("claim-misnamed", f"{words}, and cannot be called", severity=gravity(table, event))


@check(Expose, codes="pair-claimed single-claimed")
def pairs_only_to_win(table: Table, event: Expose) -> Refusal | None:
    """A discard is not called for a single tile or a pair, unless it wins."""
    size = {"pair": 2, "single": 1}.get(event.kind)
    if size is None or table.winner is event.seat:
        return None
    words = f"{event.seat} lays down {format_tiles(_laid(event))}: a {event.kind} can be claimed only to win"
    return Refusal(f"{event.kind}-claimed", words)


@check(Claim, Expose, codes="not-a-set")
def group_of_one_tile(table: Table, event: Claim | Expose) -> Refusal | None:
    """A discard is called for three to six alike, jokers among them; there are no chows."""
    if type(event) is Claim:
        if event.for_ != "chow":
            return None
        words = f"{event.seat} calls a chow: groups of three and more alike can be called"
        return Refusal("not-a-set", words, severity=gravity(table, event))
    assert isinstance(event, Expose)
    if table.winner is event.seat or event.kind in ("pair", "single", "mahjong"):
        return None
    kinds = _laid(event)
    if len(naturals_of(kinds)) > 1 or len(kinds) != SIZES.get(event.kind, 0):
        return Refusal("not-a-set", f"{_group_words(event)}: that is none", part=0)
    replaced = replaced_set(table, event)
    claimed = replaced.claimed_tile if replaced is not None else table.discard.tile if table.discard else UNKNOWN
    if claimed in kinds or UNKNOWN in (claimed, *kinds):
        return None
    if replaced is None and event.seat not in table.claims:
        # A set that nobody has called for: that is the fault.
        return None
    words = f"{_group_words(event)}: the tile claimed is {CODES[claimed]}"
    return Refusal("not-a-set", words, CODES[claimed], part=0)


def _group_words(event: Expose) -> str:
    return f"{event.seat} lays down {format_tiles(_laid(event))} as a {event.kind}"


@check(Expose, codes="set-not-held", needs=Fact.HAND | Fact.CLAIMS)
def group_is_held(table: Table, event: Expose) -> Refusal | None:
    """The other tiles of a group, jokers too, come out of the player's rack."""
    place = table.places[event.seat.index]
    if table.winner is event.seat:
        return None
    replaced = replaced_set(table, event)
    if replaced is None:
        ways = rests_beside(_laid(event), table.discard.tile if table.discard is not None else UNKNOWN)
    elif UNKNOWN in replaced.tiles:
        # What the player takes up again nobody saw.
        ways = [[]]
    else:
        ways = rests_beside(_laid(event), replaced.claimed_tile)
        again = rest_of_set(replaced.tiles, replaced.claimed_tile)
        for own, kind in itertools.product(ways, again):
            # What the player takes up again is at hand.
            if kind in own:
                own.remove(kind)
    return lacks_any(table, place, ways, event.kind)


@check(Expose, codes="claim-outranked", needs=Fact.CLAIMS)
def nearest_in_turn_is_served(table: Table, event: Expose) -> Refusal | None:
    """Of several calls for a group that of the next in turn after the discarder is the one, pung or kong."""
    return outranked(table, event, "claim-outranked", tuple(SIZES))


@check(Expose, codes="exposure-changed", frame=True)
def exposure_stays_after_the_discard(table: Table, event: Expose) -> Refusal | None:
    """A set that was laid down may be corrected before the discard, and stays after it."""
    replaced = replaced_set(table, event)
    if replaced is None or not table.discards or replaced.at > table.discards[-1].at:
        return None
    words = f"{event.seat} lays down {format_tiles(_laid(event))} in the place of {format_tiles(replaced.tiles)}"
    return Refusal("exposure-changed", f"{words}: {event.seat} has discarded since", part=0)


@check(Pass, Claim, Expose, Mahjong, codes="claim-not-open", frame=True, needs=Fact.CLAIMS)
def only_the_latest_discard(table: Table, event: Pass | Claim | Expose | Mahjong) -> Refusal | None:
    """Only the latest discard can be claimed, until the next tile is drawn; a kong only by robbing it."""
    if table.open and table.due == A_DRAW and event.on is None:
        return None
    if type(event) is Expose and (replaced_set(table, event) is not None or lays_own_set_open(table, event)):
        # A set that is corrected: it was claimed when it was laid down. One of own tiles is not claimed at all.
        return None
    if type(event) is Mahjong and event.source != "discard":
        return None
    if declares_too(table, event) or was_called_in_error(table, event):
        return None
    if type(event) is Expose and table.winner is event.seat:
        return None
    if event.on is not None and type(event) is not Mahjong and not _answers_the_latest(table, event):
        return Refusal(
            "claim-not-open",
            f"{event.seat}'s {event.type} answers event {event.on}: only the latest discard is open",
            table.latest_seq(),
            event.on,
        )
    if table.due == A_DRAW and table.open:
        return None
    if table.unracked is not None and type(event) in (Pass, Claim) and event.seat is not table.turn:
        return None
    if table.kong is not None and (type(event) is Pass or (type(event) is Claim and event.for_ == "mahjong")):
        return None
    words = f"{event.seat}'s {event.type}: no discard is open{_why_closed(table)}{_draw_that_goes_back(table, event)}"
    return Refusal("claim-not-open", words)


def _why_closed(table: Table) -> str:
    """What has become of the latest discard since it could be claimed."""
    if not table.discards:
        return ""
    latest = table.discards[-1]
    if latest.claimed_by is not None:
        return f", {latest.claimed_by} has taken {latest.seat}'s {CODES[latest.tile]}"
    if table.due == A_DISCARD and table.turn is not latest.seat:
        return f", {table.turn} has drawn a tile since {latest.seat} discarded {CODES[latest.tile]}"
    return ""


def _draw_that_goes_back(table: Table, event: Pass | Claim | Expose | Mahjong) -> str:
    """How a call is written down that is made after a draw, where the tile goes back."""
    if table.plan.called_until == "rack" and table.due == A_DISCARD and event.seat is not table.turn:
        return "; it can be called until the tile is racked: a draw with `racked` false says that it is not"
    wins = type(event) is Mahjong or (type(event) is Claim and event.for_ == "mahjong")
    if not wins or table.due != A_DISCARD or table.plan.riichi.ron_until != "discard":
        return ""
    return "; the tile goes back: a win before the next discard is written down instead of the draw"


def _answers_the_latest(table: Table, event: Pass | Claim | Expose | Mahjong) -> bool:
    """Whether an answer is to the latest discard; a set laid down may also answer the claim that was made for it."""
    latest = table.latest_seq()
    if type(event) is Expose and latest is not None and event.on is not None and event.seat in table.claims:
        return event.on >= latest or event.on == table.places[event.seat.index].claim
    return event.on == latest


@check(Pass, Claim, Expose, Mahjong, codes="claim-own-discard", frame=True, needs=Fact.CLAIMS)
def not_the_own_discard(table: Table, event: Pass | Claim | Expose | Mahjong) -> Refusal | None:
    """Nobody claims, or lets go, their own discard or kong."""
    if table.kong is None and (table.discard is None or event.seat is not table.discard.seat):
        return None
    if type(event) is Mahjong and event.source not in FROM_OTHERS:
        return None
    if table.kong is not None:
        own = event.seat is table.kong.seat and type(event) in (Pass, Claim)
    else:
        own = table.open_discard is not None and event.seat is table.open_discard.seat
    if not own:
        return None
    return Refusal("claim-own-discard", f"{event.seat}'s {event.type} answers {event.seat}'s own tile")


@check(Pass, Claim, codes="out-of-place", frame=True, needs=Fact.CLAIMS)
def answers_once(table: Table, event: Pass | Claim) -> Refusal | None:
    """A player answers a discard once; who has passed may still think better of it."""
    before = table.answers if type(event) is Pass else table.claims
    if event.seat not in before:
        return None
    return Refusal("out-of-place", f"{event.seat}'s {event.type}: {event.seat} has answered this tile before")


@check(Claim, Expose, codes="claim-not-open", needs=Fact.WALL | Fact.CLAIMS)
def last_discard_is_only_won(table: Table, event: Claim | Expose) -> Refusal | None:
    """The last discard of a hand may be claimed for the win only."""
    if table.live_left or table.winner is not None or (type(event) is Claim and event.for_ == "mahjong"):
        return None
    words = f"{event.seat}'s {event.type}: the last discard of the hand may only be won"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


@check(Claim, codes="set-not-held", needs=Fact.HAND | Fact.CLAIMS)
def called_pung_can_be_made(table: Table, event: Claim) -> Refusal | None:
    """A pung is called by a player who has two of the tile."""
    return _call_without_tiles(table, event) if event.for_ == "pung" else None


@check(Claim, codes="set-not-held", needs=Fact.HAND | Fact.CLAIMS)
def called_kong_can_be_made(table: Table, event: Claim) -> Refusal | None:
    """A kong is called by a player who has three of the tile in the hand."""
    return _call_without_tiles(table, event) if event.for_ in ("kong", "quint", "sextet") else None


@check(Claim, codes="set-not-held", needs=Fact.HAND | Fact.CLAIMS)
def called_chow_can_be_made(table: Table, event: Claim) -> Refusal | None:
    """A chow is called by a player who has the two other tiles of it."""
    return _call_without_tiles(table, event) if event.for_ == "chow" else None


def _call_without_tiles(table: Table, event: Claim) -> Refusal | None:
    place = table.places[event.seat.index]
    discard = table.discard
    if discard is None or discard.tile == UNKNOWN or table.kong is not None:
        return None
    kind = discard.tile
    if event.for_ == "chow" and kind >= FIRST_HONOR:
        return None
    rests = (rest for plan in table.plans for rest in rests_of_set(event.for_, kind, plan.forms.wild))
    if any(can_have(table, place, rest) for rest in rests):
        return None
    return Refusal(
        "set-not-held",
        f"{event.seat}'s claim of {discard.seat}'s {CODES[kind]} for a {event.for_}: "
        f"{event.seat} does not have the other tiles of the {event.for_}",
        severity=gravity(table, event),
    )


@check(Expose, Mahjong, codes="claim-not-made claim-misnamed", frame=True, needs=Fact.CLAIMS)
def claimed_before_laid_down(table: Table, event: Expose | Mahjong) -> Refusal | None:
    """A set is laid down, or a win declared on another's tile, by who has claimed it, and as claimed."""
    if table.declared_by(event.seat) is not None:
        return None
    if type(event) is Mahjong and event.source not in FROM_OTHERS:
        return None
    if type(event) is Expose and lays_own_set_open(table, event):
        return None
    if type(event) is Expose and (event.kind in ("pair", "single") or replaced_set(table, event) is not None):
        # Nobody can call a pair: that it was laid down is the fault. A set that is corrected was claimed before.
        return None
    claimed = table.claims.get(event.seat)
    wanted = "mahjong" if type(event) is Mahjong else event.kind
    called = table.claimed_sets.get(event.seat)
    if claimed == wanted and type(event) is Expose and called is not None:
        laid = _laid(event)
        if laid == called:
            return None
        expected, found = ([CODES[kind] for kind in kinds] for kinds in (called, laid))
        words = f"{event.seat} lays down {' '.join(found)}: {event.seat} had called {' '.join(expected)}"
        return Refusal("claim-misnamed", words, expected, found)
    if claimed == wanted:
        return None
    what = "win" if type(event) is Mahjong else f"{wanted}"
    if claimed is None:
        return Refusal("claim-not-made", f"{event.seat}'s {what}: {event.seat} has not claimed the tile", "claim", None)
    return Refusal("claim-misnamed", f"{event.seat}'s {what}: {event.seat} had called {claimed}", claimed, wanted)


@check(Expose, codes="claim-outranked", needs=Fact.CLAIMS)
def mahjong_goes_first(table: Table, event: Expose) -> Refusal | None:
    """A claim for mahjong goes before every other."""
    return outranked(table, event, "claim-outranked", ("mahjong",))


@check(Expose, codes="claim-outranked", needs=Fact.CLAIMS)
def pung_and_kong_go_before_chow(table: Table, event: Expose) -> Refusal | None:
    """A claim for a pung or kong goes before one for a chow."""
    return outranked(table, event, "claim-outranked", ("pung", "kong", "quint", "sextet", "chow"))


@check(Retract, codes="retract-too-late", frame=True, needs=Fact.CLAIMS)
def retracted_in_time(table: Table, event: Retract) -> Refusal | None:
    """A call is taken back while it stands; a declaration of mahjong before any hand is shown."""
    if event.seat in table.claims:
        return None
    if table.may_take_back is event.seat:
        return None
    return Refusal("retract-too-late", f"{event.seat}'s retract: no call of {event.seat} stands")


_Acts = Draw | Discard | Expose | Mahjong | Washout


@check(Draw, Discard, Expose, Mahjong, Washout, codes="dead-false-mahjong", needs=Fact.CLAIMS,
       where=lambda plan: plan.withdrawn_mahjong == "exposure")  # fmt: skip
def withdrawn_mahjong_is_exposed(table: Table, event: _Acts) -> Refusal | None:
    """A mahjong that was shown and taken back becomes an exposure; otherwise it was in error, and the hand is dead."""
    caller = table.withdrawn
    if caller is None or caller in table.dead or (type(event) is Expose and event.seat is caller):
        return None
    words = f"{event.type}: {caller} has shown a mahjong and taken it back, and lays no set down: the hand is dead"
    return Refusal("dead-false-mahjong", words, "dead", event.type, seat=caller, severity="error")


@check(Expose, codes="not-a-set")
def exposed_chow_is_a_run(table: Table, event: Expose) -> Refusal | None:
    """What is laid down as a chow is three tiles of a suit that follow one another."""
    kinds = _laid(event)
    if event.kind != "chow" or UNKNOWN in kinds or makes("chow", kinds) or replaced_set(table, event) is not None:
        return None
    return Refusal("not-a-set", f"{_laying(event)} as a chow: that is none", part=0)


@check(Expose, codes="not-a-set pair-claimed single-claimed claim-not-open set-not-held tile-not-in-set", frame=True,
       where=by_sets)  # fmt: skip
def exposed_set_is_a_set(table: Table, event: Expose) -> Refusal | None:
    """The tiles laid down make the set named, with the tile claimed among them."""
    kinds = _laid(event)
    if table.winner is not event.seat and event.kind in ("pair", "single"):
        return Refusal(f"{event.kind}-claimed", f"{_laying(event)}: a {event.kind} can be claimed only to win")
    if UNKNOWN in kinds or replaced_set(table, event) is not None:
        return None
    wild = [plan.forms.wild for plan in table.plans] if event.kind == "pung" else [NO_WILD]
    if not any(makes(event.kind, meant(kinds, kind)) for kind in wild):
        return Refusal("not-a-set", f"{_laying(event)} as a {event.kind}: that is none", part=0)
    discard = table.discard
    if table.winner is event.seat or discard is None or discard.tile == UNKNOWN:
        return None
    if discard.tile in kinds or lays_own_set_open(table, event):
        return None
    words = f"{_laying(event)}: the discard is {tile_name(discard.tile)}"
    return Refusal("claim-not-open", words, CODES[discard.tile], part=0)


def _laying(event: Expose) -> str:
    """That a player lays down these tiles, in words."""
    return f"{event.seat} lays down {' '.join(CODES[kind] for kind in _laid(event))}"


@check(Expose, codes="set-not-held", needs=Fact.HAND | Fact.CLAIMS)
def exposed_pung_is_held(table: Table, event: Expose) -> Refusal | None:
    """The two other tiles of a pung come out of the player's hand."""
    return _exposed_without_tiles(table, event) if event.kind not in ("chow", "kong", "quint", "sextet") else None


@check(Expose, codes="set-not-held", needs=Fact.HAND | Fact.CLAIMS)
def exposed_kong_is_held(table: Table, event: Expose) -> Refusal | None:
    """The three other tiles of a claimed kong come out of the player's hand."""
    return _exposed_without_tiles(table, event) if event.kind in ("kong", "quint", "sextet") else None


@check(Expose, codes="set-not-held", needs=Fact.HAND | Fact.CLAIMS)
def exposed_chow_is_held(table: Table, event: Expose) -> Refusal | None:
    """The two other tiles of a chow come out of the player's hand."""
    return _exposed_without_tiles(table, event) if event.kind == "chow" else None


def _exposed_without_tiles(table: Table, event: Expose) -> Refusal | None:
    place = table.places[event.seat.index]
    laid = [tile.kind for tile in event.tiles]
    own = table.winner is event.seat or lays_own_set_open(table, event)
    claimed = table.discard.tile if table.discard is not None and not own else None
    return lacks_any(table, place, rests_beside(laid, claimed), event.kind)


PlaysOn = Draw | KongReplacement | Washout | Discard | Kong | Pass | Claim


@check(Draw, KongReplacement, Washout, Discard, Kong, Pass, Claim, codes="claim-dropped", rare=True)
def first_call_is_carried_through(table: Table, event: PlaysOn) -> Refusal | None:
    """The call that goes before all others is carried through, or taken back before another player plays on."""
    caller = table.dropped
    if caller is None and type(event) in (Draw, KongReplacement, Washout):
        caller = table.first_call
    if caller is None:
        return None
    seat = getattr(event, "seat", None)
    if caller is seat or (type(event) is Washout and event.reason == "three-ron"):
        return None
    claimed = table.claims.get(caller)
    if type(event) is Washout and claimed == "mahjong":
        # The hand is not drawn then.
        return None
    words = f"{caller}'s call{f' for {claimed}' if claimed else ''} goes before all others"
    until = f"{seat}'s {event.type}" if seat is not None else "the wash-out"
    return Refusal(
        "claim-dropped",
        f"{words}: it was neither carried through nor taken back before {until}",
        claimed,
        event.type,
        seat=caller,
        severity="error" if "pass" in table.every else None,
    )


@check(Draw, Expose, KongReplacement, Mahjong, codes="out-of-place", frame=True, needs=Fact.CLAIMS)
def everybody_answers(table: Table, event: Draw | Expose | KongReplacement | Mahjong) -> Refusal | None:
    """Where a record writes down every pass, all players have answered before the next tile is taken."""
    if len(table.answers) >= 3 or "pass" not in table.every:
        return None
    open_tile = table.kong or table.open_discard
    # Where only an added kong can be robbed, nobody answers another.
    if open_tile is None or (open_tile is table.kong and open_tile.concealed and table.plan.robbing == "added"):
        return None
    silent = [seat for seat in open_tile.seat.others() if seat not in table.answers]
    if not silent:
        return None
    return Refusal("out-of-place", f"{event.seat}'s {event.type}: {silent[0]} has neither claimed nor passed")
