"""How a game begins: who plays by which rules, with which options, and where."""

from __future__ import annotations

import itertools
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from mjlog.cards.shelf import CardShelf
from mjlog.chain import event_body
from mjlog.errors import MjlogError
from mjlog.events import Card, GameEnd, GameStart
from mjlog.formats.logs import event_or_fault
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.filling import check_options
from mjlog.log.corrections import SAID_OF_OTHERS, CorrectedLog
from mjlog.log.records import Row
from mjlog.rulesets import OptionInfo, RuleSet, named_in_start, resolve, shipped
from mjlog.rulesets.resolve import typed_options
from mjlog.store import GameInfo, SqliteStore
from mjlog.text import counted, either, quoted, shown


class Beginning(msgspec.Struct):
    """What is known of a game before its first event; None is not written down."""

    rules: RuleSet
    players: Sequence[str]
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    card: Card | None = None
    game: str | None = None
    place: str | None = None
    table: str | None = None
    at: str | None = None
    recorder: str | None = None
    tournament: str | None = None
    session: int | None = None

    def __post_init__(self) -> None:
        """Options can be given as they are typed."""
        self.options = typed_options(self.rules, self.options)


def checked_handle(text: str) -> str:
    """The handle of a player, which is one word.

    Raises:
        MjlogError: it is none, or several.
    """
    if not text or len(text.split()) != 1 or text != text.strip():
        what = f"{quoted(text, 40)} is no handle: " if text else ""
        raise MjlogError(f"{what}expected one word, the handle of a player")
    return text


def club_list(store: SqliteStore) -> list[str]:
    """The players of the club: all handles of the games in the database, those of the last games first."""
    handles = [player for info in reversed(store.games()) if not info.hidden for player in info.players]
    return list(dict.fromkeys(handles))


def rulesets_by_use(store: SqliteStore) -> list[str]:
    """What can be played by: what the club has played by, its last games first, then all others that ship."""
    played = [info.ruleset for info in reversed(store.games()) if info.ruleset and not info.hidden]
    return list(dict.fromkeys([*played, *shipped()]))


_OFTEN_AGREED = (
    "players", "rounds", "NumRounds", "hands", "start_points", "uma", "red_fives", "open_tanyao", "min_han",
    "bonus_tiles", "Flowers", "scoring", "minimum", "min_points", "min_doubles", "robbing_kong", "several_ron", "bust",
    "chombo", "stake", "clock",
)  # fmt: skip
"""What tables settle before they play, by the names of options."""


def options_by_use(store: SqliteStore, rules: RuleSet) -> tuple[list[OptionInfo], list[OptionInfo]]:
    """The options that can be agreed on: those that are asked about first, and the others.

    First are those on which a game of the club by these rules agreed, then those that most tables settle.
    """
    open_ = {name: option for name, option in rules.options.items() if not rules.settled(name)}
    games = [info.game for info in reversed(store.games()) if info.ruleset == rules.id and not info.hidden]
    starts = (event_or_fault(store.event(game, 1).body) for game in games[:_GAMES_BEFORE])
    agreed = [name for start in starts if isinstance(start, GameStart) for name in start.options or {}]
    first = [name for name in dict.fromkeys([*agreed, *_OFTEN_AGREED]) if name in open_]
    return [open_[name] for name in first], [option for name, option in open_.items() if name not in first]


_GAMES_BEFORE = 50


def going_on(store: SqliteStore) -> list[GameInfo]:
    """The games that are neither over nor taken off lists, the last ones first."""
    open_games = []
    for info in (info for info in reversed(store.games()) if not info.hidden):
        last = event_or_fault(store.event(info.game, info.last).body)
        is_over = isinstance(last, GameEnd)
        if isinstance(last, SAID_OF_OTHERS):
            # It is the last act, as the game stands after all corrections, that ends it.
            rows: list[Row] = [(event_or_fault(body), None) for body in store.bodies(info.game)]
            acts = [row for row, _where in CorrectedLog(rows).rows() if not isinstance(row, SAID_OF_OTHERS)]
            is_over = bool(acts) and isinstance(acts[-1], GameEnd)
        open_games += [] if is_over else [info]
    return open_games


def written_otherwise(handle: str, club: Sequence[str]) -> str | None:
    """The player of the club whose handle differs from a new one by capitals or signs alone; None where none does."""
    if handle in club:
        return None
    return next((other for other in club if _bare(other) == _bare(handle)), None)


def _bare(handle: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", handle).casefold() if sign.isalnum())


def begin(store: SqliteStore, wanted: Beginning, seating: Sequence[str] = ()) -> str:
    """Store the first events of a game, at once; its id. `seating`: the acts that seat the players, in short hand.

    Raises:
        MjlogError: there is such a game already, or there can be none like this.
    """
    rules = wanted.rules
    option, number, card = rules.options.get("players"), len(wanted.players), wanted.card
    # Where the rule set can be played by so many players, that is one of its options.
    is_another = option is not None and number != option.default and option.accepts(number)
    options = {**({"players": number} if is_another else {}), **wanted.options}
    fields: dict[str, Any] = {
        "type": "game-start", "seq": 1, "format": 1, **named_in_start(rules),
        "players": list(wanted.players), "options": checked_options(rules, options),
        "card": None if card is None else msgspec.to_builtins(card), "place": wanted.place, "table": wanted.table,
        "tournament": wanted.tournament, "session": wanted.session, "at": wanted.at,
        "recorder": wanted.recorder,
        "game": wanted.game if wanted.game is not None else free_id(store),
    }  # fmt: skip
    fields = {name: value for name, value in fields.items() if value is not None}
    due = len(resolve(rules, options).plan.seats)
    if number != due:
        numbers = either(map(str, option.values)) if option is not None else due
        later = "; who takes a place later is written down then (`sit eva for ben`)" if number > due else ""
        raise MjlogError(f"{counted(number, 'player')} for {shown(rules.id, 40)}: expected {numbers}{later}")
    event_of(fields)
    for player in wanted.players:
        checked_handle(player)
    if len(set(wanted.players)) < len(wanted.players):
        raise MjlogError("two players have the same handle: every player needs one of their own")
    for handle, other in itertools.combinations(wanted.players, 2):
        if _bare(handle) and _bare(handle) == _bare(other):
            both = f"{shown(handle)} and {shown(other)}"
            raise MjlogError(f"{both} differ by capitals or signs alone: rename one of them")
    game: str = fields["game"]
    if game in store:
        raise MjlogError(f"there is a game {shown(game)} already: choose another id")
    # The document of a rule set that does not ship with the program goes into the log.
    document = [] if rules.id in shipped() else [{"type": "ruleset", "seq": 2, "document": rules.document}]
    first = [event_body(said_fields) for said_fields in (fields, *document)]
    store.append(game, [*first, *_seated(game, first, seating, wanted)], expected_last=0)
    return game


def _seated(game: str, first: Sequence[bytes], seating: Sequence[str], wanted: Beginning) -> list[bytes]:
    """The events that seat the players, after the first ones of the game."""
    if not seating:
        return []
    from mjlog.recording.game import RecordedGame

    recorder = RecordedGame("the new game", game, first)
    fields = {"at": wanted.at, "recorder": wanted.recorder}
    common = {name: value for name, value in fields.items() if value is not None}
    return [entry.body for act in seating for entry in recorder.carry_out(recorder.read(act), common)]


def checked_options(rules: RuleSet, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """The options in full, if the rule set has them; None where there are none.

    Raises:
        MjlogError: it has not, or the value does not fit.
    """
    values = typed_options(rules, values)
    check_options(values, rules)
    return values or None


def known_cards(store: SqliteStore, shelf: CardShelf) -> dict[str, Card]:
    """The cards that can be named by their id: those at hand, and those that games of the database were begun with."""
    known = {card.id: Card(card.id, card.digest) for card in shelf.cards()}
    for info in reversed(store.games()):
        start = event_or_fault(store.event(info.game, 1).body)
        if isinstance(start, GameStart) and start.card is not None:
            known.setdefault(start.card.id, start.card)
    return known


def free_id(store: SqliteStore) -> str:
    """An id that no game of the database has: today's date, and some letters."""
    while True:
        name = f"{date.today().isoformat()}-{secrets.token_hex(2)}"
        if name not in store:
            return name
