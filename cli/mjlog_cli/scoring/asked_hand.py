"""A hand asked for step by step: seat, round, sets, tiles, flowers and seasons, how it won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mjlog.audit.valuing import terms_for
from mjlog.calculator import FLAG_WORDS, SOURCE_WORDS, whole
from mjlog.errors import HandError, NotationError
from mjlog.rulesets import Rules
from mjlog.scoring import FLAGS, hand_line, read_hand, read_hand_line
from mjlog.scoring.hand import DOUBLE_RIICHI, RIICHI, RIICHI_FLAGS, source_of
from mjlog.scoring.possible_hand import check_copies
from mjlog.seats import SEATS, Seat
from mjlog.tiles import (
    CODES,
    FIRST_BONUS,
    HAND_TILES,
    PLAIN_KINDS,
    format_tiles,
    is_bonus,
    kind_of,
    parse_face,
    parse_faces,
    parse_tile,
    parse_tiles,
    tile_name,
)
from mjlog_cli.scoring.missing import missing_of
from mjlog_cli.scoring.questions import Ask, Say, ask_seat, until_right

Fields = dict[str, Any]
_MOST_SETS = 4
_KONGS = {"c": "concealed", "a": "added", "d": "claimed"}


def ask_hand(fields: Fields, rules: Rules, ask: Ask, say: Say) -> Fields:
    """The hand with all that was missing, asked for; it can be, as far as it was asked for."""
    hand = _Hand(fields, rules, ask, say)
    hand.ask_seats()
    if "concealed" in missing_of(fields):
        hand.ask_tiles()
        hand.ask_win()
    return hand.fields


def same_on_one_line(fields: Fields, rules: Rules, switches: str) -> list[str]:
    """What could have been typed instead of the answers; nothing where there can be no such hand.

    `switches`: those that stand before the hand, as ``--ruleset bmja``. The line is not cut, so that it can be copied.
    """
    try:
        plan = rules.plan
        hand = read_hand(
            whole(fields, plan), plan.copies, bonus_from_live=plan.bonus_from_live, red_fives=plan.red_fives
        )
    except HandError:
        return []
    return ["the same on one line:", f'  mjlog score {switches} "{hand_line(hand)}"', ""]


class _Hand:
    """A hand of which more and more is known."""

    def __init__(self, fields: Fields, rules: Rules, ask: Ask, say: Say) -> None:
        self.fields = {name: value for name, value in fields.items() if value is not None}
        for name in ("seat", "round"):
            self.fields |= {name: self.fields[name].upper()} if name in self.fields else {}
        if "tile" in self.fields:
            self.fields["tile"] = CODES[parse_face(self.fields["tile"])]
        self._plan, self._say = rules.plan, say
        self._ask: Ask = lambda question, **more: rules.plan.spelled(ask(question, **more))

    # -- who, and which tiles ----------------------------------------------------------------------------------

    def ask_seats(self) -> None:
        """Whose hand it is, and which wind prevails."""
        for name, question, seats in (("seat", "seat", self._plan.seats), ("round", "round", SEATS)):
            if name not in self.fields:
                seat = ask_seat(self._ask, self._say, question, seats)
                assert seat is not None
                self.fields[name] = seat.value

    def ask_tiles(self) -> None:
        """Sets on the table, concealed tiles, flowers and seasons."""
        self.fields["sets"] = list(self.fields.get("sets") or ())
        self._check_copies([])  # of what is known already
        self._say("sets on the table one after the other, like 789c or 222d; what won the hand is not there yet")
        while len(self.fields["sets"]) < _MOST_SETS:
            found = self._until_right("set on the table (Enter: no more)", self._read_sets)
            if not found:
                break
            self.fields["sets"] += found
        due, dealt = self._due(), self.fields.get("source") == "deal"
        number = f"{due}, as dealt" if dealt else f"{due - 1} or {due} with the winning one"
        self.fields["concealed"] = self._until_right(f"concealed tiles, {number}", self._read)
        if "bonus" not in self.fields and any(self._plan.copies[FIRST_BONUS:]):
            self.fields["bonus"] = self._until_right("flowers and seasons (Enter: none)", self._read_bonus)

    def _until_right(self, question: str, read: Callable[[str], Any], **more: Any) -> Any:
        return until_right(self._ask, self._say, question, read, **more)

    def _due(self) -> int:
        return HAND_TILES - 3 * len(self.fields["sets"])

    def _read_sets(self, text: str) -> list[Fields]:
        if not text:
            return []
        line = read_hand_line(text if text[0] in "([" else f"({text})")
        found: list[Fields] = line["sets"]
        if not found or line["concealed"] or line["bonus"] or len(self.fields["sets"]) + len(found) > _MOST_SETS:
            raise HandError(f"expected a set like 789c, 222d or 2222d, {_MOST_SETS} of them at the most")
        self._check_copies([code for one in found for code in one["tiles"]])
        return [self._with_origin(one, text) for one in found]

    def _with_origin(self, one: Fields, text: str) -> Fields:
        """A kong needs to be known as one of three; brackets or a word may have said it."""
        if one["kind"] != "kong" or one["concealed"] or "origin" in one or text[0] in "([":
            return one
        how = self._until_right("the kong is concealed (c), added to an exposed pung (a), claimed (d)", _read_kong)
        return one | ({"concealed": True} if how == "concealed" else {"origin": how})

    def _read(self, text: str) -> list[str]:
        kinds, due = self._faces(text), self._due()
        wrong = next((kind for kind in map(kind_of, kinds) if kind >= PLAIN_KINDS), None)
        if wrong is not None:
            later = ": flowers and seasons are asked for next" if is_bonus(wrong) else ""
            raise NotationError(f"{tile_name(wrong)} is no tile of a complete hand{later}")
        dealt = self.fields.get("source") == "deal"
        if len(kinds) != due and (dealt or len(kinds) != due - 1):
            expected = f"{due}, as dealt" if dealt else f"{due - 1}, or {due} with the winning one"
            raise HandError(f"{len(kinds)} tiles; expected {expected}")
        return self._checked(self._with_tile([CODES[kind] for kind in kinds]))

    def _faces(self, text: str) -> tuple[int, ...]:
        """Tiles with their faces, where there are red fives."""
        return parse_faces(text) if self._plan.red_fives is not None else parse_tiles(text)

    def _with_tile(self, codes: list[str]) -> list[str]:
        """The concealed tiles with the winning one, where that is known already."""
        tile = self.fields.get("tile")
        if tile is None:
            return codes
        if len(codes) < self._due():
            return [*codes, tile]
        self._check_holds(codes, tile)
        return codes

    def _check_holds(self, codes: list[str], tile: str) -> None:
        if tile not in codes:
            held = format_tiles(parse_tiles(codes))
            raise HandError(f"the winning tile, {tile_name(parse_tile(tile))}, is not among the concealed: {held}")

    def _read_bonus(self, text: str) -> list[str]:
        kinds = parse_tiles(text)
        wrong = next((kind for kind in kinds if not is_bonus(kind)), None)
        if wrong is not None:
            raise NotationError(f"{tile_name(wrong)} is no flower and no season; they are 1f to 4f and 1s to 4s")
        return self._checked([CODES[kind] for kind in kinds])

    def _checked(self, codes: list[str]) -> list[str]:
        self._check_copies(codes)
        return codes

    def _check_copies(self, codes: list[str]) -> None:
        given = [self.fields.get("concealed") or (), self.fields.get("bonus", ())]
        given += [one["tiles"] for one in self.fields["sets"]]
        check_copies([kind for tiles in (codes, *given) for kind in parse_tiles(tiles)], self._plan.copies)

    # -- how it won --------------------------------------------------------------------------------------------

    def ask_win(self) -> None:
        """Whether the hand won, with which tile, from where, and what else was true then, as far as it is not known."""
        known = self.fields.get("won") is True or any(self.fields.get(name) for name in ("tile", "source", "flags"))
        said = {name: self.fields.pop(name) for name in ("flags", "east_wins") if self.fields.get(name)}
        has_all = len(self.fields["concealed"]) == self._due()
        if has_all and not known:
            self._say("fourteen tiles: the hand won")
        won = known or has_all or self._until_right("did it win (y, n)", _read_yes)
        self.fields["won"] = won
        if won:
            self._ask_winning_tile(has_all)
            self._ask_source()
            self._ask_rest(said)
        self.fields |= said

    def _ask_winning_tile(self, has_all: bool) -> None:
        source = self.fields.get("source")
        if "tile" in self.fields or source == "deal":
            return
        if not has_all:
            self._until_right("winning tile", self._read_drawn)
        elif self.fields["seat"] == "E" and source is None:
            self._until_right("winning tile (Enter: the dealt hand)", self._read_tile)
        else:
            self._until_right("winning tile", self._read_tile)

    def _ask_source(self) -> None:
        if self.fields.get("source") is not None:
            return
        for word, meaning in SOURCE_WORDS.items():
            self._say(f"  {word:13}  {meaning}")
        self._until_right("source", self._read_source, words=tuple(SOURCE_WORDS))

    def _read_drawn(self, text: str) -> None:
        """The fourteenth tile comes to the concealed ones."""
        code = self._one(text)
        self._check_copies([code])
        self.fields["concealed"] = [*self.fields["concealed"], code]
        self.fields["tile"] = code

    def _read_tile(self, text: str) -> None:
        if not text and self.fields["seat"] == "E" and "source" not in self.fields:
            self._trial(source="deal")
            return
        code = self._one(text)
        self._check_holds(self.fields["concealed"], code)
        self.fields["tile"] = code

    def _read_source(self, text: str) -> None:
        self._trial(source=source_of(text.lower().split()))

    def _ask_rest(self, said: Fields) -> None:
        """Flags that can be true of this win, and hands won in a row, where these were not said.

        Of what was said before anything was asked for, the scorer tells whether it can be.
        """
        if not self._can_be():
            return
        possible = [word for word in FLAG_WORDS if self._can_be(flags=[word]) or self._can_be(flags=[word, RIICHI])]
        if possible and "flags" not in said:
            for word in possible:
                self._say(f"  {word:13}  {FLAG_WORDS[word]}")
            self._until_right("what else is true (Enter: nothing)", self._read_flags, words=possible)
        if self.fields["seat"] == "E" and "east_wins" not in said:
            question = "wins in a row as East, this one counted (Enter: not known)"
            self._until_right(question, self._read_east_wins)
        self.fields |= said
        self._ask_dora()

    def _ask_dora(self) -> None:
        """The dora indicators, and those under them where the winner has turned them."""
        if self._plan.riichi is None:
            return
        if "indicators" not in self.fields:
            self._until_right("dora indicators (Enter: none)", lambda text: self._trial(indicators=text))
        turned = {RIICHI, DOUBLE_RIICHI} & set(self.fields.get("flags") or ())
        if turned and self.fields["indicators"] and "under" not in self.fields:
            self._until_right("tiles under them (Enter: none)", lambda text: self._trial(under=text))

    def _can_be(self, **more: Any) -> bool:
        try:
            self._read_hand(more)
        except HandError:
            return False
        return True

    def _read_flags(self, text: str) -> None:
        flags = text.lower().replace(",", " ").split()
        unknown = next((flag for flag in flags if flag not in FLAGS | RIICHI_FLAGS), None)
        if unknown is not None:
            raise NotationError(f"{unknown!r} is none of them; expected {', '.join(FLAG_WORDS)}")
        self._trial(flags=flags)

    def _read_east_wins(self, text: str) -> None:
        if text and not (text.isascii() and text.isdigit() and len(text) < 5):
            raise NotationError("expected a number, like 9, or Enter")
        self._trial(east_wins=int(text or 0))

    def _trial(self, **more: Any) -> None:
        """Take what was answered, if there can be such a hand."""
        self._read_hand(more)
        self.fields |= more

    def _read_hand(self, more: Fields) -> None:
        plan = self._plan
        given = self.fields | more
        read_hand(given, plan.copies, bonus_from_live=plan.bonus_from_live, red_fives=plan.red_fives)

    def _one(self, text: str) -> str:
        faces = self._faces(text)
        if len(faces) != 1 or kind_of(faces[0]) >= PLAIN_KINDS:
            raise NotationError("expected one tile of a suit or an honor, like 5d, Ew or Rd")
        return CODES[faces[0]]


def _read_kong(text: str) -> str:
    if text.lower()[:1] not in _KONGS:
        raise NotationError("expected c, a or d")
    return _KONGS[text.lower()[:1]]


def _read_yes(text: str) -> bool:
    if text.lower() not in ("y", "yes", "n", "no"):
        raise NotationError("expected y or n")
    return text.lower().startswith("y")


_MOST_DIGITS = 12


def ask_totals(fields: dict[str, Any], rules: Rules, ask: Ask, say: Say) -> dict[str, Any]:
    """The request with its totals, and with the winner and who pays for all where these were not given.

    The discarder is asked for only where it matters who that was.
    """
    seats = rules.plan.seats
    totals = {seat.value: until_right(ask, say, f"total of {str(seat).capitalize()}", _number) for seat in seats}
    asked: dict[str, Any] = {"totals": totals}
    asked["winner"] = fields["winner"] or _letter(ask_seat(ask, say, "who won", seats, nobody="nobody"))
    if asked["winner"] is not None:
        asked |= _ask_payers(fields, asked["winner"].upper(), rules, ask, say)
    return fields | asked


def _ask_payers(fields: dict[str, Any], winner: str, rules: Rules, ask: Ask, say: Say) -> dict[str, Any]:
    """Who discarded the winning tile, where that matters, and whether that player pays for all, where somebody can."""
    others = [seat for seat in rules.plan.seats if seat.value != winner]
    asked: dict[str, Any] = {}
    discarder, matters = fields["discarder"], terms_for(rules).discarder_doubles
    if matters and discarder is None:
        question = "who discarded the winning tile"
        discarder = asked["discarder"] = _letter(ask_seat(ask, say, question, others, nobody="it was drawn"))
    # Only the discarder pays for all; nobody does for a tile that was drawn.
    able = others if discarder is None else [seat for seat in others if seat.value == discarder.upper()]
    if fields["pays_for_all"] is None and (discarder is not None or not matters):
        asked["pays_for_all"] = _letter(ask_seat(ask, say, "who pays for all", able, nobody="nobody"))
    return asked


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _MOST_DIGITS:
        raise NotationError("expected a number of points, 0 or more, like 26")
    return int(text)


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value


def ask_shared(fields: dict[str, Any], rules: Rules, ask: Ask, say: Say) -> dict[str, Any]:
    """The request of a win whose total is shared, asked for with all that is paid beside it; or of a drawn hand."""
    seats = rules.plan.seats
    winner = ask_seat(ask, say, "who won", seats, nobody="nobody")
    if winner is None:
        ready = until_right(ask, say, "who was ready, like E W (Enter: nobody)", lambda text: _seats(text, seats))
        return {"ready": ready, "options": fields["options"]}
    others = [seat for seat in seats if seat is not winner]
    asked = {"winner": winner.value, "options": fields["options"]}
    asked["total"] = until_right(ask, say, "what the hand is worth, without repeats and pot", _number)
    asked["discarder"] = _letter(ask_seat(ask, say, "who discarded the winning tile", others, nobody="it was drawn"))
    asked["repeats"] = until_right(ask, say, "repeats (honba; Enter: 0)", _number_or_none)
    asked["pot"] = until_right(ask, say, "points on the table (Enter: 0)", _number_or_none)
    asked["liable"] = _letter(ask_seat(ask, say, "who answers for a yakuman", others, nobody="nobody"))
    return asked


def _seats(text: str, seats: Sequence[Seat]) -> list[str]:
    letters = text.upper().replace(",", " ").split()
    if len(letters) == 1 and len(letters[0]) > 1:
        letters = list(letters[0])
    known = [seat.value for seat in seats]
    if not set(letters) <= set(known) or len(set(letters)) < len(letters):
        raise NotationError(f"expected some of {', '.join(known)}, each once, or Enter: nobody")
    return letters


def _number_or_none(text: str) -> int:
    return _number(text) if text else 0
