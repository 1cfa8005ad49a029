"""A game to be recorded: one that goes on, or a new one, asked for step by step."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.history import DummyHistory, FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from mjlog.cards.shelf import card_name
from mjlog.errors import MjlogError
from mjlog.events import Card
from mjlog.period import date_of
from mjlog.recording.beginning import (
    Beginning,
    begin,
    checked_handle,
    checked_options,
    club_list,
    going_on,
    known_cards,
    options_by_use,
    rulesets_by_use,
    written_otherwise,
)  # fmt: skip
from mjlog.recording.game import RecordedGame
from mjlog.recording.session import Manner, RecordingSession
from mjlog.rules.opening import seat_rolls
from mjlog.rulesets import OptionInfo, RuleSet, load, resolve, self_contained, shipped
from mjlog.rulesets.resolve import written_option
from mjlog.seats import Seat
from mjlog.store import GameInfo, SqliteStore
from mjlog.table.state import CLOSING, DONE, NOTHING
from mjlog.text import as_command, counted, shown
from mjlog_cli.console import tell
from mjlog_cli.params import Where, keep_cards, moment, option_values, ruleset_of, shelf_of
from mjlog_cli.record.app import RecorderApp

# -- asked for step by step -------------------------------------------------------------------------------------------


Ask = Callable[..., str]
Say = Callable[[str], None]
_T = TypeVar("_T")
_BACK = "<"
_LEAVING, _HELP, _WAYS = "Ctrl-C leaves", "? help", f"{_BACK} back, ? help, Ctrl-C leaves"
_WAYS_IN_FULL = (
    f"  Enter alone takes what the question says; {_BACK} goes back to the question before; Ctrl-C, Ctrl-D and Escape "
    "leave, and nothing is begun"
)
_ESCAPE_SECONDS = 0.1
"""After that Escape is a key of its own, and not the beginning of an arrow key."""


class Known(NamedTuple):
    """What is known of a new game before anything is asked: what the command line says, or the game before (then
    nothing else is asked for than seats, and its card stands for an empty answer). `cards`: files of those at hand."""

    rules: RuleSet | None = None
    players: Sequence[str] = ()
    options: Mapping[str, Any] = {}
    card: Card | None = None
    cards: tuple[str, ...] = ()
    where: Where = Where()
    as_before: bool = False


@dataclass(slots=True)
class Answers:
    """A new game as it was asked for, what is typed to seat the players, and the files of cards at hand."""

    beginning: Beginning
    seating: list[str]
    cards: tuple[str, ...] = ()


def asker() -> Ask:
    """Asks on the terminal; words to choose from are completed by the tabulator. Escape leaves, like Ctrl-C."""
    keys = KeyBindings()

    @keys.add("escape", eager=True)
    def _escape(event: KeyPressEvent) -> None:
        if event.current_buffer.complete_state is not None:
            event.current_buffer.cancel_completion()
        else:
            event.app.exit(exception=KeyboardInterrupt)

    session: PromptSession[str] = PromptSession(history=DummyHistory(), key_bindings=keys)
    session.app.ttimeoutlen = _ESCAPE_SECONDS

    def ask(question: str, words: Iterable[str] = (), ways: str = _LEAVING) -> str:
        completer = WordCompleter(list(words), ignore_case=True, sentence=True)
        room = shutil.get_terminal_size().columns - len(f"{question}: ")
        hint = next((text for text in (ways, _HELP) if len(text) < room), "")
        return session.prompt(
            f"{question}: ", completer=completer, complete_while_typing=False,
            placeholder=lambda: "" if session.app.is_done else [("class:ansibrightblack", hint)],
        ).strip()  # fmt: skip

    return ask


def say_in_lines(text: str) -> None:
    """Say something to the person at the terminal, in lines that are cut between words."""
    columns = shutil.get_terminal_size().columns
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    for line in textwrap.wrap(text, max(20, columns - 1), subsequent_indent=indent, break_on_hyphens=False):
        tell(line)


class _BackError(Exception):
    """The question before is to be asked again."""


def with_way_back(dialogue: Callable[[Ask, Say], _T], ask: Ask, say: Say) -> _T:
    """Lead a dialogue in which `<` goes back to the question before: it is led anew, with the answers up to there.

    `?` says what can be done at any question, and what the answers are that a question has `told`.
    """
    given: list[tuple[str, str]] = []
    while True:
        with contextlib.suppress(_BackError):
            return dialogue(*_led_anew(given, ask, say))


def _led_anew(given: list[tuple[str, str]], ask: Ask, say: Say) -> tuple[Ask, Say]:
    """Asks what was not asked before; nothing is said while the answers so far are given again."""
    left = list(given)

    def ask_on(question: str, words: Iterable[str] = (), told: Iterable[str] = (), **more: Any) -> str:
        if left:
            return left.pop(0)[1]
        while (answer := ask(question, words=words, ways=_WAYS, **more)) == "?":
            for line in (*told, _WAYS_IN_FULL):
                say(line)
        if answer == _BACK:
            for before in (question, given[-1][0] if given else ""):
                while given and given[-1][0] == before:
                    given.pop()
            raise _BackError
        given.append((question, answer))
        return answer

    return ask_on, lambda text: None if left else say(text)


def until_right(ask: Ask, say: Say, question: str, read: Callable[[str], _T], **more: object) -> _T:
    """Ask until the answer can be used; what is wrong with it is said."""
    while True:
        answer = ask(question, **more)
        try:
            return read(answer)
        except MjlogError as error:
            say(f"  {error}")


def ask_new_game(store: SqliteStore, known: Known, ask: Ask, say: Say) -> Answers:
    """Ask for what a new game needs and is not known; nothing is stored."""
    return with_way_back(lambda ask, say: _asked(store, known, ask, say), ask, say)


def _asked(store: SqliteStore, known: Known, ask: Ask, say: Say) -> Answers:
    rules = known.rules or _ask_rules(store, ask, say)
    options = checked_options(rules, known.options) or ({} if known.as_before else _ask_options(store, rules, ask, say))
    plan = resolve(rules, options).plan
    players = list(known.players) or _ask_players(club_list(store), plan.players, ask, say)
    seating = _ask_seats(players, plan.seats, ask, say)
    where = known.where
    if not known.as_before:
        where = where._replace(place=where.place or ask("place (Enter: none)") or None)
        where = where._replace(table=where.table or ask("table (Enter: none)") or None)
        where = where._replace(tournament=where.tournament or _ask_tournament(store, ask, say))
    if where.tournament and where.session is None:
        where = where._replace(session=until_right(ask, say, f"session of {shown(where.tournament, 40)}", _session))
    card, cards = known.card, known.cards
    if plan.family.wins_by_card and not cards:
        card, cards = _ask_card(store, known, ask, say)
    return Answers(_beginning(rules, players, options, card, where), seating, cards)


def _beginning(
    rules: RuleSet, players: Sequence[str], options: Mapping[str, Any], card: Card | None, where: Where
) -> Beginning:
    beginning = Beginning(rules, players, options, card, None, where.place, where.table)
    beginning.tournament, beginning.session = where.tournament, where.session
    return beginning


def _ask_tournament(store: SqliteStore, ask: Ask, say: Say) -> str | None:
    """The tournament that the game is of; nobody is asked before the club has recorded one."""
    held = list(dict.fromkeys(info.tournament for info in reversed(store.games()) if info.tournament))
    if not held:
        return None
    say(f"tournaments: {', '.join(shown(name, 40) for name in held[:_OFFERED])}, or a new one")
    return ask("tournament (Enter: none)", words=held) or None


def _session(text: str) -> int:
    """The round of a tournament, as it is typed."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 5 and int(text)):
        raise MjlogError("expected the number of the round, like 2")
    return int(text)


def _ask_card(store: SqliteStore, known: Known, ask: Ask, say: Say) -> tuple[Card | None, tuple[str, ...]]:
    """The card that is played by, and the files of those that are at hand then."""
    cards = known_cards(store, shelf_of(known.cards, str(store.path)))
    say(f"score cards: {', '.join(shown(name, 40) for name in cards)}, or one of your own (FILE)")
    usual = f"{shown(known.card.id, 40)}, as before" if known.card is not None else "not known yet"

    def read(text: str) -> tuple[Card | None, tuple[str, ...]]:
        if not text or text in cards:
            return (cards[text] if text else known.card), known.cards
        shelf_of((text,))
        return card_name(text), (*known.cards, text)

    return until_right(ask, say, f"score card (Enter: {usual})", read, words=list(cards))


def _ask_rules(store: SqliteStore, ask: Ask, say: Say) -> RuleSet:
    known = rulesets_by_use(store)
    usual = known[0] if any(not info.hidden for info in store.games()) else ""
    say(f"rule sets: {', '.join(known)}, or a club's own document (FILE)")

    def read(text: str) -> RuleSet:
        text = text or usual
        if not text or "=" in text:
            raise MjlogError("expected one of these; options are asked for next" if text else "expected one of these")
        return self_contained(ruleset_of(text, str(store.path)))

    question = f"rule set (Enter: {shown(usual, 40)}, as last time)" if usual else "rule set"
    titles = [f"  {name}: {load(name).title}" for name in known if name in shipped()]
    return until_right(ask, say, question, read, words=known, told=titles)


def _ask_options(store: SqliteStore, rules: RuleSet, ask: Ask, say: Say) -> dict[str, object]:
    first, others = options_by_use(store, rules)
    if len(first) + len(others) <= _EXPLAINED:
        first, others = [*first, *others], []
    if first:
        say("options:")
    for option in first:
        _tell_option(option, say)
    if others:
        say(f"  more: {', '.join(option.name for option in others)}")
        say(f"  a name alone, like {others[0].name}, is answered with what it means")
    options: dict[str, object] = {}

    def take(text: str) -> str:
        if text in rules.options:
            _tell_option(rules.options[text], say)
        elif text:
            if "=" not in text.lstrip("="):
                raise MjlogError(f"expected NAME=VALUE, like {next(iter(rules.options))}=…")
            wanted = {**options, **option_values((text,))}
            options.update(checked_options(rules, wanted) or {})
        return text

    while (
        rules.options
        and until_right(
            ask, say, "change an option, NAME=VALUE (Enter: go on)", take, words=[f"{name}=" for name in rules.options]
        )
        != ""
    ):
        pass
    return options


_EXPLAINED = 12


def _tell_option(option: OptionInfo, say: Say) -> None:
    values = f" ({', '.join(map(str, option.values))})" if option.values else ""
    say(f"  {option.name}={written_option(option.default)}  {shown(option.text, 200)}{values}")


def _ask_players(club: Sequence[str], number: int, ask: Ask, say: Say) -> list[str]:
    if club:
        say(f"players of the club: {', '.join(shown(handle, 24) for handle in club[:40])}")
    players: list[str] = []

    def read(text: str) -> list[str]:
        handles: list[str] = []
        for word in text.split() or [text]:
            handles.append(read_one(word.strip(",;"), (*players, *handles)))
        if len(players) + len(handles) > number:
            raise MjlogError(f"{counted(len(handles), 'player')} for {counted(number - len(players), 'seat')}")
        return handles

    def read_one(text: str, before: Sequence[str]) -> str:
        if checked_handle(text) in before:
            raise MjlogError(f"{text} plays already")
        known = written_otherwise(text, club)
        if known is None:
            return text
        answer = ask(f"{known} has played here: is {text} the same player (y: {known} plays; n: somebody else)")
        return known if answer.lower().startswith("y") else text

    while len(players) < number:
        left = [handle for handle in club if handle not in players]
        several = " (or several in one line)" if not players else ""
        question = f"player {len(players) + 1} of {number}, round the table to the right{several}"
        players += until_right(ask, say, question, read, words=left)
    return players


def _ask_seats(players: Sequence[str], seats: Sequence[Seat], ask: Ask, say: Say) -> list[str]:
    """The acts that seat the players: none where they sit as they were named."""

    def read(text: str) -> str:
        way = (text or "n").lower()[:1]
        if way not in "ndr":
            raise MjlogError("expected d (winds are drawn), r (dice are rolled), or Enter: the first named is East")
        return way

    way = until_right(ask, say, "seats: winds drawn (d), dice rolled (r); Enter: as named", read)
    if way == "d":
        return _draw_seats(players, seats, ask, say)
    return _roll_seats(players, ask, say) if way == "r" else []


def _draw_seats(players: Sequence[str], seats: Sequence[Seat], ask: Ask, say: Say) -> list[str]:
    winds = [seat.value.lower() for seat in seats]
    drawn: dict[str, str] = {}

    def read(text: str) -> str:
        letter = text.lower()[:1]
        if letter not in winds or letter in drawn or not letter:
            left = ", ".join(wind for wind in winds if wind not in drawn)
            raise MjlogError(f"expected a wind that nobody has drawn yet: {left}")
        return letter

    for player in players:
        drawn[until_right(ask, say, f"{player} has drawn ({', '.join(winds)})", read)] = player
    order = [drawn[letter] for letter in winds]
    names = " ".join(f"{player}={letter.upper()}w" for letter, player in drawn.items())
    return [f"seats {' '.join(order)} {names}"]


def _roll_seats(players: Sequence[str], ask: Ask, say: Say) -> list[str]:
    """Everybody throws, those who tie for the highest again; the highest is East, the others keep their order."""
    acts: list[str] = []
    rolls: list[tuple[str, int]] = []

    def read(text: str) -> tuple[int, int]:
        dice = [int(sign) for sign in text if sign in "123456"]
        if len(dice) != 2 or any(sign not in "123456 ,+" for sign in text):
            raise MjlogError("expected two dice, like 34")
        return dice[0], dice[1]

    while waiting := seat_rolls(tuple(players), tuple(rolls))[0]:
        first, second = until_right(ask, say, f"{waiting[0]} throws", read)
        acts.append(f"roll {waiting[0]} {first} {second}")
        rolls.append((waiting[0], first + second))
    east = seat_rolls(tuple(players), tuple(rolls))[1][0]
    step = list(players).index(east)
    order = [*players[step:], *players[:step]]
    say(f"{east} is East")
    return [*acts, f"seats {' '.join(order)}"]


# -- from the command line to the screen ------------------------------------------------------------------------------


_NEW, _SAME = "n", "s"
"""What is typed for a new game, and for one like the last."""
_AN_EVENING = timedelta(hours=8)
_OFFERED = 9
"""Unfinished games that are offered to be gone on with."""


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str | None
    ruleset: str | None
    players: tuple[str, ...]
    options: dict[str, Any]
    cards: tuple[str, ...]
    where: Where
    recorder: str | None
    hold: int
    clock: bool


def record(store: SqliteStore, wishes: Wishes) -> str:
    """Record a game until its recorder leaves; what is to be said afterwards.

    Raises:
        KeyboardInterrupt: the recorder left while a new game was asked for; none was begun.
        MjlogError: the game cannot be read, or there can be none like this.
    """
    try:
        game, cards = _game(store, wishes, asker())
    except (KeyboardInterrupt, EOFError):
        tell("nothing was begun")
        raise KeyboardInterrupt from None
    shelf = shelf_of(cards, str(store.path))
    clock = _clock if wishes.clock else lambda: None
    session = RecordingSession(store, game, Manner(wishes.recorder, clock, shelf, wishes.hold))
    RecorderApp(session, _history()).run()
    head = session.store.head(session.game)
    pencil = f", {len(session.pencil)} acts in pencil" if session.pencil else ""
    game = shown(session.game, 60)
    sheet, record = as_command("sheet", session.game), as_command("record", session.game)
    more = f"score sheet: {sheet}" if session.table.standing.ended else f"go on with: {record}"
    return f"{game}: {counted(head.seq, 'event')}{pencil}, head {head.id}\n{more}"


def _clock() -> str | None:
    return moment("now")


def _game(store: SqliteStore, wishes: Wishes, ask: Ask) -> tuple[str, tuple[str, ...]]:
    """The id of the game to record, and the cards at hand; a new game is begun when everything is known of it."""
    game, before = wishes.game, None
    if game is None and not wishes.ruleset and not wishes.players:
        game, before = _chosen(store, ask)
    if game is not None and game in store:
        if wishes.ruleset or wishes.players or wishes.options:
            raise MjlogError(
                f"game {shown(game)} has begun: its rule set, players and options stand; leave these options out"
            )
        return game, wishes.cards
    rules = self_contained(ruleset_of(wishes.ruleset, str(store.path))) if wishes.ruleset else None
    card = card_name(wishes.cards[0]) if wishes.cards else None
    known = Known(rules, wishes.players, wishes.options, card, wishes.cards, wishes.where)
    if before is not None:
        known = _as_before(store, before, known)
    if rules is None or not wishes.players:
        begun = "a new game, named by its date (Ctrl-C: none; `mjlog record NAME` names it)"
        tell(begun if game is None else f"game {shown(game)} is not there yet: it is begun now (Ctrl-C: none)")
        answers = ask_new_game(store, known, ask, say_in_lines)
        wanted, seating, cards = answers.beginning, answers.seating, answers.cards
    else:
        wanted = _beginning(rules, known.players, known.options, card, known.where)
        seating, cards = [], wishes.cards
    wanted.game, wanted.recorder = game, wishes.recorder
    wanted.at = _clock() if wishes.clock else None
    keep_cards(cards, str(store.path))
    return begin(store, wanted, seating), cards


def _chosen(store: SqliteStore, ask: Ask) -> tuple[str | None, GameInfo | None]:
    """A game that is not over; or none for a new one, and the game that it is to be like."""
    games = [info for info in reversed(store.games()) if not info.hidden]
    offered = going_on(store)[:_OFFERED]
    if not games:
        return None, None
    say_in_lines("games that are not over:" if offered else "no game is left to be gone on with")
    for number, info in enumerate(offered, 1):
        say_in_lines(f"  {number}  {_in_words(info)}")
    say_in_lines(f"  {_NEW}  a new game")
    say_in_lines(f"  {_SAME}  a new game with the same players and rules as {_in_words(games[0])}; {games[0].ruleset}")
    usual = "1" if offered and _was_left(store, offered[0]) else _NEW
    while True:
        answer = ask(f"go on with (number, id, {_NEW} or {_SAME}; Enter: {usual})") or usual
        if answer.isdecimal() and 1 <= int(answer) <= len(offered):
            return offered[int(answer) - 1].game, None
        if answer in store:
            return answer, None
        if answer.lower() in (_NEW, _SAME):
            return None, games[0] if answer.lower() == _SAME else None
        numbers = f"a number from 1 to {len(offered)}, " if offered else ""
        say_in_lines(f"  there is no such game: expected {numbers}an id, {_NEW} or {_SAME}")


def _was_left(store: SqliteStore, info: GameInfo) -> bool:
    """Whether a game was left while it was played: with acts in pencil, in the middle of a hand, or a moment ago."""
    fields = json.loads(store.event(info.game, info.last).body)
    at = date_of(fields["at"]) if isinstance(fields.get("at"), str) else None
    is_recent = at is not None and abs(datetime.now(UTC) - at) < _AN_EVENING
    if is_recent or info.game in store.drafts():
        return True
    table = RecordedGame(str(store.path), info.game, store.bodies(info.game)).table
    return table.due not in (NOTHING, CLOSING, DONE)


def _as_before(store: SqliteStore, info: GameInfo, known: Known) -> Known:
    """A new game with the players, rules, place and table of another; what was said besides goes before."""
    replay = RecordedGame(str(store.path), info.game, store.bodies(info.game)).replay
    rules, card = replay.rules, replay.frame.start.card if replay.frame.start is not None else None
    options = {name: value for name, value in rules.options.items() if value != rules.ruleset.options[name].default}
    stated = known.where
    tournament = stated.tournament or info.tournament
    where = Where(stated.place or info.place, stated.table or info.table, tournament, stated.session)
    ruleset = ruleset_of(rules.ruleset.id) if rules.ruleset.id in shipped() else rules.ruleset
    return Known(
        self_contained(ruleset), info.players, {**options, **known.options}, known.card or card,
        known.cards, where, as_before=True,
    )  # fmt: skip


def _in_words(info: GameInfo) -> str:
    where = ", ".join(shown(part, 20) for part in info.where)
    players = ", ".join(shown(player, 20) for player in info.players)
    return f"{shown(info.game, 40)}: {players}{f' ({where})' if where else ''}"


def _history() -> History:
    """The lines typed before, kept in the user's state folder; where there can be none, only those of this session."""
    from platformdirs import user_state_path

    path = user_state_path("mjlog", appauthor=False) / "record-history"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path)) if os.access(path, os.R_OK | os.W_OK) else InMemoryHistory()
