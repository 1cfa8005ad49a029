"""What follows from the game so far and need not be typed: the next hand's number, round and seats; unseen tiles."""

from __future__ import annotations

import re

from msgspec.structs import asdict

from mjlog.errors import NotationError, RuleSetError
from mjlog.events import GameStart
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.tokens import tiles_in
from mjlog.rulesets import RuleSet, played_by
from mjlog.rulesets.resolve import typed_options
from mjlog.seats import SEATS
from mjlog.table import Table
from mjlog.table.opening import seats_due
from mjlog.table.passing import COURTESY, TILES_PASSED
from mjlog.table.state import DONE
from mjlog.text import counted, quoted, shown
from mjlog.tiles import CODES, UNKNOWN
from mjlog.views.results import next_number, next_round

UNSEEN = CODES[UNKNOWN]


def refuse_to_void_what_is_paid(table: Table) -> None:
    """Before a win, or a hand, is said to be none, its payment is taken back.

    Raises:
        NotationError: it is paid.
    """
    if table.settlement is not None and not table.standing.voided:
        raise NotationError(
            f"hand {table.hand} is paid: take the payment back first, by `undo` or by `fix NUMBER void` (`log` has the "
            "number); what happens in the next hand comes after `hand`"
        )


def fill_in(fields: Fields, scene: Scene) -> None:
    """State what an event leaves out and the table tells.

    Raises:
        NotationError: it does not follow from the game so far.
    """
    if fields["type"] == "hand-start":
        table = scene.table
        fields.setdefault("hand", next_number(table))
        if "seats" not in fields:
            _refuse_unless_it_follows(table)
            fields["seats"] = {seat.value: player for seat, player in seats_due(table).items()}
        if "round" not in fields:
            stated = fields["seats"] if isinstance(fields["seats"], dict) else {}
            seats = {seat: stated[seat.value] for seat in SEATS if seat.value in stated}
            fields["round"] = next_round(scene.bound, table, seats).value
    elif fields["type"] == "deal":
        fields.setdefault("tiles", [UNSEEN] * _due_of_deal(scene.table))
    elif fields["type"] == "penalty" and isinstance(fields.get("to"), str):
        fields["to"] = {fields["to"]: fields["amount"]}
    elif fields["type"] == "penalty" and scene.table.plan.family.fines_go_to_nobody:
        fields.setdefault("to", {})
    elif fields["type"] == "charleston" and "tiles" not in fields:
        if fields.get("pass") == COURTESY:
            raise NotationError(
                "a courtesy is up to three tiles; expected them, like `charleston courtesy E ?? ??`, or `eo0` for none"
            )
        fields["tiles"] = [UNSEEN] * TILES_PASSED


def refuse_after_the_end(table: Table) -> None:
    """No hand is begun by hand in a game that is over: it is opened again first, or another one is meant.

    Raises:
        NotationError: the game is over.
    """
    if table.standing.ended:
        raise NotationError(
            f"the game is over (event {table.standing.ended}): `fix {table.standing.ended} void -- one more hand` "
            "opens it again; else begin another game"
        )


_SIT = re.compile(r"sit\s+(?P<new>\S+)\s+for\s+(?P<old>\S+)", re.IGNORECASE)


def take_place(text: str, scene: Scene) -> Fields:
    """`sit eva for ben`: somebody takes over a place between two hands; who sits where in the next one.

    Raises:
        NotationError: it is not between two hands, or not the place of somebody who sits there.
    """
    match = _SIT.fullmatch(text.strip())
    if match is None:
        expected = "who takes whose place, like `sit eva for ben`, on a line of its own"
        raise NotationError(f"{quoted(text, 40)}: expected {expected}")
    return seated_anew(scene, match["new"], match["old"])


def seated_anew(scene: Scene, new: str, old: str) -> Fields:
    """Who sits where in the next hand, where somebody takes over the place of another.

    Raises:
        NotationError: it is not between two hands, or not the place of somebody who sits there.
    """
    table, text = scene.table, f"sit {new} for {old}"
    if not table.standing.seated:
        raise NotationError(
            f"{quoted(text, 40)}: no hand was played yet; another player from the start is `fix player {old} {new}`"
        )
    if table.standing.ended:
        raise NotationError(f"{quoted(text, 40)}: the game is over, and nobody takes a place any more")
    if not (table.standing.result_known or table.standing.voided):
        raise NotationError(
            f"{quoted(text, 40)}: hand {table.hand} has no result yet, and places are taken over between two hands: "
            "end it first, by mahjong or `wash`"
        )
    seats = {seat.value: player for seat, player in seats_due(table).items()}
    if old not in seats.values() or new in seats.values():
        names = ", ".join(seats.values())
        raise NotationError(f"{quoted(text, 40)}: expected somebody new, and the place of one of {names}")
    seats = {seat: new if player == old else player for seat, player in seats.items()}
    return {"type": "seats", "seats": seats}


def _refuse_unless_it_follows(table: Table) -> None:
    """The result of the last hand says who sits where in the next one.

    Raises:
        NotationError: it has none yet, or a fault leaves open which.
    """
    standing = table.standing
    if standing.seats and not (standing.result_known or standing.voided):
        if table.due == DONE and (table.wins or table.washout):
            stands = table.copy()
            stands.standing.result_known = True
            seats = " ".join(f"{seat.value}={player}" for seat, player in seats_due(stands).items())
            raise NotationError(
                f"a fault leaves open who has won hand {table.hand}, so it does not follow who is East in the "
                f"next: state all seats; if it stands as it was paid: `hand-start {seats}`"
            )
        raise NotationError(
            f"hand {table.hand} has no result yet, so it does not follow who is East in the next: end it first, by "
            "mahjong or `wash`; `undo` takes one back that was begun by mistake; or state all seats, like "
            "`hand-start E=anna S=ben W=carl N=dora`"
        )


def _due_of_deal(table: Table) -> int:
    """How many tiles the next block of the deal has."""
    return next((len(block.positions) for block in table.dealing.blocks if table.in_deal in block.positions), 1)


def as_many_as_are_due(fields: Fields, table: Table) -> None:
    """A block of unseen tiles, however many question marks were typed for them."""
    due, tiles = _due_of_deal(table), fields.get("tiles")
    if isinstance(tiles, list) and len(tiles) == 2 * due - 1 and set(tiles) == {UNSEEN}:
        del tiles[due:]  # `????????` was meant as four tiles, and reads as a group of seven


_OF_A_GAME = frozenset((*GameStart.__struct_encode_fields__, "type"))


def begin_game(fields: Fields) -> None:
    """The game as `mjlog new` begins it: by the newest version of the rule set, unless another is named.

    What is no field of a game is an option.

    Raises:
        RuleSetError: there is no such rule set, or it has no such option.
    """
    fields["ruleset"] = str(fields.get("ruleset")).lower()
    rules = played_by(fields["ruleset"], fields.get("version"), fields.get("digest"))
    options = {name: fields.pop(name) for name in list(fields) if name not in _OF_A_GAME}
    players = fields.get("players", ())
    if "players" in rules.options and len(players) != rules.options["players"].default:
        options.setdefault("players", len(players))
    if options:
        fields["options"] = typed_options(rules, {**options, **fields.get("options", {})})
        check_options(fields["options"], rules)
    fields.setdefault("format", 1)
    if fields.get("version") in (None, rules.version) and fields.get("digest") in (None, rules.digest):
        fields |= {"version": rules.version, "digest": rules.digest}


def check_options(options: Fields, rules: RuleSet) -> None:
    """Refuse options that a rule set does not have, or that it has settled itself, and values that do not fit.

    Raises:
        RuleSetError: there are such; the message says what would be right.
    """
    from mjlog_schemas import explain_options

    faults = explain_options({name: asdict(option) for name, option in rules.options.items()}, options)
    if faults:
        raise RuleSetError(faults[0].message)
    for name in options:
        if settled := rules.settled(name):
            table, value = settled
            raise RuleSetError(f"the option {name} has no effect: [{table}] of {shown(rules.id)} says {value}")


def deal_in_order(table: Table, blocks: list[str]) -> list[Fields]:
    """The next blocks of the deal, with these tiles; without any all that are left, as the wall has them, or unseen.

    Raises:
        NotationError: none is left to be taken, or fewer than these, or one is not of the tiles that are due.
    """
    left: list[tuple[str, tuple[int, ...]]] = []
    number = 0
    for block in table.dealing.blocks:
        if number >= table.in_deal:
            left.append((block.seat.value, block.positions))
        number += len(block.positions)
    if not left:
        raise NotationError("the deal is done: no block is left to be taken")
    if len(blocks) > len(left):
        raise NotationError(f"{len(blocks)} blocks are dealt; {len(left)} are left to be taken")
    wall = table.wall.tiles or ()
    known = [[wall[at] if at < len(wall) else UNKNOWN for at in positions] for _seat, positions in left]
    dealt = []
    for text, (seat, positions) in zip(blocks, left, strict=False):
        due = len(positions)
        kinds = tiles_in(text, due)
        if len(kinds) != due:
            raise NotationError(
                f"{quoted(text, 40)} is {counted(len(kinds), 'tile')}, and {seat}'s block is of {due}: with another "
                f"number it is `deal {seat} …`; what comes after the deal stands on the next line, or behind `;`"
            )
        dealt.append(kinds)
    taken = zip(left, dealt or known, strict=False)
    return [
        {"type": "deal", "seat": seat, "tiles": [CODES[kind] for kind in kinds]} for (seat, _positions), kinds in taken
    ]


__all__ = [
    "UNSEEN", "as_many_as_are_due", "begin_game", "check_options", "deal_in_order", "fill_in", "take_place",
]  # fmt: skip
