"""A new game, asked for step by step: rule set, options, players, seats, place and table."""

from __future__ import annotations

import contextlib
import shutil
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from mjlog.cards.shelf import card_name
from mjlog.errors import MjlogError
from mjlog.events import Card
from mjlog.recording.beginning import (
    Beginning,
    checked_handle,
    checked_options,
    club_list,
    known_cards,
    written_otherwise,
)  # fmt: skip
from mjlog.rules.dice import seat_rolls
from mjlog.rulesets import OptionInfo, RuleSet, resolve, self_contained, shipped
from mjlog.rulesets.typed import written_option
from mjlog.seats import Seat
from mjlog.store import SqliteStore
from mjlog.text import counted, shown
from mjlog_cli.console import tell
from mjlog_cli.params import option_values, ruleset_of, shelf_of

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
    place: str | None = None
    table: str | None = None
    as_before: bool = False


@dataclass(slots=True)
class Answers:
    """A new game as it was asked for, what is typed to seat the players, and the files of cards at hand."""

    beginning: Beginning
    seating: list[str]
    cards: tuple[str, ...] = ()


def asker() -> Ask:
    """Asks on the terminal; words to choose from are completed by the tabulator. Escape leaves, like Ctrl-C."""
    session: PromptSession[str] = PromptSession(history=DummyHistory(), key_bindings=_keys())
    session.app.ttimeoutlen = _ESCAPE_SECONDS

    def ask(question: str, words: Iterable[str] = (), ways: str = _LEAVING) -> str:
        completer = WordCompleter(list(words), ignore_case=True, sentence=True)
        room = shutil.get_terminal_size().columns - len(f"{question}: ")
        said = next((text for text in (ways, _HELP) if len(text) < room), "")
        return session.prompt(
            f"{question}: ", completer=completer, complete_while_typing=False,
            placeholder=lambda: "" if session.app.is_done else [("class:ansibrightblack", said)],
        ).strip()  # fmt: skip

    return ask


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("escape", eager=True)
    def _escape(event: KeyPressEvent) -> None:
        if event.current_buffer.complete_state is not None:
            event.current_buffer.cancel_completion()
        else:
            event.app.exit(exception=KeyboardInterrupt)

    return keys


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

    `?` says what can be done at any question.
    """
    given: list[tuple[str, str]] = []
    while True:
        with contextlib.suppress(_BackError):
            return dialogue(*_led_anew(given, ask, say))


def _led_anew(given: list[tuple[str, str]], ask: Ask, say: Say) -> tuple[Ask, Say]:
    """Asks what was not asked before; nothing is said while the answers so far are given again."""
    left = list(given)

    def ask_on(question: str, words: Iterable[str] = (), **more: Any) -> str:
        if left:
            return left.pop(0)[1]
        while (answer := ask(question, words=words, ways=_WAYS, **more)) == "?":
            say(_WAYS_IN_FULL)
        if answer == _BACK:
            for asked in (question, given[-1][0] if given else ""):
                while given and given[-1][0] == asked:
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
    options = checked_options(rules, known.options) or ({} if known.as_before else _ask_options(rules, ask, say))
    plan = resolve(rules, options).plan
    players = list(known.players) or _ask_players(club_list(store), plan.players, ask, say)
    seating = _ask_seats(players, plan.seats, ask, say)
    place, table = known.place, known.table
    if not known.as_before:
        place = place or ask("place (Enter: none)") or None
        table = table or ask("table (Enter: none)") or None
    card, cards = known.card, known.cards
    if plan.family.wins_by_card and not cards:
        card, cards = _ask_card(store, known, ask, say)
    return Answers(Beginning(rules, players, options, card, None, place, table), seating, cards)


def _ask_card(
    store: SqliteStore, known: Known, ask: Ask, say: Say
) -> tuple[Card | None, tuple[str, ...]]:
    """The card that is played by, and the files of those that are at hand then."""
    cards = known_cards(store, shelf_of(known.cards))
    say(f"score cards: {', '.join(shown(name, 40) for name in cards)}, or one of your own (FILE)")
    usual = f"{shown(known.card.id, 40)}, as before" if known.card is not None else "not known yet"

    def read(text: str) -> tuple[Card | None, tuple[str, ...]]:
        if not text or text in cards:
            return (cards[text] if text else known.card), known.cards
        shelf_of((text,))
        return card_name(text), (*known.cards, text)

    return until_right(ask, say, f"score card (Enter: {usual})", read, words=list(cards))


def _ask_rules(store: SqliteStore, ask: Ask, say: Say) -> RuleSet:
    known = list(dict.fromkeys([*shipped(), *(info.ruleset for info in store.games() if info.ruleset)]))
    say(f"rule sets: {', '.join(known)}, or a club's own document (FILE)")

    def read(text: str) -> RuleSet:
        if not text or "=" in text:
            raise MjlogError("expected one of these; options are asked for next" if text else "expected one of these")
        return self_contained(ruleset_of(text, str(store.path)))

    return until_right(ask, say, "rule set", read, words=known)


def _ask_options(rules: RuleSet, ask: Ask, say: Say) -> dict[str, object]:
    _tell_options(rules, say)
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


def _tell_options(rules: RuleSet, say: Say) -> None:
    """The options with their usual values; what each means, too, unless they are so many that nobody would read it."""
    options = [option for name, option in rules.options.items() if not rules.settled(name)]
    if len(options) <= _EXPLAINED:
        if options:
            say("options:")
        for option in options:
            _tell_option(option, say)
        return
    say(f"options: {' '.join(map(_as_usual, options))}")
    say(f"  a name alone, like {options[0].name}, is answered with what it means")


_EXPLAINED = 12


def _tell_option(option: OptionInfo, say: Say) -> None:
    values = f" ({', '.join(map(str, option.values))})" if option.values else ""
    say(f"  {_as_usual(option)}  {shown(option.text, 200)}{values}")


def _as_usual(option: OptionInfo) -> str:
    return f"{option.name}={written_option(option.default)}"


def _ask_players(club: Sequence[str], number: int, ask: Ask, say: Say) -> list[str]:
    if club:
        say(f"players of the club: {', '.join(shown(handle, 24) for handle in club[:40])}")
    players: list[str] = []

    def read(text: str) -> list[str]:
        found: list[str] = []
        for word in text.split() or [text]:
            found.append(read_one(word.strip(",;"), (*players, *found)))
        if len(players) + len(found) > number:
            raise MjlogError(f"{counted(len(found), 'player')} for {counted(number - len(players), 'seat')}")
        return found

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
