"""Short acts at the end of a hand: `m`, `sm`, `sh 123b 55d`, `8/4/48/2`, `pay`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence

from mjlog.audit.valuing import ledger_for
from mjlog.errors import NotationError
from mjlog.events import FROM_OTHERS
from mjlog.formats.shorthand.acts import begin_result_hand, codes, group_of
from mjlog.formats.shorthand.filling import UNSEEN, refuse_after_the_end
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.tokens import act_pattern, face_of, seat_of, tiles_in, unbracketed
from mjlog.rules.claim import set_kind
from mjlog.scoring.han_worth import LIMITS_BY_NAME, limit_base
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.state import A_DISCARD, A_LOOSE_TILE, CLOSING, DONE
from mjlog.text import either, list_words, quoted, whole_number
from mjlog.tiles import CODES, HAND_TILES, UNKNOWN, kind_of

Match = re.Match[str]
SOURCES = {"w": "wall", "l": "loose", "d": "discard", "k": "kong", "a": "bonus", "o": "deal", "x": "exchange"}
HAN = rf"[0-9]{{1,3}}h[0-9]{{0,3}}|{'|'.join(LIMITS_BY_NAME)}"
"""What a hand is worth where it is scored by han and fu."""
WIN = act_pattern(rf"(?P<seat>[eswn])m?(?P<source>f[eswn]|[wldkaox])?(?:=?(?P<scores>{HAN}|[0-9]{{1,12}}))?")
"""One of several winners of a tile: `sfe3h30`, `n2h40`, `nm`."""
_OWN = ("deal", "wall", "loose", "exchange")


def mahjong(scene: Scene, match: Match, listed: str | None = None) -> list[Fields]:
    """`m` from the wall, `sm` on the discard; the source, the giver, the tile, the line and the scores can follow."""
    parts = match.groupdict()
    tile = face_of(parts["tile"]) if parts.get("tile") else None
    scores, how = listed or parts.get("scores"), group_of(match, "source")
    return won(scene, seat_of(match["seat"]), how, tile, parts.get("line"), scores, parts.get("limit"))


def won(
    scene: Scene, named: Seat | None, how: str = "", tile: int | None = None, line: str | None = None,
    words: str | None = None, limit: str | None = None,
) -> list[Fields]:  # fmt: skip
    """Somebody wins, with what goes before that, and the scores `words`; `how`: as typed, `w`, `fe` or nothing."""
    refuse_after_the_end(scene.table)
    hand = begin_result_hand(scene)
    blind = bool(hand) or scene.table.depth == "result"
    seat = named or (None if blind else scene.next_seat())
    if seat is None:
        raise NotationError("who wins? expected a seat before the m, like `sm48`")
    source = SOURCES.get(how) or ("discard" if how or blind else _source(scene.table, seat, named is not None))
    events = [*hand, *_before_win(scene, seat, source, how, tile)]
    fields: Fields = {"type": "mahjong", "seat": seat.value, "source": source}
    unwritten = any(event["type"] == "discard" for event in events)
    known = tile if tile is not None or blind or unwritten else _winning_tile(scene.table, seat, source)
    if known not in (None, UNKNOWN):
        fields["tile"] = CODES[known]
    if line:
        fields["line"] = line
    return [*events, fields, *_scores(scene, words, seat, limit, source not in FROM_OTHERS)]


def _source(table: Table, seat: Seat, named: bool) -> str:
    """Where the winning tile came from, as the table stands; a seat that is named wins on what lies open."""
    if table.win is not None and table.plan.family.is_settled_singly:
        return table.win.source
    if table.kong is not None and table.kong.seat is not seat:
        return table.kong.source
    own = table.turn is seat and table.due in (A_DISCARD, A_LOOSE_TILE)
    if own:
        if table.loose_due is seat or table.whence == "loose":
            return "loose"
        if table.whence == "exchange":
            return "exchange"
        return "deal" if table.in_setup and not table.discards and not table.places[seat.index].bonus else "wall"
    discard = table.discard
    return "discard" if named and (discard is None or discard.seat is not seat) else "wall"


def _before_win(scene: Scene, seat: Seat, source: str, how: str, tile: int | None) -> list[Fields]:
    """What goes before a declaration: a tile taken; or a discard that was not typed, and the call."""
    if source in _OWN:
        due = scene.table.turn is seat and scene.table.due != A_DISCARD
        return scene.before(seat, tile) if scene.habits.draws and due and not scene.no_hand else []
    events: list[Fields] = []
    discard = scene.table.open_discard
    if how.startswith("f"):
        supplier = Seat[how[1].upper()]
        if discard is None or discard.seat is not supplier:
            code = UNSEEN if tile is None else CODES[tile]
            events.append({"type": "discard", "seat": supplier.value, "tile": code})
    elif scene.no_hand and not scene.table.wins:
        return []
    elif scene.table.depth == "result" and (discard is None or discard.seat is seat):
        # Of a result nobody wrote down whose tile it was.
        return []
    elif scene.table.wins:
        # Who wins the same tile, too, has called it before the first one won.
        return []
    call = {"for": "mahjong"}
    if events:
        return [*events, scene.answer("claim", seat, **call)]
    # The tile that lies open may be called already (`sm-`).
    is_open = scene.table.open or scene.table.kong is not None
    has_called = is_open and scene.table.claims.get(seat) == "mahjong"
    called = [] if has_called else [scene.answer("claim", seat, **call)]
    return [*called, *scene.passes(seat)]


def _winning_tile(table: Table, seat: Seat, source: str) -> int | None:
    state = table.riichi
    if source == "discard":
        if table.wins_misnamed:
            return table.tile_to_win
        return table.discard.face if table.discard is not None and (table.open or table.wins) else None
    if source in ("kong", "bonus"):
        if state is not None and (table.kong is not None or table.wins):
            return state.face
        return None if table.kong is None else table.kong.tile
    if source not in ("wall", "loose") or table.due != A_DISCARD:
        return None
    return state.drawn if state is not None else table.places[seat.index].last_drawn


def _scores(scene: Scene, text: str | None, winner: Seat, limit: str | None, drawn: bool | None = None) -> list[Fields]:
    """Scores announced: the winner's alone, or all in the order of the seats; the winner's can be a limit hand's.

    `drawn`: whether the winning tile came from the wall, where the table does not tell yet.
    """
    if not text:
        return []
    scores = [_score(scene, winner, text, drawn)] if "/" not in text else score_list(scene, text)
    name = limit_hand(scene, limit) if limit else None
    return [{**fields, "limit": name} if name and fields["seat"] == winner.value else fields for fields in scores]


def several(scene: Scene, match: Match) -> list[Fields]:
    """`sfe3h30+n2h40`: several win the same tile; `+n2h40`: another, too. All have called it before the first wins."""
    head, *others = match[0].split("+")
    first = WIN.fullmatch(head)
    if not scene.table.plan.family.is_settled_singly:
        raise NotationError(f"{match[0]!r}: one player alone wins a tile in this rule set")
    if first is None and not scene.table.wins:
        raise NotationError(f"{match[0]!r}: nobody has won yet; expected the winners of one tile, like `sfe3h30+n2h40`")
    won = mahjong(scene, first) if first is not None else []
    begin = next((at for at, fields in enumerate(won) if fields["type"] == "mahjong"), 0)
    before, wins = won[:begin], [won[begin:]] if won else []
    taken = won[begin] if won else {"type": "mahjong", "source": scene.table.wins[0].source}
    for text in others:
        other = WIN.fullmatch(text)
        assert other is not None
        seat = Seat[other["seat"].upper()]
        before += [scene.answer("claim", seat, **{"for": "mahjong"})] if first is not None else []
        wins.append([{**taken, "seat": seat.value}, *_scores(scene, other["scores"], seat, None, False)])
    # Whose tile is won: that of a discard that was not typed, or of what lies open.
    giver = next((Seat[row["seat"]] for row in before if row["type"] == "discard"), None)
    open_tile = scene.table.kong or scene.table.discard
    giver = giver or (open_tile.seat if open_tile is not None else None)
    if giver is not None:
        wins.sort(key=lambda rows: Seat[rows[0]["seat"]].ahead_of(giver))
    return [*before, *(row for rows in wins for row in rows)]


def limit_hand(scene: Scene, typed: str) -> str:
    """The limit hand that a name means: one of the rule set, by its name or a part that no other has.

    Raises:
        NotationError: it has none of this name; those that are near are told.
    """
    word = typed.lower()
    ledger = ledger_for(scene.rules) if scene.rules is not None else None
    known = [row.id for row in (*ledger.rows, *ledger.off) if row.is_limit] if ledger is not None else []
    if not known or word in known:
        return word
    near = [name for name in known if word in name] or difflib.get_close_matches(word, known)
    if len(near) == 1 and word in near[0]:
        return near[0]
    which = f"did you mean {either(near)}?" if near else f"expected one of {', '.join(known)}"
    raise NotationError(f"{quoted(typed, 40)} is no limit hand of these rules; {which}")


def _score(scene: Scene, seat: Seat, text: str, drawn: bool | None = None) -> Fields:
    """A score in points; where hands are scored by han and fu, these: `3h30`, `5h`, `yakuman`."""
    by_han = _BY_HAN.fullmatch(text)
    if by_han is None and not (text.isascii() and text.isdigit()):
        raise NotationError(f"{quoted(text)} is no score; expected points, like 3900")
    fields: Fields = {"type": "score", "seat": seat.value}
    if by_han is None:
        return {**fields, "total": int(text)}
    terms, win = scene.terms, scene.table.win_of(seat)
    if terms is None:
        raise NotationError(f"{text!r}: hands are not scored by han in this rule set; expected points")
    if drawn is None:
        drawn = win.source not in FROM_OTHERS if win is not None else scene.declared_by_drawing
    if by_han["limit"]:
        limit = str(by_han["limit"]).lower()
        received = terms.payout.received(limit_base(terms, limit), seat is Seat.E, drawn)
        return {**fields, "total": received, "limit": limit}
    han, fu = int(by_han["han"]), int(by_han["fu"] or 0)
    base, limit_name = terms.limit_by_han(fu, min(han, _MOST_HAN))
    if not fu and limit_name is None:
        raise NotationError(f"{text!r}: {han} han need their fu, like `{han}h30`")
    fields |= {"total": terms.payout.received(base, seat is Seat.E, drawn), "doubles": han}
    if fu:
        fields["points"] = fu
    return fields | ({"limit": limit_name} if limit_name else {})


_BY_HAN = act_pattern(rf"(?P<han>[0-9]{{1,3}})h(?P<fu>[0-9]{{1,3}})?|(?P<limit>{'|'.join(LIMITS_BY_NAME)})")


_MOST_HAN = 60


def score_list(scene: Scene, text: str) -> list[Fields]:
    """`8/4/48/2`: what East, South, West and North announce; nothing between the strokes is not announced."""
    scores = [_score(scene, seat, part) for seat, part in _by_seat(scene, text) if part]
    if not scores:
        raise NotationError(
            f"{quoted(text)} says no score; expected one of a seat at least, like `8/48/4/2` or `/48//`"
        )
    return scores


def _by_seat(scene: Scene, text: str) -> list[tuple[Seat, str]]:
    seats, parts = scene.table.plan.seats, text.split("/")
    if len(parts) != len(seats):
        order = "/".join(seat.wind_name for seat in seats)
        raise NotationError(f"{quoted(text)} has {len(parts)} numbers; expected {len(seats)}, for {order}")
    return list(zip(seats, parts, strict=True))


def result(scene: Scene, match: Match) -> list[Fields]:
    """`8/4w48/2`: all scores; before the winner's stands its letter, and how it won where not on a discard; behind it,
    as in `8/4w1000:thirteen-wonders/2`, the limit hand."""
    winner = seat_of(match["seat"])
    assert winner is not None
    seats = scene.table.plan.seats
    before = match["before"].split("/") if match["before"] else []
    if len(before) == winner.index + 1 and not before[-1]:
        del before[-1]  # the stroke before the winner's letter may be written as well
    after = f"{match['own']}{match['after']}".split("/")
    if winner not in seats or len(before) > winner.index or winner.index + len(after) != len(seats):
        order = ", ".join(seat.wind_name for seat in seats)
        raise NotationError(
            f"{quoted(match[0])}: expected a score each for {order}, the winner's letter before its own"
        )
    listed = [*before, *[""] * (winner.index - len(before)), *after]
    if _is_declared(scene.table, winner, match):
        return _not_said_before(scene, _scores(scene, "/".join(listed), winner, match["limit"]))
    return mahjong(scene, match, "/".join(listed))


def _is_declared(table: Table, winner: Seat, match: Match) -> bool:
    """Whether this hand is won by the seat already, and nothing but scores is left to be said of it."""
    is_unscored = table.due == CLOSING and table.settlement is None and not set(table.scores) - {winner}
    if table.winner is not winner or table.win is None or not is_unscored:
        return False
    if match["source"] and SOURCES[match["source"].lower()] != table.win.source:
        return False
    # Of results another line is another hand, unless it says again what the winner has announced.
    announced = table.scores.get(winner)
    return announced == int(match["own"]) or (announced is None and table.depth != "result")


def scores(scene: Scene, match: Match) -> list[Fields]:
    """Scores of all seats; what a seat has announced before (`sm48`) may stand there again."""
    _refuse_before_the_end(scene, match[0], match["scores"])
    return _not_said_before(scene, score_list(scene, match["scores"]))


def _not_said_before(scene: Scene, scores: list[Fields]) -> list[Fields]:
    """Scores without those that stand there already: these may be typed again, and nothing is added."""
    new = []
    for fields in scores:
        seat = Seat[fields["seat"]]
        before = scene.announced.get(seat)
        # Nobody knows of which hand it was, where the beginnings of hands are missing.
        was_said = scene.table.scores.get(seat, -1) == int(fields["total"])
        if before is not None:
            was_said = all(fields[name] == getattr(before, name) for name in fields.keys() - {"type", "seat"})
        new += [] if was_said else [fields]
    return new


def _refuse_before_the_end(scene: Scene, typed: str, listed: str = "") -> None:
    """Scores follow the mahjong, or the draw; where neither can have been missed they wait for it."""
    table = scene.table
    if table.hand and (table.due in (CLOSING, DONE) or table.gaps):
        return
    # With the winner's letter in it the list says both: `8s48/4/2`.
    both = re.sub("/", "s", listed, count=1) if re.match("[0-9]+/[0-9]", listed) else "8s48/4/2"
    raise NotationError(
        f"{quoted(typed)}: nobody has won yet, and the mahjong comes first: `sm`, if South has won; `{both}` says both "
        "at once, and `wash` that the hand is drawn"
    )


def score(scene: Scene, match: Match) -> list[Fields]:
    """`s=64`: one score; `s=1000:thirteen-wonders` that of a limit hand."""
    _refuse_before_the_end(scene, match[0])
    seat = Seat[match["seat"].upper()]
    scores = _scores(scene, match["score"], seat, match["limit"])
    return _not_said_before(scene, scores) if scene.announced else scores


def show(scene: Scene, match: Match) -> list[Fields]:
    """`sh 123b 55d / 9c Ew`: a hand as it is laid down; words that are no set are left over, and all after a stroke.
    What lies on the table already, a set or a flower, may stand there again, in brackets or not.

    Where ready hands are shown at a draw `sh` alone says that South's was."""
    seat = seat_of(match["seat"]) or scene.table.winner
    if seat is None:
        raise NotationError("whose hand is shown? expected a seat, like `sh 123b 55d`")
    if not match["tiles"].strip() and scene.table.plan.family.draws_have_reasons and not scene.table.wins:
        return [{"type": "show", "seat": seat.value}]
    if not match["tiles"].strip():
        letter = seat.value.lower()
        words = f"{match[0]!r} is {seat}'s hand, and shows no tiles; expected them, like `{letter}h 123b 55d`"
        raise NotationError(words)
    sets: list[list[str]] = []
    rest: list[str] = []
    laid, _, over = _with_flowers_of_a_card(scene.table, seat, match["tiles"]).partition("/")
    for word in laid.split():
        faces = tiles_in(unbracketed(word))
        kinds = [kind_of(face) for face in faces]
        if set_kind(kinds) is not None and UNKNOWN not in kinds:
            sets.append(codes(faces))
        else:
            rest += codes(faces)
    rest += [code for word in over.replace("/", " ").split() for code in codes(tiles_in(unbracketed(word)))]
    for code in codes(scene.table.places[seat.index].bonus):
        if code in rest:
            rest.remove(code)
    fields: Fields = {"type": "show", "seat": seat.value}
    if sets:
        fields["sets"] = sets
    if rest:
        fields["rest"] = rest
    return [fields]


def _with_flowers_of_a_card(table: Table, seat: Seat, tiles: str) -> str:
    """A hand in which flowers stand as cards print them, a letter each (`FF` are two, which are written `fff`).

    Only where the hand lacks just these: then nothing else can be meant.
    """
    printed = [word for word in tiles.split() if _FLOWERS.fullmatch(word)]
    if not printed or not table.plan.family.wins_by_card:
        return tiles
    words = map(unbracketed, tiles.replace("/", " ").split())
    on_table = sum(len(laid_set.tiles) for laid_set in table.place(seat).sets)
    laid = [tuple(sorted(kind_of(face) for face in tiles_in(word))) for word in words]
    again = sum(len(laid_set.tiles) for laid_set in table.place(seat).sets if tuple(sorted(laid_set.tiles)) in laid)
    there = sum(map(len, laid)) + on_table - again
    if there + len(printed) != HAND_TILES - (table.win_of(seat) is None):
        return tiles
    return " ".join(f"{word}f" if _FLOWERS.fullmatch(word) else word for word in tiles.split())


_FLOWERS = re.compile(r"f{2,8}", re.IGNORECASE)
_PAY = re.compile(
    r"pay(?:\s+(?:(?P<change>-?\d+(?:/-?\d+)*)|(?P<seat>[eswn])|(?P<jokerless>jokerless)))?", re.IGNORECASE
)


def pay(scene: Scene, text: str) -> list[Fields]:
    """`pay -12/4/20/-12`: what everybody gained or lost; `pay w`: West paid for all; `pay`: it was paid as computed;
    `pay jokerless`: for a hand of a card without jokers.

    Raises:
        NotationError: it cannot be computed, or the numbers are not one a seat.
    """
    match = _PAY.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            f"{quoted(text)}: expected one number a seat, like `pay -12/4/20/-12`, the seat that paid "
            "for all, like `pay w`, or `pay` alone"
        )
    if match["change"]:
        return [paid(scene, [whole_number(part) for part in match["change"].split("/")])]
    if match["jokerless"]:
        double = scene.owed_jokerless()
        if double is None:
            raise _does_not_follow(scene, " jokerless")
        return [{"type": "settlement", "change": double}]
    unpaid = _unpaid(scene.table)
    if len(scene.table.wins) > 1 and unpaid and not match["seat"]:
        settled: list[Fields] = []
        # The nearest to the discarder first: it is that one who takes what lies on the table.
        for winner in unpaid:
            change = scene.owed_to(winner)
            if change is None:
                raise _does_not_follow(scene)
            pot = {"pot": sum(change.values())} if sum(change.values()) else {}
            settled.append({"type": "settlement", "for": winner.value, "change": change, **pot})
        return settled
    payer = Seat[match["seat"].upper()] if match["seat"] else None
    if payer is not None and not scene.table.plan.tracks_danger:
        raise NotationError(f"{quoted(text)}: by these rules nobody pays for all; expected `pay`, or one number a seat")
    owed = scene.owed(payer) if scene.table.due == CLOSING or unpaid else None
    if owed is None:
        raise _does_not_follow(scene)
    return [{"type": "settlement", "change": owed, **_of_the_winner(scene.table, sum(owed.values()))}]


def paid(scene: Scene, change: Sequence[int]) -> Fields:
    """What everybody gained or lost, in the order of the seats.

    Raises:
        NotationError: it is not one number a seat.
    """
    parts = _by_seat(scene, "/".join(map(str, change)))
    by_seat = {seat.value: points for (seat, _text), points in zip(parts, change, strict=True)}
    return {"type": "settlement", "change": by_seat, **_of_the_winner(scene.table, sum(change))}


def end(scene: Scene) -> Fields:
    """`end`: the game is over; where the rules say how final scores are made, with these and the totals."""
    points = scene.at_the_end()
    return {"type": "game-end"} | ({"totals": points[0], "final": points[1]} if points is not None else {})


def _does_not_follow(scene: Scene, how: str = "") -> NotationError:
    """Why nothing is paid as computed (or `how`), what is missing, and what to type: all of it, where that is known."""
    table = scene.table
    if not table.scores and not table.wins and not table.washout:
        _refuse_before_the_end(scene, f"pay{how}")
    why = "what is to be paid does not follow from what is written down: "
    open_ = scene.unannounced() if table.wins else {}
    missing, instead = scores_due(table, open_), ""
    is_told = all(win.discarder is not None or win.source in _OWN for win in table.wins)
    if how and is_told and all(total is not None for total in open_.values()):
        why, missing = "for a hand without jokers nothing else is due, by rules or known tiles: ", []
    elif missing and all(total is not None for total in open_.values()):
        instead = " ".join([*(f"{seat.value.lower()}={total}" for seat, total in open_.items()), f"pay{how}"])
    lack = f"{list_words(missing)} {'is' if len(missing) == 1 else 'are'} missing; " if missing else ""
    lack += f"type `{instead}`, or " if instead else "or " if missing else ""
    if not table.plan.family.is_settled_singly:
        return NotationError(f"{why}{lack}say it, like `{typed_pay(table, -12, 4, 20)}`", instead)
    if table.washout:
        ways = "who was ready? `sh` South was; `wash rse` says it at once"
        return NotationError(f"{why}{ways}; or `{typed_pay(table, 1500, 1500, -1500)}`")
    won = typed_pay(table, -3900, 3900, 0)
    if is_told:
        return NotationError(f"{why}{lack}say it, like `{won}`", instead)
    ways = "`smfe3h30` says that East discarded it, `smw3h30` that it was drawn (`undo` first)"
    return NotationError(f"{why}{ways}; or `{won}`")


def scores_due(table: Table, unannounced: Mapping[Seat, int | None]) -> list[str]:
    """The scores that payments wait for, as they are typed, and whose; or the winning tile of a hand that was shown.

    A number that is only an example is said to be one.
    """
    lacking = []
    for seat, total in unannounced.items():
        letter, win = seat.value.lower(), table.win_of(seat)
        name = seat.wind_name.capitalize()
        if total is not None:
            lacking.append(f"`{letter}={total}` what {name}'s hand is worth")
            continue
        won = "3h30" if table.plan.family.counts_han else "30" if table.plan.family.wins_by_card else "48"
        words = f"{name}'s score (like `{letter}={won if win is not None else 8}`"
        if win is not None and win.tile in (None, UNKNOWN) and table.place(seat).shown is not None:
            words += f"; or the winning tile, like `fix {win.seq} {'' if win.source in _OWN else letter}m5b`"
        lacking.append(f"{words})")
    return lacking


def typed_scores(table: Table) -> str:
    """Scores of all as they are typed, for an example: South is the winner."""
    return "/".join(("8", "48", "4", "2")[: len(table.plan.seats)])


def typed_pay(table: Table, *changes: int) -> str:
    """Payments as they are typed, from East on; the last player's make the sum nothing."""
    kept = changes[: len(table.plan.seats) - 1]
    return f"pay {'/'.join(map(str, (*kept, -sum(kept))))}"


def _unpaid(table: Table) -> list[Seat]:
    """The winners whose payments are still to be told, where each is paid by itself."""
    return [win.seat for win in table.wins if table.plan.family.is_settled_singly and win.seat not in table.paid]


def _of_the_winner(table: Table, pot: int) -> Fields:
    """Of several winners the one who is paid next, and what is taken from the table."""
    if not table.plan.family.is_settled_singly:
        return {}
    unpaid = _unpaid(table)
    of_one: Fields = {"for": unpaid[0].value} if len(table.wins) > 1 and unpaid else {}
    return of_one | ({"pot": pot} if pot else {})
