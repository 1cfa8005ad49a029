"""Short acts of play: `5b`, `sp`, `c46`, `k5b`, `1f`, `s-`. Read at a table, each is the events that it stands for.

Nothing is judged here: what can be read is what was done, and the rules speak of it afterwards. Where riichi is played:
drawn hands (`wash 9`, `wash rse`), a chombo, who is in riichi where only results are kept. Source:
docs/lookup/shorthand.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mjlog.errors import NotationError
from mjlog.events import Claim
from mjlog.formats.shorthand.filling import UNSEEN, fill_in, refuse_after_the_end, refuse_to_void_what_is_paid
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.tokens import ONE, face_of, faces_in, seat_of, tiles_in
from mjlog.rules.claim import SIZES, set_kind
from mjlog.rules.dead import lost_mangan
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.opening import count_end, second_thrower, stacks_to_count, wall_found
from mjlog.table.passing import COURTESY, SECOND, TILES_PASSED
from mjlog.table.plan import NO_WILD
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.stakes import CHOMBO, EXHAUSTIVE, not_ready
from mjlog.table.state import A_DISCARD, CLOSING, PASSING
from mjlog.table.unseen import FIVES, runs_with
from mjlog.text import counted, list_words, quoted
from mjlog.tiles import CODES, JOKER, NORTH, RED_FIVES, SUIT_LETTERS, is_bonus, is_suit, kind_of, rank_of, suit_of
from mjlog.views.words import seat_name

Match = re.Match[str]
_OF_JOKERS = ("quint", "sextet")
"""Sets that only jokers can fill."""
KINDS_OF_CLAIM = {"p": "pung", "k": "kong", "q": "quint", "z": "sextet", "m": "mahjong"}


def codes(kinds: list[int]) -> list[str]:
    """Tiles as an event has them."""
    return [CODES[kind] for kind in kinds]


def group_of(match: Match, name: str) -> str:
    """What a part of the pattern found, in lower case."""
    return (match[name] or "").lower()


# -- tiles: discards and flowers ----------------------------------------------------------------------------------


def tiles_out(scene: Scene, match: Match) -> list[Fields]:
    """`5b`, `2d5b`, `1f`: a tile is discarded, after another was drawn; flowers and seasons are laid out."""
    kinds = faces_in(match["tiles"])
    seat = seat_of(match["seat"]) or scene.next_seat()
    if not scene.table.plan.any_flower and is_bonus(kinds[-1]):
        drawn = None
        if len(kinds) == 2 and (not is_bonus(kinds[0]) or kinds[0] == kinds[1]):
            drawn = kinds.pop(0)
        plain = next((kind for kind in kinds if not is_bonus(kind)), None)
        if plain is not None:
            expected = "expected those alone (`1f3s`), or one after a tile drawn (`2d1f`)"
            raise NotationError(f"{CODES[plain]} is no flower or season; {expected}")
        return [*scene.before(seat, drawn), {"type": "bonus", "seat": seat.value, "tiles": codes(kinds)}]
    if len(kinds) > 2:
        raise NotationError(
            f"{match[0]!r} has {len(kinds)} tiles; expected one discarded, or one drawn and one discarded"
        )
    drawn = kinds[0] if len(kinds) == 2 else None
    fields: Fields = {"type": "discard", "seat": seat.value, "tile": CODES[kinds[-1]]}
    if match["named"]:
        fields["named"] = CODES[face_of(match["named"])]
    if match["call"]:
        fields["riichi" if scene.table.plan.family.declares_riichi else "calling"] = True
    if match["drawn"]:
        fields["drawn"] = match["drawn"] == "*"
    return [*scene.before(seat, drawn), scene.numbered(fields)]


def lay_aside(scene: Scene, match: Match) -> list[Fields]:
    """`kita`, `2dkita`: a north wind is laid aside, after another tile was drawn."""
    if NORTH not in scene.table.plan.aside:
        raise NotationError(f"{match[0]!r}: no north winds are laid aside in this game")
    seat = seat_of(match["seat"]) or scene.next_seat()
    drawn = face_of(match["tile"]) if match["tile"] else None
    fields: Fields = {"type": "bonus", "seat": seat.value, "tiles": codes([NORTH])}
    if match["drawn"]:
        fields["drawn"] = match["drawn"] == "*"
    return [*scene.before(seat, drawn), fields]


def take(scene: Scene, match: Match) -> list[Fields]:
    """`t`, `t2d`: a tile is taken from the wall, whichever is due: a draw, a loose tile, one for a flower.

    `t-`: a draw whose tile does not stand on the rack yet (american/call-1).
    """
    seat = seat_of(match["seat"]) or scene.next_seat()
    tile = face_of(match["tile"]) if match["tile"] else None
    table = scene.table
    before = scene.passes() if table.turn is seat and table.due != A_DISCARD else []
    taken = scene.taken(seat, tile)
    if tile is None and table.depth != "full":
        taken.pop("basis", None)
    if match["unracked"]:
        if taken["type"] != "draw":
            raise NotationError(f"{match[0]!r}: a hyphen is said of a draw, and a {taken['type']} is due")
        # Nobody has let the discard go that can still be called.
        return [taken | {"racked": False}]
    return [*before, taken]


# -- answers to a discard -----------------------------------------------------------------------------------------


def let_go(scene: Scene, match: Match) -> list[Fields]:
    """`s-`, `nw-`, `-`: players let the discard go, or the second Charleston; a hyphen alone is everybody who has not
    answered."""
    named = [Seat[letter.upper()] for letter in match["seats"]]
    if len(set(named)) < len(named):
        raise NotationError(f"{match[0]!r} names a seat twice; expected everyone once, like `sn-`")
    passing = scene.table.passing
    if named and scene.table.due == PASSING and passing is not None and passing.due == SECOND[0]:
        # No discard is open: what is let go is the second Charleston.
        return [{"type": "charleston-stop", "seat": seat.value} for seat in named]
    seats = named or list(scene.silent())
    if not seats:
        raise NotationError("nobody is left to let a discard go; expected seats, like `sn-`")
    return [scene.answer("pass", seat) for seat in seats]


def claim(scene: Scene, match: Match) -> list[Fields]:
    """`sp`, `nk`, `sp-`, `sm-` (called, and not laid down), `sp+` (laid down after the call)."""
    letter, seat, tile = group_of(match, "verb"), seat_of(match["seat"]), match["tile"]
    claimed = scene.table.discard
    if letter == "k" and _is_own_kong(scene, seat, tile, group_of(match, "how")):
        return _own_kong(scene, match, seat or scene.next_seat())
    kind = KINDS_OF_CLAIM[letter]
    known = face_of(tile) if tile else claimed.face if claimed is not None else None
    if match["mark"] == "-" and seat is not None:
        return claimed_set(scene, seat, kind, [], "-")
    if known is None:
        example = f"`{match['seat'] or 's'}{letter}5b`"
        raise NotationError(f"there is no discard to claim: say whose call it is and of which tile, like {example}")
    wild = JOKER if scene.table.plan.wild == NO_WILD else scene.table.plan.wild
    if tile and known == JOKER:
        raise NotationError(
            f"a {kind} cannot be of jokers alone; with one joker it is `{match['seat'] or 's'}{letter}j`"
        )
    seat = seat or _only_one_who_can(scene, kind)
    jokers = len(match["jokers"])
    if jokers > SIZES[kind] - 1:
        raise NotationError(f"a {kind} has {SIZES[kind]} tiles; {counted(jokers, 'joker')} leave none that was claimed")
    reds = len(match["reds"])
    tiles = [known] * (SIZES[kind] - jokers) + [wild] * jokers
    return claimed_set(scene, seat, kind, _with_reds(scene, seat, tiles, reds), match["mark"])


def _with_reds(scene: Scene, seat: Seat, tiles: list[int], reds: int) -> list[int]:
    """A claimed set of fives. `reds`: how many red fives come out of the hand; more do where the hand has no others."""
    if scene.table.plan.family.red_fives is None or kind_of(tiles[0]) not in FIVES:
        return tiles
    five, red = kind_of(tiles[0]), RED_FIVES[FIVES.index(kind_of(tiles[0]))]
    place, needed = scene.table.place(seat), len(tiles) - 1
    known = of_the_hand(scene.table).reds[seat.index][FIVES.index(five)]
    if not place.has_unseen:
        reds = max(reds, needed - (place.held[five] - known))
    return [tiles[0], *[five] * (needed - reds), *[red] * reds]


def claimed_set(scene: Scene, seat: Seat, kind: str, tiles: list[int], mark: str | None) -> list[Fields]:
    """A call, who lets the discard go besides, and the set laid down; `-` the call alone, `+` the set alone."""
    events = [] if mark == "+" else [scene.answer("claim", seat, **{"for": kind})]
    if mark == "-":
        return events
    if mark != "+":
        events += scene.passes(seat)
    return [*events, {"type": "expose", "seat": seat.value, "kind": kind, "tiles": codes(tiles)}]


def call_to_win(scene: Scene, match: Match) -> list[Fields]:
    """`snm-`: several players call the discard to win it."""
    return [scene.answer("claim", Seat[letter.upper()], **{"for": "mahjong"}) for letter in match["seats"]]


def _only_one_who_can(scene: Scene, kind: str) -> Seat:
    """Who claims where no seat is named: the only player whose claim no rule refuses.

    Raises:
        NotationError: several can, or nobody.
    """
    discard = scene.table.discard
    seats = [seat for seat in scene.table.plan.seats if discard is None or seat is not discard.seat]
    able = [seat for seat in seats if not scene.refuses(Claim(seq=1, seat=seat, for_=kind))]  # type: ignore[arg-type]
    if not able and kind in _OF_JOKERS and not scene.table.plan.copies[JOKER]:
        raise NotationError(f"by these rules there is no {kind}; expected a pung, like `sp`, or a kong, like `sk`")
    if len(able) != 1:
        letter = next(letter for letter, name in KINDS_OF_CLAIM.items() if name == kind)
        ways = ", ".join(f"`{seat.value.lower()}{letter}`" for seat in able or seats)
        raise NotationError(f"who claims the {kind}? expected one of {ways}")
    return able[0]


def chow(scene: Scene, match: Match) -> list[Fields]:
    """`c46`, `c456`, `c4` (its lowest), `c`: a chow by the next in turn, unless another seat is named."""
    seat = seat_of(match["seat"]) or scene.next_seat()
    discard = scene.table.discard
    if match["mark"] == "-":
        return claimed_set(scene, seat, "chow", [], "-")
    ranks = [int(rank) or _FIVE for rank in match["ranks"]]
    suit = SUIT_LETTERS.index(group_of(match, "suit")) if match["suit"] else None
    if len(ranks) < 3 or suit is None:
        known = discard.tile if discard is not None else None
        if known is None or not is_suit(known) or suit not in (None, suit_of(known)):
            why = f"the last discard is {CODES[known]}" if known is not None else "there is no discard to claim"
            raise NotationError(f"{match[0]!r}: {why}; where the chow is of another tile, say all of it, like `c456b`")
        suit = suit_of(known)
        if len(ranks) < 3:
            low = _lowest(ranks, rank_of(known), match[0])
            ranks = [low, low + 1, low + 2]
    tiles = [suit * 9 + rank - 1 for rank in ranks]
    # A red five is one of the hand, written as 0, or the one that is claimed.
    red = next((RED_FIVES[FIVES.index(tile)] for tile in tiles if tile in FIVES), None)
    is_claimed = discard is not None and discard.face == red and len(match["ranks"]) < len(tiles)
    if red is not None and ("0" in match["ranks"] or is_claimed):
        tiles = [red if tile in FIVES else tile for tile in tiles]
    return claimed_set(scene, seat, "chow", tiles, match["mark"])


_FIVE = 5


def _lowest(ranks: list[int], claimed: int, text: str) -> int:
    """The lowest rank of a chow, from the two in the hand, the lowest, or what is possible."""
    if len(ranks) == 2:
        low, *rest = sorted((*ranks, claimed))
        if rest != [low + 1, low + 2]:
            raise NotationError(
                f"{text!r}: no chow has a {ranks[0]}, a {ranks[1]} and the {claimed} that is claimed in it"
            )
        return low
    if ranks:
        if not ranks[0] <= claimed <= ranks[0] + 2 or ranks[0] > 7:
            raise NotationError(f"{text!r}: no chow from {ranks[0]} up has a {claimed} in it")
        return ranks[0]
    ways = chow_ranks(claimed)
    if len(ways) != 1:
        raise NotationError(f"which chow? expected one of {', '.join(f'`c{low}{other}`' for low, other in ways)}")
    return min(claimed, *ways[0])


def chow_ranks(claimed: int) -> list[tuple[int, int]]:
    """The ranks out of the hand that make a chow with a claimed one.

    >>> chow_ranks(8)
    [(6, 7), (7, 9)]
    """
    return [(rank_of(low), rank_of(other)) for low, other in runs_with(claimed - 1)]


# -- sets out of the hand -----------------------------------------------------------------------------------------


def _is_own_kong(scene: Scene, seat: Seat | None, tile: str | None, how: str) -> bool:
    """Whether a kong comes out of the hand, and is not a claim of the last discard."""
    table = scene.table
    if how:
        return True
    own = table.due == A_DISCARD and seat in (None, table.turn)
    if tile is None:
        return own and not table.open
    claimed = table.discard
    return claimed is None or not table.open or own or kind_of(face_of(tile)) != claimed.tile


def _own_kong(scene: Scene, match: Match, seat: Seat) -> list[Fields]:
    if not match["tile"]:
        raise NotationError(
            f"{match[0]!r}: which kong? expected its tile, like `k5b`, or `kcx` for a concealed one unseen"
        )
    face = face_of(match["tile"])
    tile = kind_of(face)
    pungs = [laid for laid in scene.table.place(seat).sets if laid.kind == "pung" and laid.tiles[0] == tile]
    how = {"a": "added", "c": "concealed"}.get(group_of(match, "how"), "added" if pungs else "concealed")
    faces, reds = [tile] * 4, scene.table.plan.family.red_fives
    if reds is not None and tile in FIVES:
        # Of fives all that are red; an added one has those of its pung.
        red, suit = RED_FIVES[FIVES.index(tile)], FIVES.index(tile)
        faces = [*[tile] * (4 - reds[suit]), *[red] * reds[suit]]
        if how == "added" and pungs:
            faces = [*[tile] * (3 - pungs[0].reds), *[red] * pungs[0].reds, face]
    fields: Fields = {"type": "kong", "seat": seat.value, "kind": how, "tiles": codes(faces)}
    return [*scene.before(seat), scene.numbered(fields)]


def turn_indicator(scene: Scene, match: Match) -> list[Fields]:
    """`i5b`: the indicator that is due: the first, one for a kong, one under them after a win in riichi."""
    state = scene.table.riichi
    if state is None:
        raise NotationError("no indicators are turned in this rule set")
    of = "under" if scene.table.wins else "kong" if state.indicators else "first"
    return [{"type": "indicator", "tile": CODES[face_of(tile)], "of": of} for tile in ONE.findall(match["tiles"])]


def lay(scene: Scene, match: Match) -> list[Fields]:
    """`l555b`: a self-drawn set is laid face down."""
    seat = seat_of(match["seat"]) or scene.next_seat()
    kinds = tiles_in(match["tiles"])
    kind = set_kind(kinds)
    if kind is None:
        raise NotationError(f"{match[0]!r} lays down no set; expected one like `l555b` or `l456b`")
    return [*scene.before(seat), {"type": "lay-concealed", "seat": seat.value, "kind": kind, "tiles": codes(kinds)}]


def exchange(scene: Scene, match: Match) -> list[Fields]:
    """`jw5b`: a tile of the hand for the joker that stands for it in another's set."""
    seat = seat_of(match["seat"]) or scene.next_seat()
    owner = Seat[match["owner"].upper()]
    tile = CODES[face_of(match["tile"])]
    return [*scene.before(seat), {"type": "joker-exchange", "seat": seat.value, "owner": owner.value, "tile": tile}]


# -- what is said, and what goes before the play --------------------------------------------------------------------


def fishing(scene: Scene, match: Match) -> list[Fields]:
    """`sf`, `f`: who has just discarded says that one tile is missing."""
    discard = scene.table.discard
    seat = seat_of(match["seat"]) or (discard.seat if discard is not None else scene.next_seat())
    return [{"type": "fishing", "seat": seat.value}]


def name_again(scene: Scene, match: Match) -> list[Fields]:
    """`=5c`: the latest discard is named again, correctly."""
    discard = scene.table.discard
    seat = seat_of(match["seat"]) or (discard.seat if discard is not None else None)
    if seat is None:
        raise NotationError("there is no discard to be named again")
    return [{"type": "name", "seat": seat.value, "tile": CODES[face_of(match["tile"])]}]


def take_back(scene: Scene, match: Match) -> list[Fields]:
    """`su`: a call, or a declaration, is taken back; without a seat the latest."""
    seat = seat_of(match["seat"]) or scene.table.winner or next(reversed(scene.table.claims), None)
    if seat is None:
        raise NotationError("there is no call to take back")
    refuse_to_void_what_is_paid(scene.table)
    return [{"type": "retract", "seat": seat.value}]


def pass_on(scene: Scene, match: Match) -> list[Fields]:
    """`o`, `so3b3b5c`, `sob2`, `so-`: tiles passed in the Charleston, by all unseen or by one; some of them blind, that
    is, as they came from another; a second one refused. `o0`: nobody passes any more as a courtesy."""
    seat = seat_of(match["seat"])
    if match["mark"] == "-":
        if seat is None:
            raise NotationError("who refuses the second Charleston? expected a seat, like `so-`")
        return [{"type": "charleston-stop", "seat": seat.value}]
    passing = scene.table.passing
    if passing is None:
        raise NotationError(
            "no tiles are passed in this hand" if scene.table.agreed.goulash else "no tiles are passed in this rule set"
        )
    fields: Fields = {"type": "charleston", "pass": passing.due}
    if match["blind"] or match[0].lower().endswith("ob") or match["seen"]:
        # The three tiles of a blind pass: those that nobody looked at first, then those of the hand, seen or not
        if not match["blind"]:
            raise NotationError(f"{match[0]!r}: how many of the three pass blind? expected `ob1`, `ob2` or `ob3`")
        blind = int(match["blind"])
        own = TILES_PASSED - blind
        seen = codes(tiles_in(match["seen"])) if match["seen"] else [UNSEEN] * own
        if len(seen) not in (own, TILES_PASSED):
            raise NotationError(
                f"{match[0]!r}: {counted(len(seen), 'tile')} behind {blind} blind; expected {own} out of the hand, "
                f"or all {TILES_PASSED}"
            )
        fields |= {"tiles": [UNSEEN] * (TILES_PASSED - len(seen)) + seen, "blind": blind}
    else:
        if match["count"] == "0" and passing.due != COURTESY:
            raise NotationError(f"{match[0]!r}: in a Charleston three tiles are passed; none only as a courtesy")
        count = None if passing.name == COURTESY else TILES_PASSED
        tiles = codes(tiles_in(match["tiles"], count)) if match["tiles"] else [UNSEEN] * int(match["count"] or 3)
        fields["tiles"] = tiles
    givers = [seat] if seat is not None else [giver for giver in SEATS if giver not in passing.given]
    return [{**fields, "seat": giver.value} for giver in givers]


def roll(scene: Scene, match: Match) -> list[Fields]:
    """`r34`: the dice, thrown by whoever has to throw now, for what they are due."""
    table, plan = scene.table, scene.table.plan.breaking
    purpose, due = "break-wall", Seat.E
    if plan is not None and (not plan.finds_wall or "break-wall" in table.rolls):
        first = table.rolls.get("break-wall")
        wall_at = wall_found(plan, first.total) if first is not None else plan.first
        purpose, due = "break-stack", second_thrower(plan, wall_at) or Seat.E
    seat = seat_of(match["seat"]) or due
    return [{"type": "roll", "seat": seat.value, "dice": [int(die) for die in match["dice"]], "purpose": purpose}]


def break_wall(scene: Scene, match: Match) -> list[Fields]:
    """`b`, `bs7`, `bs7e`: the wall is broken where the dice say, or at the named place; who breaks it can follow."""
    if match["wall"]:
        by = {"by": match["by"].upper()} if match["by"] else {}
        return [{"type": "break", "wall": match["wall"].upper(), "stack": int(match["stack"]), **by}]
    plan, rolls = scene.table.plan.breaking, scene.table.rolls
    first, second = (rolls.get(purpose) for purpose in ("break-wall", "break-stack"))
    count = None
    if plan is not None and not (plan.finds_wall and first is None):
        count = stacks_to_count(plan, first.total if first else None, second.total if second else None)
    if plan is None or count is None:
        raise NotationError(
            "where the wall is broken does not follow from the dice; expected a wall and a stack, like `bs7`"
        )
    wall = wall_found(plan, first.total) if plan.finds_wall and first is not None else plan.first
    place = count_end(plan, wall, count)
    return [{"type": "break", "wall": place.wall.value, "stack": place.stack}]


def missed(scene: Scene, match: Match) -> list[Fields]:
    """`..`, `..5`, `..s5`: moves were missed; how many, and whose turn it is now, can be said."""
    fields: Fields = {"type": "gap"}
    count = "".join(sign for sign in match[0] if sign.isdigit())
    if count:
        fields["text"] = f"{counted(int(count), 'move')} missed"
    if match["seat"]:
        fields["turn"] = match["seat"].upper()
    return [fields]


def begin_result_hand(scene: Scene) -> list[Fields]:
    """Where only results are written down, the next result begins the next hand; a game can begin with one."""
    if not scene.no_hand or (scene.table.hand and scene.table.depth != "result"):
        return []
    refuse_after_the_end(scene.table)
    fields: Fields = {"type": "hand-start", "depth": "result"}
    fill_in(fields, scene)
    return [fields]


# -- drawn hands where riichi is played; a chombo -------------------------------------------------------------------


DRAWS_BY_SIGN = {
    "9": "nine-terminals", "4w": "four-winds", "4r": "four-riichi", "4k": "four-kongs", "3r": "three-ron",
    "n": "nagashi",
}  # fmt: skip
"""What is typed for the reasons of a draw that is not at the end of the wall."""
DRAWS = re.compile(
    r"wash(?:out)?\s+(?:(?P<why>9|4w|4r|4k|3r|n)(?P<seats>[eswn]{0,4}))?(?:r(?P<ready>[eswn]{1,4}|-))?", re.IGNORECASE
)


def draw(scene: Scene, match: Match) -> list[Fields]:
    """`wash 9`, `wash 4w`, `wash ne`: nine terminals, four winds, nagashi of East; `wash rse`: who is ready.

    Ready hands are shown before the draw, here without their tiles; where nobody is ready, nobody is paid for it.
    """
    why, named = (match["why"] or "").lower(), (match["ready"] or "").upper()
    seats, is_result = (match["seats"] or "").upper(), scene.no_hand or scene.table.depth == "result"
    seats = seats or (scene.next_seat().value if why == "9" and not is_result else "")
    shown = [] if scene.no_hand else [place.seat.value for place in scene.table.places if place.shown is not None]
    shows: list[Fields] = [{"type": "show", "seat": seat} for seat in dict.fromkeys(named) if seat not in (*shown, "-")]
    nothing = dict.fromkeys((seat.value for seat in scene.table.plan.seats), 0)
    is_nobody = named == "-" and not why and not shown
    reason: Fields = {"reason": DRAWS_BY_SIGN[why]} if why else {}
    drawn: Fields = {"type": "washout", **reason, **({"seats": list(seats)} if seats else {})}
    paid: list[Fields] = [{"type": "settlement", "change": nothing}] if is_nobody else []
    return [*begin_result_hand(scene), *shows, drawn, *paid]


def in_riichi(scene: Scene, match: Match) -> list[Fields]:
    """`s!`: South has declared riichi, in a hand of which only the result is written down."""
    declared = {"type": "discard", "seat": match["seat"].upper(), "tile": UNSEEN, "riichi": True}
    return [*begin_result_hand(scene), declared]


def chombo(scene: Scene, text: str) -> list[Fields]:
    """`chombo s`, `chombo ben`: what was agreed is paid for it, and the hand is dealt again (riichi/chombo-1).

    That of who has just won is for this win, which is void, as is a drawn hand by that of who was in riichi.

    Raises:
        NotationError: the game is played without, no hand is in progress, another has won it or it is paid, or nobody
            is called so.
    """
    stakes, table, who = scene.table.plan.stakes, scene.table, text.partition(" ")[2].strip()
    if not table.plan.family.has_chombo:
        act = table.plan.family.false_win
        dead = f"`{act.format('s')}` says that a win is none, " if act is not None else ""
        raise NotationError(f"there is no chombo by these rules: {dead}`penalty s 50 REASON` is a fine")
    if stakes.chombo == "none":
        raise NotationError("the game is played without chombo; `fix option chombo=points` changes that")
    refuse_after_the_end(table)
    is_proved = table.washout and table.due == CLOSING and bool(not_ready(table))
    is_proved = is_proved or (scene.no_hand and bool(table.hand) and _is_of_the_hand_before(table, who))
    begun = [] if is_proved else begin_result_hand(scene)
    if scene.no_hand and not begun and not is_proved:
        raise NotationError("a chombo ends a hand, and none is in progress")
    players: Mapping[Any, str] = begun[0]["seats"] if begun else scene.table.players
    seat = _seat_of(players, who)
    fine: Fields = {"type": "penalty", "seat": seat.value, "amount": stakes.chombo_points, "to": {}, "reason": CHOMBO}
    if stakes.chombo == "mangan":
        due = lost_mangan(scene.table, seat)
        fine |= {"amount": sum(due.values()), "to": {payee.value: points for payee, points in due.items()}}
    return [*begun, fine, {"type": "replay", "reason": CHOMBO}]


def _is_of_the_hand_before(table: Table, who: str) -> bool:
    """Whether the hand that is over is void by this chombo: of its winner, or of riichi that no hand was shown for.

    Raises:
        NotationError: others have won it, or it is paid.
    """
    seat, state = _seat_of(table.players, who), table.riichi
    in_riichi = table.washout_for == EXHAUSTIVE and state is not None and seat in state.standing
    in_vain = in_riichi and table.place(seat).shown is None
    is_winner = table.declared_by(seat) is not None
    if table.standing.voided or not (table.wins or in_vain):
        return False
    if is_winner or in_vain:
        refuse_to_void_what_is_paid(table)
    others = [seat_name(win.seat) for win in table.sound_wins if win.seat is not seat]
    if others and table.settlement is None:
        back = f": take {seat_name(seat)}'s win back, by `undo` or by `fix NUMBER void` (`log` has the number)"
        raise NotationError(
            f"{list_words(others)} won hand {table.hand}: beside the win of another a chombo does not count "
            f"(riichi/chombo-1){back if is_winner else '; one in the next hand comes after `hand`'}"
        )
    return is_winner or in_vain


def _seat_of(players: Mapping[Any, str], who: str) -> Seat:
    """The seat that is meant by its letter, or by the player's handle. `players`: by seats, or their letters."""
    code = next((getattr(seat, "value", seat) for seat, player in players.items() if player == who), who.upper())
    if code not in Seat.__members__:
        words = f"{quoted(who, 20)} is no seat, and sits at none"
        raise NotationError(f"chombo: {words}; expected something like `chombo s`")
    return Seat[code]
