"""Tiles: their two-character codes, their kinds as small integers, their names and Unicode faces.

A *kind* is an index 0 … 44; tiles of one kind are alike. Suits come first so that rank arithmetic works
inside a suit: bamboo 0–8, characters 9–17, dots 18–26, then winds E S W N 27–30, dragons R G W 31–33,
flowers 34–37, seasons 38–41, any flower 42, joker 43, unknown 44.

A *face* is what a tile looks like: the kind, or for a red five (45–47: bamboo, characters, dots), which is of the kind
of the plain five (riichi/tiles-2). Wherever tiles are compared, kinds are.

Source: docs/lookup/format.md#tiles-and-seats.
"""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Iterable, Sequence

from mjlog.errors import NotationError

SUIT_LETTERS = "bcd"
SUIT_NAMES = ("bamboo", "characters", "dots")
_DRAGON_NAMES = {"R": "red", "G": "green", "W": "white"}
_WIND_NAMES = {"E": "east", "S": "south", "W": "west", "N": "north"}

_CODES: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in SUIT_LETTERS for rank in range(1, 10)),
    *(f"{wind}w" for wind in "ESWN"),
    *(f"{dragon}d" for dragon in "RGW"),
    *(f"{rank}f" for rank in range(1, 5)),
    *(f"{rank}s" for rank in range(1, 5)),
    "Ff",
    "Jk",
    "??",
)

_RED_CODES = ("0b", "0c", "0d")

KINDS = len(_CODES)
"""How many kinds there are, the unknown one included: the length of every array per kind."""
PLAIN_KINDS = 34
"""Kinds 0 … 33, suits and honors: those that sets are made of in the Chinese-style rule sets."""
FIRST_HONOR, NORTH, FIRST_DRAGON, FIRST_BONUS, FIRST_SEASON = 27, 30, 31, 34, 38
ANY_FLOWER, JOKER, UNKNOWN = 42, 43, 44
RED_FIVES = range(KINDS, KINDS + len(_RED_CODES))
"""The faces of the red fives, of bamboo, characters and dots."""
HAND_TILES = 14
"""Tiles of a complete hand, not counting the fourth of each kong; between turns a player has one fewer."""


def counts_of(kinds: Iterable[int]) -> list[int]:
    """How many tiles of each kind there are."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


# Unicode orders the block as winds, dragons (red, green, white), characters, bamboo, dots,
# flowers, seasons, joker, back.
_UNICODE_STARTS = {27: 0x1F000, 31: 0x1F004, 9: 0x1F007, 0: 0x1F010, 18: 0x1F019}


def _unicode_faces() -> tuple[str, ...]:
    faces = ["?"] * KINDS
    for first, start in _UNICODE_STARTS.items():
        length = {27: 4, 31: 3}.get(first, 9)
        for step in range(length):
            faces[first + step] = chr(start + step)
    for step in range(4):
        faces[FIRST_BONUS + step] = chr(0x1F022 + step)
        faces[FIRST_SEASON + step] = chr(0x1F026 + step)
    faces[ANY_FLOWER] = chr(0x1F022)
    faces[JOKER] = chr(0x1F02A)
    faces[UNKNOWN] = chr(0x1F02B)
    return (*faces, *(faces[kind] for kind in (4, 13, 22)))


UNICODE: tuple[str, ...] = _unicode_faces()
"""The Unicode tile of each face. Any flower borrows the one of flower 1, a red five that of the plain five."""


def kind_of(face: int) -> int:
    """The kind of a tile with this face.

    >>> kind_of(4), kind_of(RED_FIVES[0])
    (4, 4)
    """
    return face if face < KINDS else 9 * (face - KINDS) + 4


class _Kinded:
    """What carries a kind and a face."""

    kind: int
    face: int


class Tile(_Kinded, enum.Enum):
    """A tile of a log event; `Tile("5b").kind` is its kind, `Tile("0b").face` that of a red five.

    Spelled in any case, or as a Unicode tile: ``Tile("5B")``, ``Tile("rd")``, ``Tile("🀔")``.
    """

    def __new__(cls, code: str, face: int) -> Tile:
        tile = object.__new__(cls)
        tile._value_ = code
        tile.kind = kind_of(face)
        tile.face = face
        return tile

    _ignore_ = "_number _spelled"
    for _number, _spelled in enumerate((*_CODES, *_RED_CODES)):
        locals()["unknown" if _spelled == "??" else f"t{_spelled}"] = (_spelled, _number)

    __hash__ = object.__hash__

    @classmethod
    def _missing_(cls, value: object) -> Tile | None:
        kind = _SPELLINGS.get(value.lower()) if isinstance(value, str) else None
        return None if kind is None else TILES[kind]

    def __str__(self) -> str:
        return str(self._value_)


TILES: tuple[Tile, ...] = tuple(Tile)
"""The tile of each face: the kinds first, so `TILES[kind]` is the plain tile of a kind."""
CODES: tuple[str, ...] = (*_CODES, *_RED_CODES)
"""The two-character code of each face."""
_SPELLINGS: dict[str, int] = {code.lower(): face for face, code in enumerate(CODES)}
# The first kind wins: U+1F022 reads as flower 1, and "any flower" is written Ff. A red five is never spelled so.
for _face in reversed(range(KINDS)):
    _SPELLINGS[UNICODE[_face]] = _face


def is_suit(kind: int) -> bool:
    """A bamboo, character or dot tile."""
    return kind < FIRST_HONOR


def is_wind(kind: int) -> bool:
    """A wind tile (not the seat)."""
    return FIRST_HONOR <= kind < FIRST_DRAGON


def is_dragon(kind: int) -> bool:
    """A red, green or white dragon."""
    return FIRST_DRAGON <= kind < FIRST_BONUS


def is_honor(kind: int) -> bool:
    """A wind or a dragon."""
    return FIRST_HONOR <= kind < FIRST_BONUS


def is_terminal(kind: int) -> bool:
    """A one or a nine of a suit."""
    return kind < FIRST_HONOR and kind % 9 in (0, 8)


def is_major(kind: int) -> bool:
    """A terminal or an honor."""
    return is_honor(kind) or is_terminal(kind)


def is_bonus(kind: int) -> bool:
    """A numbered flower or season."""
    return FIRST_BONUS <= kind < ANY_FLOWER


def naturals_of(kinds: Iterable[int]) -> set[int]:
    """The kinds among some tiles, without jokers and tiles that nobody saw.

    >>> naturals_of(parse_tiles("55b Jk ??")) == {4}
    True
    """
    return {kind for kind in kinds if kind not in (JOKER, UNKNOWN)}


def suit_of(kind: int) -> int:
    """0 bamboo, 1 characters, 2 dots; meaningless for other kinds."""
    return kind // 9


def rank_of(kind: int) -> int:
    """1 … 9 of a suit tile, 1 … 4 of a bonus tile (the seat it belongs to)."""
    return kind % 9 + 1 if kind < FIRST_HONOR else (kind - FIRST_BONUS) % 4 + 1


def dora_after(kind: int) -> int:
    """The kind that an indicator makes dora: 1 to 9 of a suit and 1 again, E S W N, white green red (riichi/dora-1).

    >>> [CODES[dora_after(kind)] for kind in parse_tiles("39b ENw WGRd")]
    ['4b', '1b', 'Sw', 'Ew', 'Gd', 'Rd', 'Wd']
    """
    if is_suit(kind):
        return kind // 9 * 9 + (kind + 1) % 9
    if is_wind(kind):
        return FIRST_HONOR + (kind - FIRST_HONOR + 1) % 4
    return FIRST_DRAGON + (kind - FIRST_DRAGON + 2) % 3


def tile_name(face: int) -> str:
    """The tile in words.

    >>> tile_name(4), tile_name(27), tile_name(31), tile_name(38), tile_name(RED_FIVES[0])
    ('5 bamboo', 'east wind', 'red dragon', 'season 1', 'red 5 bamboo')
    """
    kind, code = kind_of(face), CODES[kind_of(face)]
    if face in RED_FIVES:
        return f"red {tile_name(kind)}"
    if is_suit(kind):
        suit = SUIT_NAMES[suit_of(kind)]
        return f"{code[0]} {suit.removesuffix('s') if code[0] == '1' else suit}"
    if is_wind(kind):
        return f"{_WIND_NAMES[code[0]]} wind"
    if is_dragon(kind):
        return f"{_DRAGON_NAMES[code[0]]} dragon"
    if is_bonus(kind):
        return f"{'flower' if kind < FIRST_SEASON else 'season'} {code[0]}"
    return {ANY_FLOWER: "flower", JOKER: "joker", UNKNOWN: "unknown tile"}[kind]


def tiles_name(face: int) -> str:
    """Several like tiles in words: suits, and numbered flowers and seasons, have no plural.

    >>> tiles_name(4), tiles_name(27), tiles_name(38), tiles_name(ANY_FLOWER)
    ('5 bamboo', 'east winds', 'season 1', 'flowers')
    """
    has_plural = not is_suit(kind_of(face)) and not is_bonus(face)
    return f"{tile_name(face)}s" if has_plural else tile_name(face)


_VARIATIONS = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"
"""Whether a tile is to be shown as text or as a picture: keyboards write one of these behind it."""


def parse_face(text: str) -> int:
    """The face of one tile, in any case or as a Unicode tile.

    Raises:
        NotationError: the text is not one tile.
    """
    face = _SPELLINGS.get(text.strip().rstrip(_VARIATIONS).lower())
    if face is None:
        alone = honors_alone(text.strip())
        if len(alone) == 1:
            return alone[0]
        raise _unread(text, f"{text[:40]!r} is not a tile; tiles are written like 5b, Ew, Rd, 1f, ??")
    return face


def parse_tile(text: str) -> int:
    """The kind of one tile, in any case or as a Unicode tile.

    Raises:
        NotationError: the text is not one tile.
    """
    return kind_of(parse_face(text))


_TOKEN = re.compile(r"[\U0001F000-\U0001F02B][\uFE0E\uFE0F]?|\?+|([0-9A-Za-z]+?)([bcdwfskBCDWFSK])(?![A-Za-z])")
_LETTER = re.compile("([bcdwfsk])")
_PLAIN = re.compile("(?:[0-9]++[bcd]|[1-4]++[fs]|[ESWN]++w|[RGW]++d|F++f|J++k)++")
"""Groups spelled as they are written out need no blank between them: the class letter in lower case ends each."""
_MAX_TEXT = 1000


def parse_faces(text: str | Iterable[str]) -> tuple[int, ...]:
    """Faces of several tiles, in the order written; groups share their class letter.

    >>> [CODES[face] for face in parse_faces("123b 340c RRd EW ?? 🀙")]
    ['1b', '2b', '3b', '3c', '4c', '0c', 'Rd', 'Rd', 'Ew', '??', '1d']

    Raises:
        NotationError: some part is not a tile; the message names the part.
    """
    if not isinstance(text, str):
        return tuple(parse_face(part) for part in text)
    if len(text) > _MAX_TEXT:
        raise NotationError(f"a hand of {len(text)} characters is too long; at most {_MAX_TEXT} are read")
    faces: list[int] = []
    for word in text.replace(",", " ").split():
        faces.extend(_parse_word(word))
    return tuple(faces)


def parse_tiles(text: str | Iterable[str]) -> tuple[int, ...]:
    """Kinds of several tiles, in the order written; groups share their class letter, and a red five is a five.

    >>> [CODES[kind] for kind in parse_tiles("123b RRd EW ?? 🀙")]
    ['1b', '2b', '3b', 'Rd', 'Rd', 'Ew', '??', '1d']

    Raises:
        NotationError: some part is not a tile; the message names the part.
    """
    return tuple(kind_of(face) for face in parse_faces(text))


def _parse_word(word: str) -> Sequence[int]:
    if _PLAIN.fullmatch(word):
        pieces = _LETTER.split(word)
        pairs = zip(pieces[::2], pieces[1::2], strict=False)
        return [_SPELLINGS[rank + letter] for ranks, letter in pairs for rank in ranks.lower()]
    if word.strip("W") == "":
        raise _unread(word, f"{word[:40]!r} is not a tile or a group like 123b")
    faces: list[int] = []
    position = 0
    while position < len(word):
        match = _TOKEN.match(word, position)
        token_faces = None if match is None else _token_faces(match, word)
        if match is None or token_faces is None:
            alone = honors_alone(word)
            if alone:
                return alone
            part = word[position : position + 20]
            if match is not None:
                ranks, letter = match.groups()
                part = next((rank + letter for rank in ranks if (rank + letter).lower() not in _SPELLINGS), match[0])
            inside = f"{part!r} in " if part != word and not part.isalpha() else ""
            raise _unread(word, f"{inside}{word[:40]!r} is not a tile or a group like 123b")
        position = match.end()
        faces += token_faces
    return faces


def _token_faces(match: re.Match[str], word: str) -> Sequence[int] | None:
    """The tiles of a group; None where one of its signs is none before that letter."""
    token = match.group()
    if token[0] == "?":
        if len(token) < 2:
            raise NotationError(f"one '?' in {word[:40]!r}: an unknown tile is written ??")
        # `???` is a group of two unknown tiles: every sign but the last, which is the class letter.
        return [UNKNOWN] * (len(token) - 1)
    ranks, letter = match.group(1), match.group(2)
    if ranks is None:
        return [_SPELLINGS[token[0].lower()]]
    faces = [_SPELLINGS.get((rank + letter).lower(), -1) for rank in ranks]
    # `5rd` is meant to be a red five by some, and a 5 of dots with a red dragon by others.
    return None if -1 in faces or "5r" in ranks.lower() else faces


# -- as others write them ---------------------------------------------------------------------------------------------

_HONORS = {"e": "Ew", "s": "Sw", "n": "Nw", "r": "Rd", "g": "Gd"}


def honors_alone(word: str) -> Sequence[int]:
    """`EEE`, `RGW`: winds and dragons without the letter of their class; nothing where a W can be either.

    >>> [CODES[face] for face in honors_alone("NEWS")], [CODES[face] for face in honors_alone("GWW")]
    (['Nw', 'Ew', 'Ww', 'Sw'], ['Gd', 'Wd', 'Wd'])
    """
    # In one case: a small letter behind capitals is that of a class, and the word is a slip.
    letters = set(word.lower()) if word in (word.upper(), word.lower()) else set()
    classes = {_HONORS[letter][1] for letter in letters & _HONORS.keys()}
    if not letters <= {*_HONORS, "w"} or not classes or ("w" in letters and (len(classes) > 1 or word.islower())):
        return ()
    white_or_west = f"W{next(iter(classes))}"
    return [_SPELLINGS[_HONORS.get(letter, white_or_west).lower()] for letter in word.lower()]


_RIICHI_GROUP = re.compile("(?<![0-9])([0-9]+)([mps])|(?<![0-9])([1-7]+)z", re.IGNORECASE | re.ASCII)
_RIICHI_WORD = re.compile(r"(?<![0-9])(?:[0-9]+[mpsz])+(?![A-Za-z])", re.IGNORECASE | re.ASCII)
_LETTERS_OF_RIICHI = {"m": "c", "p": "d", "s": "b"}
_RIICHI_HONORS = ("Ew", "Sw", "Ww", "Nw", "Wd", "Gd", "Rd")


def from_riichi_letters(text: str) -> str:
    """A text with the tiles in it that are written as players of riichi do, m p s z, in the letters of this program.

    Where seasons are played with, `1s` is one of them: whoever asks knows that none are.

    >>> from_riichi_letters("123m 40p (789s) 1155z +6s")
    '123c 40d (789b) EEw,WWd +6b'
    """
    return _RIICHI_WORD.sub(lambda match: _RIICHI_GROUP.sub(_in_our_letters, match[0]), text)


def _in_our_letters(match: re.Match[str]) -> str:
    ranks, letter, honors = match.groups()
    if honors is not None:
        # Commas keep winds and dragons apart, whose letters are alike where case does not matter.
        codes = itertools.groupby((_RIICHI_HONORS[int(rank) - 1] for rank in honors), key=lambda code: code[1])
        groups = ["".join(code[0] for code in run) + letter for letter, run in codes]
        return ",".join(groups + [""] * (match.end() < len(match.string)))
    return f"{ranks}{_LETTERS_OF_RIICHI[letter.lower()]}"


_CARD_NUMBER = re.compile(r"(?<![^\s,()\[\]+])(?=[1-9]*+0)([0-9]++)([bcd]?)(?![^\s,()\[\]])", re.IGNORECASE | re.ASCII)
_CARD_LETTERS = re.compile("(?<![A-Za-z0-9])F++(?![A-Za-z0-9])|J++(?![A-Za-z])")


def from_card_numbers(text: str) -> str:
    """A text with what in it is written as on a score card: zeros are white dragons, F is a flower, J a joker.

    >>> from_card_numbers("FFf 00 2026b (000)"), from_card_numbers("2026"), from_card_numbers("F 33cJJ")
    ('FFf WWd 226b,Wd (WWWd)', '2026', 'Ff 33cJJk')
    """
    text = _CARD_LETTERS.sub(lambda match: match[0] + ("f" if match[0][0] == "F" else "k"), text)
    return _CARD_NUMBER.sub(_without_zeros, text)


def _without_zeros(match: re.Match[str]) -> str:
    numbers, letter = match.groups()
    others, soaps = numbers.replace("0", ""), "W" * numbers.count("0") + "d"
    if others and not letter:
        return match[0]
    return f"{others}{letter},{soaps}" if others else soaps


_RED = re.compile("(?:(?:r5|5r)(?=[0-9]*[bcdmps])|^r(?=[bcdmps]$))|5([bcdmps])r", re.IGNORECASE | re.ASCII)
_OTHER_DRAGONS = {"P": "W", "F": "G", "C": "R"}
_LONG = re.compile("([0-9]+)([bcdmpsz])[a-z]+", re.IGNORECASE | re.ASCII)
_BONUS = re.compile("([0-9]+)([fs])", re.IGNORECASE | re.ASCII)


def _unread(text: str, words: str) -> NotationError:
    """The refusal of a word that is no tile, with what it was probably meant to be."""
    bonus = _BONUS.fullmatch(text[:40])
    missing = next((number for number in bonus[1] if number not in "1234"), None) if bonus is not None else None
    if bonus is None or missing is None:
        return NotationError(f"{words}{meant(text)}")
    is_flower = bonus[2] in "fF"
    hint = "" if is_flower else f", and bamboo is {bonus[1]}b"
    words = f"there is no {'flower' if is_flower else 'season'} {missing}"
    return NotationError(f"{words}: they are 1f to 4f, and the seasons 1s to 4s; {text[:40]!r} is none{hint}")


def meant(text: str) -> str:
    """What a word that is no tile was probably meant to be, as a question to be added; nothing where nobody can say."""
    word = text.strip().strip(".:!'\"")[:40]
    if word and set(word) <= {"W", "w"}:
        word = word.upper()
        return f"; did you mean {word}w, of the west wind, or {word}d, of the white dragon?"
    if word.lower() == "5rd":
        return "; did you mean 0d, a red five, or 5d Rd?"
    if word.lower() in ("5r", "r5"):
        return "; did you mean 0b, 0c or 0d, a red five?"
    if word and set(word) == {"0"}:
        return "; did you mean Wd, the white dragon, which is the soap of a card?"
    if word and set(word.upper()) == {"J"}:
        return f"; did you mean {word.upper()}k, of jokers?"
    if len(word) > 1 and len(set(word)) == 1 and word[0] in _OTHER_DRAGONS:
        return f"; did you mean {len(word) * _OTHER_DRAGONS[word[0]]}d?"
    if word.lower().endswith("z") and word[:-1].isdigit():
        return "; of z there are 1z to 7z: east, south, west, north, white, green, red"
    if word.isdigit() and word.isascii():
        return f"; of which suit? {word}b is bamboo, {word}c characters, {word}d dots"
    red, long = _RED.sub(lambda match: f"0{match[1] or ''}", word), _LONG.fullmatch(word)
    near = from_riichi_letters(long[1] + long[2] if long and red == word else red)
    if near == text or not (_PLAIN.fullmatch(near.replace(",", "")) or honors_alone(near)):
        return ""
    is_spelled = near != word and red == word and not long
    return f"; did you mean {near}{', for m p s z are written c d b, Ew to Rd here' if is_spelled else ''}?"


def format_tiles(tiles: Sequence[int], faces: Sequence[str] = CODES) -> str:
    """Tiles, as kinds or faces, for people, groups sharing their class letter; with `faces=UNICODE` as Unicode.

    >>> format_tiles(parse_tiles("3b 1b 2b Ew ??"))
    '312b Ew ??'
    """
    if faces is UNICODE:
        return "".join(UNICODE[tile] for tile in tiles)
    words: list[str] = []
    last_class = ""
    for tile in tiles:
        code = CODES[tile]
        if words and code[1] == last_class and code != "??" and words[-1][0].isdigit() == code[0].isdigit():
            words[-1] = words[-1][:-1] + code
        else:
            words.append(code)
        last_class = code[1]
    return " ".join(words)


def format_sorted(counts: Sequence[int]) -> str:
    """The tiles of an array of counts per kind, in kind order."""
    return format_tiles([kind for kind, count in enumerate(counts) for _ in range(count)])
