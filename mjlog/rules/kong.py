"""Sets out of the player's hand: kongs, and robbing them; others, where they may be laid down."""

from __future__ import annotations

from mjlog.events import Claim, Expose, Kong, LayConcealed, Mahjong, Show
from mjlog.findings import Refusal
from mjlog.hands import is_complete, makes
from mjlog.rules.registry import check
from mjlog.rules.sets import gravity, lacks
from mjlog.table import Place, Table, TableSet
from mjlog.table.claims import is_self_drawn, kong_kind, lays_own_set_open, pung_face_down
from mjlog.table.closing import declares_too
from mjlog.table.facts import Fact
from mjlog.table.place import DRAWN
from mjlog.table.state import A_DISCARD, A_DRAW
from mjlog.table.unseen import can_have, copies_left, kinds_of_kong
from mjlog.tiles import CODES, PLAIN_KINDS, UNKNOWN, is_major


@check(Claim, Expose, codes="kong-on-exposed-pung", needs=Fact.CLAIMS | Fact.HAND)
def discard_not_added_to_a_pung(table: Table, event: Claim | Expose) -> Refusal | None:
    """A discard is claimed for a kong with three tiles of the hand; it is not added to a pung that lies exposed."""
    kind = event.for_ if type(event) is Claim else event.kind
    discard = table.discard
    if kind != "kong" or discard is None or table.winner is not None:
        return None
    place = table.places[event.seat.index]
    if discard.tile == UNKNOWN or not any(_is_pung_of(laid, discard.tile) for laid in place.sets):
        return None
    words = f"{event.seat}'s kong with {discard.seat}'s {CODES[discard.tile]}: {event.seat}'s pung lies exposed"
    return Refusal("kong-on-exposed-pung", words, severity=gravity(table, event))


def _is_pung_of(laid: TableSet, kind: int | None) -> bool:
    return laid.kind == "pung" and laid.tiles[0] == kind and not laid.wild


def _may_be_pung_of(laid: TableSet, kind: int) -> bool:
    return laid.kind == "pung" and laid.tiles[0] in (kind, UNKNOWN) and not laid.wild


@check(Kong, codes="kong-tile-claimed", needs=Fact.CLAIMS)
def added_tile_is_self_drawn(table: Table, event: Kong) -> Refusal | None:
    """The tile added to a pung is self-drawn, not another player's discard."""
    discard = table.open_discard
    if event.kind != "added" or discard is None or table.due != A_DRAW:
        return None
    if kong_kind(event) != discard.tile or event.seat is discard.seat:
        return None
    words = f"{event.seat} adds {discard.seat}'s {CODES[discard.tile]} to a pung: the fourth tile must be self-drawn"
    return Refusal("kong-tile-claimed", words)


@check(Kong, codes="out-of-turn no-discard-due", needs=Fact.TURN)
def kong_in_turn(table: Table, event: Kong) -> Refusal | None:
    """A kong is made in one's own turn, before the discard."""
    if table.due == A_DISCARD and event.seat is table.turn:
        return None
    at_setup = table.plan.kongs_at_setup and table.in_setup and event.kind == "concealed"
    if at_setup and event.seat.index >= table.setup_seat.index:
        return None
    return Refusal(
        "out-of-turn",
        f"{event.seat}'s kong of {CODES[kong_kind(event)]}: it is not {event.seat}'s turn to discard",
        table.turn.value,
        event.seat.value,
    )


@check(Kong, codes="kong-not-allowed", where=lambda plan: not plan.concealed_kongs)
def concealed_kongs_are_played(table: Table, event: Kong) -> Refusal | None:
    """Concealed kongs are made where the option allows it."""
    if event.kind != "concealed":
        return None
    return Refusal("kong-not-allowed", f"{event.seat}'s concealed kong: the game is played without concealed kongs")


@check(Kong, codes="not-a-set", frame=True)
def kong_of_four_alike(table: Table, event: Kong) -> Refusal | None:
    """A kong is four tiles alike."""
    kinds = {tile.kind for tile in event.tiles} - {UNKNOWN}
    if len(event.tiles) == 4 and len(kinds) <= 1 and all(kind < 34 for kind in kinds):
        return None
    return Refusal(
        "not-a-set",
        f"{event.seat} makes a kong of {' '.join(CODES[tile.kind] for tile in event.tiles)}: "
        "a kong is four tiles alike",
    )


@check(Kong, codes="kong-not-concealed")
def four_concealed(table: Table, event: Kong) -> Refusal | None:
    """A concealed kong needs all four tiles in the hand."""
    place = table.places[event.seat.index]
    kind = kong_kind(event)
    if event.kind != "concealed":
        return None
    if kind == UNKNOWN:
        if kinds_of_kong(table, place):
            return None
        return Refusal("kong-not-concealed", f"{event.seat}'s concealed kong: {event.seat} has no four tiles alike")
    if can_have(table, place, (kind,) * 4):
        return None
    words, held = f"{event.seat}'s concealed kong of {CODES[kind]}", place.held[kind]
    if held + place.most_unknown < _FOUR:
        return Refusal("kong-not-concealed", f"{words}: {event.seat} has {held}", _FOUR, held)
    left = held + copies_left(table, kind)
    if not place.has_room_for((kind,) * 4):
        return Refusal("kong-not-concealed", f"{words}: {event.seat} does not have the tiles", _FOUR)
    return Refusal("kong-not-concealed", f"{words}: {_FOUR - left} of the four lie elsewhere", _FOUR, left)


_FOUR = 4


@check(Kong, codes="kong-not-concealed")
def four_concealed_or_added_face_down(table: Table, event: Kong) -> Refusal | None:
    """A concealed kong is four tiles of the hand, or a fourth one added to a pung of one's own that lies face down."""
    place = table.places[event.seat.index]
    pung = pung_face_down(place, event)
    if pung is None:
        return four_concealed(table, event)
    kind = pung.tiles[0]
    if can_have(table, place, (kind,)):
        return None
    words = f"{event.seat} adds {CODES[kind]} to a pung that lies face down: {event.seat} does not have it"
    return Refusal("kong-not-concealed", words)


@check(Kong, codes="kong-no-pung", needs=Fact.HAND)
def added_to_a_pung(table: Table, event: Kong) -> Refusal | None:
    """A fourth tile is added to one's own exposed pung."""
    place = table.places[event.seat.index]
    kind = kong_kind(event)
    if event.kind != "added" or kind == UNKNOWN:
        return None
    if any(_may_be_pung_of(laid, kind) for laid in place.sets):
        return None
    return Refusal("kong-no-pung", f"{event.seat} adds {CODES[kind]} to a pung: no pung of it lies there")


@check(Kong, codes="tile-not-held", needs=Fact.HAND)
def added_tile_is_held(table: Table, event: Kong) -> Refusal | None:
    """The tile added to a pung comes out of the hand."""
    place = table.places[event.seat.index]
    kind = kong_kind(event)
    if event.kind != "added" or kind == UNKNOWN or place.held[kind]:
        return None
    if can_have(table, place, (kind,)):
        return None
    return Refusal("tile-not-held", f"{event.seat} adds {CODES[kind]} to a pung: {event.seat} does not have it")


@check(Kong, codes="kong-tile-claimed", needs=Fact.HAND, where=lambda plan: not plan.held_fourth)
def added_tile_came_after_the_pung(table: Table, event: Kong) -> Refusal | None:
    """The tile added to a pung was drawn after the pung was laid down."""
    place = table.places[event.seat.index]
    kind = kong_kind(event)
    if event.kind != "added" or kind == UNKNOWN or table.open:
        return None
    pung = next((laid for laid in place.sets if _is_pung_of(laid, kind) and laid.origin == "claimed"), None)
    if pung is None or pung.fourth == DRAWN or not (place.held[kind] or place.unknown):
        return None
    words = f"{event.seat} adds {CODES[kind]} to a pung: {event.seat} had it when the pung was laid down"
    return Refusal("kong-tile-claimed", f"{words}, and only one drawn later may be added")


@check(Kong, codes="kong-not-allowed", needs=Fact.TURN)
def kong_after_a_tile_from_the_wall(table: Table, event: Kong) -> Refusal | None:
    """A kong follows a tile from the wall; after a claim only the pung just claimed may be added to."""
    if table.whence != "discard" or table.in_setup:
        return None
    place = table.places[event.seat.index]
    latest = place.sets[-1] if place.sets else None
    kind = kong_kind(event)
    if event.kind == "added" and latest is not None and (kind == UNKNOWN or _may_be_pung_of(latest, kind)):
        return None
    return Refusal("kong-not-allowed", f"{event.seat}'s kong of {CODES[kind]}: {event.seat} has just claimed a discard")


@check(Kong, Expose, codes="kong-not-allowed", needs=Fact.WALL)
def replacement_left_for_kong(table: Table, event: Kong | Expose) -> Refusal | None:
    """A kong needs a loose tile; where each seat has a wall of its own, also a tile for the next player to draw."""
    if (type(event) is Expose and event.kind != "kong") or table.winner is not None:
        return None
    following = table.next_in_turn(event.seat)
    if table.loose_position(event.seat) is None:
        return Refusal("kong-not-allowed", f"{event.seat}'s kong: no loose tile is left")
    if not table.plan.wall.own or table.live_left_for(following):
        return None
    return Refusal("kong-not-allowed", f"{event.seat}'s kong: the wall of {following}, who is next, is used up")


@check(Kong, Expose, codes="kong-not-allowed", needs=Fact.WALL)
def live_tile_left_for_kong(table: Table, event: Kong | Expose) -> Refusal | None:
    """A kong needs a live tile, which joins the dead wall."""
    if (type(event) is Expose and event.kind != "kong") or table.winner is not None or table.live_left:
        return None
    return Refusal("kong-not-allowed", f"{event.seat}'s kong: no live tile is left")


@check(Kong, Expose, codes="kong-not-allowed", needs=Fact.MOVES)
def no_fifth_kong(table: Table, event: Kong | Expose) -> Refusal | None:
    """Four kongs are made in a hand, by all together."""
    if (type(event) is Expose and event.kind != "kong") or table.winner is not None:
        return None
    if sum(laid.kind == "kong" for place in table.places for laid in place.sets) < _MOST_KONGS:
        return None
    return Refusal("kong-not-allowed", f"{event.seat}'s kong: four have been made, and there is no fifth")


_MOST_KONGS = 4


@check(Kong, codes="kong-not-allowed", needs=Fact.TURN)
def kong_after_a_draw(table: Table, event: Kong) -> Refusal | None:
    """A kong out of the hand follows a tile from the wall, and no claim."""
    if table.whence != "discard":
        return None
    kind = kong_kind(event)
    return Refusal("kong-not-allowed", f"{event.seat}'s kong of {CODES[kind]}: {event.seat} has just claimed a discard")


Robs = Claim | Mahjong


def _robs(table: Table, event: Robs) -> bool:
    """Whether the event takes the tile of a kong for a win."""
    if type(event) is Mahjong:
        return event.source == "kong"
    return event.for_ == "mahjong" and table.kong is not None and table.kong.source == "kong"


@check(Claim, Mahjong, codes="rob-not-allowed", needs=Fact.TURN, where=lambda plan: plan.robbing == "none")
def robbing_is_played(table: Table, event: Robs) -> Refusal | None:
    """Kongs can be robbed where the rule set, or its option, allows it."""
    if not _robs(table, event):
        return None
    return _not_robbed(table, event, f"{event.seat} robs a kong", "it is not among the ways to win")


@check(Mahjong, codes="rob-not-allowed", needs=Fact.TURN)
def robs_the_kong_just_made(table: Table, event: Mahjong) -> Refusal | None:
    """A kong is robbed at once, before it is replaced."""
    if not _robs(table, event) or declares_too(table, event):
        return None
    if table.kong is not None and table.kong.source == "kong":
        return None
    return Refusal("rob-not-allowed", f"{event.seat}'s win by robbing a kong: no kong has just been made")


@check(Claim, Mahjong, codes="rob-not-allowed", needs=Fact.TURN)
def concealed_kong_not_robbed(table: Table, event: Robs) -> Refusal | None:
    """A concealed kong is robbed for thirteen wonders, or not at all."""
    kong = table.kong
    if kong is None or not kong.concealed or not _robs(table, event):
        return None
    words = f"{event.seat} robs {kong.seat}'s concealed kong of {CODES[kong.tile]}"
    if table.plan.robbing == "added":
        return _not_robbed(table, event, words, "only an added kong can be robbed")
    return None if is_major(kong.tile) else _not_robbed(table, event, words, _ONLY_WONDERS)


def _not_robbed(table: Table, event: Robs, words: str, why: str) -> Refusal:
    return Refusal(
        "rob-not-allowed", f"{words}: {why}", severity=gravity(table, event), short=f"robbing the kong: {why}"
    )


_ONLY_WONDERS = "only thirteen wonders may"


@check(Claim, Mahjong, codes="rob-not-allowed", needs=Fact.TURN | Fact.HAND, part_of="concealed_kong_not_robbed",
       where=lambda plan: plan.robbing != "added")  # fmt: skip
def concealed_kong_robbed_for_thirteen_wonders(table: Table, event: Robs) -> Refusal | None:
    """Who robs a concealed kong has thirteen wonders with its tile."""
    kong, place = table.kong, table.places[event.seat.index]
    if kong is None or not kong.concealed or not is_major(kong.tile) or not _robs(table, event):
        return None
    if place.unknown and not place.sets:
        return None
    counts = list(place.held)
    counts[kong.tile] += 1
    if _are_wonders(place, counts):
        return None
    words = f"{event.seat} robs {kong.seat}'s concealed kong of {CODES[kong.tile]}"
    return _not_robbed(table, event, words, _ONLY_WONDERS)


def _are_wonders(place: Place, counts: list[int]) -> bool:
    """Whether a hand is, or where some of its tiles are unseen can be, thirteen wonders."""
    are_major = all(is_major(kind) for kind in range(UNKNOWN) if counts[kind])
    return are_major and not place.sets and (bool(counts[UNKNOWN]) or is_complete(counts, 0))


@check(Show, codes="rob-not-allowed", part_of="concealed_kong_not_robbed",
       where=lambda plan: plan.robbing == "added-or-wonders")  # fmt: skip
def thirteen_wonders_are_shown(table: Table, event: Show) -> Refusal | None:
    """Who has robbed a concealed kong shows thirteen wonders."""
    win, place = table.win_of(event.seat), table.places[event.seat.index]
    if win is None or win.source != "kong" or win.discarder is None:
        return None
    robbed = next((laid for laid in table.places[win.discarder.index].sets if _is_pung_of(laid, win.tile)), None)
    if robbed is None or robbed.origin != "self" or _are_wonders(place, table.shown_counts(event)):
        return None
    words = f"{event.seat} shows the hand that robbed {win.discarder}'s concealed kong of {CODES[robbed.tiles[0]]}"
    return Refusal("rob-not-allowed", f"{words}: {_ONLY_WONDERS}")


# -- sets out of the player's own hand, kongs apart: whether they may be laid down, and how ---------------------------


_KONGS = ("kong", "quint", "sextet")


def _exposed(event: Expose | LayConcealed, how: str) -> Refusal:
    words = f"{event.seat} lays a self-drawn {event.kind} {how}: it stays in the hand"
    return Refusal("self-drawn-exposed", words)


@check(Expose, codes="self-drawn-exposed")
def drawn_pung_not_exposed(table: Table, event: Expose) -> Refusal | None:
    """A pung (or kong) out of the player's own hand is not laid open."""
    return _exposed(event, "open") if event.kind != "chow" and _stays_hidden(table, event) else None


@check(Expose, codes="self-drawn-exposed")
def drawn_chow_not_exposed(table: Table, event: Expose) -> Refusal | None:
    """A chow out of the player's own hand is not laid open."""
    return _exposed(event, "open") if event.kind == "chow" and _stays_hidden(table, event) else None


def _stays_hidden(table: Table, event: Expose) -> bool:
    return is_self_drawn(table, event) and not lays_own_set_open(table, event)


@check(LayConcealed, codes="self-drawn-exposed")
def drawn_pung_not_laid_down(table: Table, event: LayConcealed) -> Refusal | None:
    """A pung out of the player's own hand is not laid down."""
    return None if event.kind in ("chow", *_KONGS) else _exposed(event, "down")


@check(LayConcealed, codes="self-drawn-exposed")
def drawn_chow_not_laid_down(table: Table, event: LayConcealed) -> Refusal | None:
    """A chow out of the player's own hand is not laid down."""
    return _exposed(event, "down") if event.kind == "chow" else None


@check(Expose, LayConcealed, codes="self-drawn-exposed")
def drawn_set_kept_hidden(table: Table, event: Expose | LayConcealed) -> Refusal | None:
    """A chow or pung out of the player's own hand is better kept there until the win."""
    if event.kind in _KONGS or (type(event) is Expose and not is_self_drawn(table, event)):
        return None
    words = f"{event.seat} shows a self-drawn {event.kind} before the win: it is better kept in the hand"
    return Refusal("self-drawn-exposed", words, severity="info")


@check(LayConcealed, codes="kong-not-allowed")
def kong_is_declared(table: Table, event: LayConcealed) -> Refusal | None:
    """Four alike out of the hand are declared as a kong and replaced; they are not just laid down."""
    if event.kind not in _KONGS:
        return None
    return Refusal("kong-not-allowed", f"{event.seat} lays a {event.kind} face down: it is declared as a kong",
                   "kong", "lay-concealed")  # fmt: skip


@check(LayConcealed, codes="out-of-turn", needs=Fact.TURN)
def laid_down_in_turn(table: Table, event: LayConcealed) -> Refusal | None:
    """A self-drawn set is laid down in the player's own turn, before the discard."""
    if table.due == A_DISCARD and table.turn is event.seat:
        return None
    words = f"{event.seat} lays down a {event.kind}: it is not {event.seat}'s turn to discard"
    return Refusal("out-of-turn", words, table.turn.value, event.seat.value)


@check(LayConcealed, codes="not-a-set")
def laid_down_set_is_a_set(table: Table, event: LayConcealed) -> Refusal | None:
    """The tiles laid down make the set named: a pung or a chow."""
    kinds = tuple(sorted(tile.kind for tile in event.tiles))
    named = event.kind in ("pung", "chow", *_KONGS)
    if named and (UNKNOWN in kinds or (kinds and kinds[-1] < PLAIN_KINDS and makes(event.kind, kinds))):
        return None
    shown = " ".join(CODES[kind] for kind in kinds)
    return Refusal("not-a-set", f"{event.seat} lays down {shown} as a {event.kind}: that is none", part=0)


@check(LayConcealed, codes="set-not-held", needs=Fact.HAND)
def laid_down_set_is_held(table: Table, event: LayConcealed) -> Refusal | None:
    """All tiles of a self-drawn set come out of the hand."""
    place = table.places[event.seat.index]
    return lacks(table, place, [tile.kind for tile in event.tiles], f"{event.seat} lays down a {event.kind}")
