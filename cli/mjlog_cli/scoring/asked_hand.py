"""A hand asked for step by step: seat, round, sets, tiles, flowers and seasons, how it won."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjlog.errors import HandError, NotationError
from mjlog.referee import FLAG_WORDS, SOURCE_WORDS, whole
from mjlog.rulesets import Rules
from mjlog.scoring import FLAGS, hand_line, read_hand, read_hand_line
from mjlog.scoring.possible_hand import check_copies, no_such_bonus
from mjlog.seats import SEATS
from mjlog.text import did_you_mean
from mjlog.tiles import CODES, FIRST_BONUS, HAND_TILES, PLAIN_KINDS, format_tiles, is_bonus, parse_tiles, tile_name
from mjlog_cli.scoring.layout import wrapped
from mjlog_cli.scoring.questions import Ask, Say, ask_seat, until_right

Fields = dict[str, Any]
_MOST_SETS = 4
_KONGS = {"c": "concealed", "a": "added", "d": "claimed"}


def ask_hand(fields: Fields, rules: Rules, ask: Ask, say: Say) -> Fields:
    """The hand with all that was missing, asked for; it can be, as far as it was asked for."""
    hand = _Hand(fields, rules, ask, say)
    hand.ask_seats()
    if fields.get("concealed") is None:
        hand.ask_tiles()
        hand.ask_win()
    return hand.fields


def same_on_one_line(fields: Fields, rules: Rules) -> list[str]:
    """What could have been typed instead of the answers; nothing where there can be no such hand."""
    try:
        line = hand_line(read_hand(whole(fields), rules.plan.copies))
    except HandError:
        return []
    return [*wrapped(f'mjlog score --ruleset {rules.ruleset.id} "{line}"', "the same on one line: ", "  "), ""]


class _Hand:
    """A hand of which more and more is known."""

    def __init__(self, fields: Fields, rules: Rules, ask: Ask, say: Say) -> None:
        self.fields = {name: value for name, value in fields.items() if value is not None}
        self._plan, self._ask, self._say = rules.plan, ask, say

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
        due = self._due()
        self.fields["concealed"] = self._until_right(
            f"concealed tiles, {due - 1} or {due} with the winning one", self._read
        )
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
        kinds, due = parse_tiles(text), self._due()
        wrong = next((kind for kind in kinds if kind >= PLAIN_KINDS), None)
        if wrong is not None:
            later = ": flowers and seasons are asked for next" if is_bonus(wrong) else ""
            raise NotationError(f"{tile_name(wrong)} is no tile of a complete hand{later}")
        if len(kinds) not in (due - 1, due):
            raise HandError(f"{len(kinds)} tiles; expected {due - 1}, or {due} with the winning one")
        return self._checked([CODES[kind] for kind in kinds])

    def _read_bonus(self, text: str) -> list[str]:
        hint = no_such_bonus(text)
        if hint is not None:
            raise HandError(hint)
        kinds = parse_tiles(text)
        wrong = next((kind for kind in kinds if not is_bonus(kind)), None)
        if wrong is not None:
            raise NotationError(f"{tile_name(wrong)} is no flower and no season; they are 1f to 4f and 1s to 4s")
        return self._checked([CODES[kind] for kind in kinds])

    def _checked(self, codes: list[str]) -> list[str]:
        self._check_copies(codes)
        return codes

    def _check_copies(self, codes: list[str]) -> None:
        given = [self.fields.get("concealed", ()), self.fields.get("bonus", ())]
        given += [one["tiles"] for one in self.fields["sets"]]
        check_copies([kind for tiles in (codes, *given) for kind in parse_tiles(tiles)], self._plan.copies)

    # -- how it won --------------------------------------------------------------------------------------------

    def ask_win(self) -> None:
        """Whether the hand won, with which tile, from where, and what else was true then."""
        said = {name: self.fields.pop(name) for name in ("flags", "east_wins") if self.fields.get(name)}
        has_all = len(self.fields["concealed"]) == self._due()
        if has_all:
            self._say("fourteen tiles: the hand won")
        won = has_all or self._until_right("did it win (y, n)", _read_yes)
        self.fields["won"] = won
        if not won:
            return
        if not has_all:
            self._until_right("winning tile", self._read_drawn)
        elif self.fields["seat"] == "E":
            self._until_right("winning tile (Enter: the dealt hand)", self._read_tile)
        else:
            self._until_right("winning tile", self._read_tile)
        if self.fields.get("source") is None:
            for word, meaning in SOURCE_WORDS.items():
                self._say(f"  {word:13}  {meaning}")
            self._until_right("source", self._read_source, words=tuple(SOURCE_WORDS))
        self._ask_rest(said)
        self.fields |= said

    def _read_drawn(self, text: str) -> None:
        """The fourteenth tile comes to the concealed ones."""
        (code,) = _one(text)
        self._check_copies([code])
        self.fields["concealed"] = [*self.fields["concealed"], code]
        self.fields["tile"] = code

    def _read_tile(self, text: str) -> None:
        if not text and self.fields["seat"] == "E":
            self._trial(source="deal")
            return
        (code,) = _one(text)
        if code not in self.fields["concealed"]:
            held = format_tiles(parse_tiles(self.fields["concealed"]))
            raise HandError(f"the winning tile, {tile_name(parse_tiles(code)[0])}, is not among the concealed: {held}")
        self.fields["tile"] = code

    def _read_source(self, text: str) -> None:
        if text.lower() not in SOURCE_WORDS:
            near = did_you_mean(text, SOURCE_WORDS)
            raise NotationError(f"expected one of {', '.join(SOURCE_WORDS)}{f'; did you mean {near}?' if near else ''}")
        self._trial(source=text.lower())

    def _ask_rest(self, said: Fields) -> None:
        """Flags that can be true of this win, and hands won in a row, where these were not said.

        Of what was said before anything was asked for, the scorer tells whether it can be.
        """
        if not self._can_be():
            return
        possible = [word for word in FLAG_WORDS if self._can_be(flags=[word])]
        if possible and "flags" not in said:
            for word in possible:
                self._say(f"  {word:13}  {FLAG_WORDS[word]}")
            self._until_right("what else is true (Enter: nothing)", self._read_flags, words=possible)
        if self.fields["seat"] == "E" and "east_wins" not in said:
            question = "wins in a row as East, this one counted (Enter: not known)"
            self._until_right(question, self._read_east_wins)

    def _can_be(self, **more: Any) -> bool:
        try:
            read_hand(self.fields | more, self._plan.copies)
        except HandError:
            return False
        return True

    def _read_flags(self, text: str) -> None:
        flags = text.lower().replace(",", " ").split()
        unknown = next((flag for flag in flags if flag not in FLAGS), None)
        if unknown is not None:
            raise NotationError(f"{unknown!r} is none of them; expected {', '.join(FLAG_WORDS)}")
        self._trial(flags=flags)

    def _read_east_wins(self, text: str) -> None:
        if text and not (text.isascii() and text.isdigit() and len(text) < 5):
            raise NotationError("expected a number, like 9, or Enter")
        self._trial(east_wins=int(text or 0))

    def _trial(self, **more: Any) -> None:
        """Take what was answered, if there can be such a hand."""
        read_hand(self.fields | more, self._plan.copies)
        self.fields |= more


def _one(text: str) -> list[str]:
    kinds = parse_tiles(text)
    if len(kinds) != 1 or kinds[0] >= PLAIN_KINDS:
        raise NotationError("expected one tile of a suit or an honor, like 5d, Ew or Rd")
    return [CODES[kinds[0]]]


def _read_kong(text: str) -> str:
    if text.lower()[:1] not in _KONGS:
        raise NotationError("expected c, a or d")
    return _KONGS[text.lower()[:1]]


def _read_yes(text: str) -> bool:
    if text.lower() not in ("y", "yes", "n", "no"):
        raise NotationError("expected y or n")
    return text.lower().startswith("y")
