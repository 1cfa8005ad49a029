"""A simulated game: seats, wall, dice and deal, hand after hand, scores and payments, totals.

A game tries out a rule set that nobody has played by: what keeps it from being played, or from being judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.settling import settling
from mjlog.cards.document import Card
from mjlog.cards.rulings import rulings_for
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.cards.shipped import sample_card
from mjlog.errors import MjlogError, RuleSetError
from mjlog.events import decode_event
from mjlog.findings import Severity
from mjlog.log.records import GameRecord
from mjlog.rulesets import RuleSet, named_in_start, resolve, self_contained, shipped
from mjlog.scoring import Score
from mjlog.seats import SEATS, Seat
from mjlog.simulate.american.hand import play_card_hand
from mjlog.simulate.american.player import CardStyle, a_card_style
from mjlog.simulate.chance import Chance, game_seed
from mjlog.simulate.hand import Play
from mjlog.simulate.player import Player, WildPlayer, a_style
from mjlog.simulate.recorder import NoLegalActError, Recorder
from mjlog.simulate.riichi import RiichiPlay, end_riichi_game, end_riichi_hand
from mjlog.table import TablePlan
from mjlog.table.opening import count_end, seats_due, second_thrower, stacks_to_count, wall_found
from mjlog.table.plan import NO_WILD
from mjlog.table.unseen import FIVES
from mjlog.tiles import FIRST_HONOR, RED_FIVES, TILES

_BREAK_WRITTEN_DOWN = 0.5
"""The share of hands in which the break is written down where the throw says all about it."""


def find_seats(recorder: Recorder, chance: Chance, players: tuple[str, ...]) -> None:
    """The first seats: by drawing winds, by rolling dice, or as the players were named."""
    seating = recorder.rules.plan.seating
    if seating == "winds":
        winds = chance.shuffled(SEATS[: len(players)])
        draw = {player: TILES[FIRST_HONOR + wind.index] for player, wind in zip(players, winds, strict=True)}
        seats = dict(sorted(zip(winds, players, strict=True), key=lambda seated: seated[0].index))
        recorder.happen(ev.Seats, draw=draw, seats=seats)
    elif seating == "rolls":
        # The highest throw is East; those who tie for it throw again.
        highest = list(players)
        while len(highest) > 1:
            totals = {player: _throw(recorder, chance, "seats", player=player) for player in highest}
            highest = [player for player in highest if totals[player] == max(totals.values())]
        first = players.index(highest[0])
        order = players[first:] + players[:first]
        recorder.happen(ev.Seats, seats=dict(zip(SEATS, order, strict=False)))


def _throw(recorder: Recorder, chance: Chance, purpose: str, **who: object) -> int:
    dice = chance.dice(2)
    recorder.happen(ev.Roll, dice=dice, purpose=purpose, **who)
    return sum(dice)


def open_hand(recorder: Recorder, chance: Chance, kinds: tuple[int, ...]) -> None:
    """A wall of these tiles is built and broken, and dealt out."""
    plan = recorder.rules.plan
    recorder.happen(ev.Wall, tiles=tuple(TILES[kind] for kind in chance.shuffled(kinds)))
    _break(recorder, chance, plan)
    wall = recorder.table.wall.faces or ()
    for block in plan.deal:
        recorder.happen(ev.Deal, seat=block.seat, tiles=tuple(TILES[wall[position]] for position in block.positions))


def _break(recorder: Recorder, chance: Chance, plan: TablePlan) -> None:
    breaking = plan.breaking
    if breaking is None:
        return
    if not breaking.finds_wall:
        # Which wall is broken is fixed: one throw counts the stacks; that the break is written down is not always so.
        by = second_thrower(breaking, breaking.first) or Seat.E
        count = stacks_to_count(breaking, None, _throw(recorder, chance, "break-stack", seat=by))
        if count is not None and chance.happens(_BREAK_WRITTEN_DOWN):
            place = count_end(breaking, breaking.first, count)
            recorder.happen(ev.Break, wall=place.wall, stack=place.stack, by=by)
        return
    first = _throw(recorder, chance, "break-wall", seat=Seat.E)
    seat = wall_found(breaking, first)
    thrower = second_thrower(breaking, seat)
    second = None if thrower is None else _throw(recorder, chance, "break-stack", seat=thrower)
    count = stacks_to_count(breaking, first, second)
    assert count is not None
    place = count_end(breaking, seat, count)
    recorder.happen(ev.Break, wall=place.wall, stack=place.stack, by=thrower or Seat.E)


RECORDER = "simulate"
"""Who has written down a simulated player's announcement."""


def end_hand(recorder: Recorder) -> None:
    """After a win everybody shows the hand, the winner first, those that count are announced, and all is paid."""
    table = recorder.table
    winner = table.winner
    if winner is None:
        return
    seats = [winner, *(seat for seat in winner.others() if seat in table.players)]
    for seat in seats:
        tiles = table.place(seat).known()
        if tiles:
            recorder.attempt(recorder.make(ev.Show, seat=seat, rest=tuple(TILES[kind] for kind in tiles)))
    worth = settling(recorder.replay.reporter, recorder.replay.table)
    for seat in seats:
        scores = worth.value(seat)
        if scores and scores[0].total is not None:
            fields = _announced(scores[0], worth.said_beside(seat))
            recorder.attempt(recorder.make(ev.Score, seat=seat, recorder=RECORDER, **fields))
    due = worth.settlement()
    if due is not None:
        paid = recorder.make(ev.Settlement, change=dict(due.change), payments=tuple(due.payments) or None)
        recorder.attempt(paid)


def _announced(score: Score, beside: Sequence[str]) -> dict[str, Any]:
    """What is said of a hand's worth: the total, what it is made of, what each item is for, and what `beside`."""
    fields: dict[str, Any] = {"total": score.total, "points": score.points, "doubles": score.doubles}
    if score.limit is not None:
        fields["limit"] = score.limit
    items: list[dict[str, Any]] = [
        {"name": item.name} | {name: value for name in ("points", "doubles") if (value := getattr(item, name))}
        for item in score.items
    ]
    items += [{"name": name} for name in beside]
    if items:
        fields["items"] = items
    return fields


NAMES = ("anna", "ben", "carl", "dora", "emil", "fay", "gus", "hana", "ivo", "judy", "kim", "lena", "max", "nora")
"""Handles of simulated players."""
_FEWEST, _MORE = 4, 9
"""Hands of a game, unless something else is asked for: so many at least, and fewer than so many more."""
_DREAMING = 0.2
"""The share of tables where everybody goes for great hands."""
_BONUS_AT_ONCE = 0.5
"""The share of hands in which all dealt bonus tiles are laid out before East's discard, and not in each first turn."""


def game_name(ruleset: str, seed: int, number: int) -> str:
    """The id of a simulated game.

    >>> game_name("western", 7, 12)
    'western-7-12'
    """
    return f"{ruleset}-{seed}-{number}"


class Game:
    """One game of a run.

    `ruleset`, `options`: by which it is played; a rule set that does not ship with the program is written into the log.
    `seed`, `number`: of the run, and of the game in it (from 1); nothing else decides what happens. `hands`: how many
    are played at most (by default four to twelve, as chance has it), unless the rules end the game earlier.
    `depth`: `table` for what the table saw of the same game. `card`: the score card, where hands are those of one (by
    default the sample card); `mistakes`: there, players make such as the record shows, with what follows from them.

    >>> from mjlog.rulesets import load
    >>> lines: list[bytes] = []
    >>> Game(load("classical"), 7, 1, hands=2).play(lines.append)
    2
    >>> lines[-1].endswith(b'"type":"game-end"}')
    True

    Raises:
        RuleSetError: the rule set cannot be played by, or has not these options.
    """

    def __init__(
        self,
        ruleset: RuleSet,
        seed: int,
        number: int,
        *,
        options: Mapping[str, Any] | None = None,
        hands: int | None = None,
        depth: str = "full",
        card: Card | None = None,
        mistakes: bool = False,
    ) -> None:
        self.name = game_name(ruleset.id, seed, number)
        self._ruleset = self_contained(ruleset)
        self._options = dict(options or {})
        self.rules = resolve(ruleset, self._options)
        if self.rules.problems:
            raise RuleSetError(self.rules.problems[0][1])
        self.broken_off = ""
        self._card = (card or sample_card()) if self.rules.plan.family.wins_by_card else None
        self._mistakes = mistakes
        if self._card is not None:
            # What a table has agreed on where the rule set leaves a choice: other tables may play otherwise.
            agreed, choices = Chance(game_seed(seed, -number)), ruleset.options.values()
            chosen = {choice.name: agreed.pick(choice.values) for choice in choices if choice.kind == "choice"}
            self._options = {**chosen, **self._options}
            self.rules = resolve(ruleset, self._options)
        self._seed, self._hands, self._depth = game_seed(seed, number), hands, depth
        # Every tile that is played with, as it looks: some of the fives may be red.
        plan, faces = self.rules.plan, list[int]()
        counted = zip(FIVES, plan.family.red_fives or (), strict=False)
        red_of = {five: (RED_FIVES[suit], number) for suit, (five, number) in enumerate(counted)}
        for kind, copies in enumerate(plan.copies):
            red, number_of_red = red_of.get(kind, (kind, 0))
            faces += [red] * number_of_red + [kind] * (copies - number_of_red)
        self._tiles = tuple(faces)

    @property
    def cards(self) -> CardShelf:
        """Where the card of the game is found, if it is played by one."""
        return NO_CARDS if self._card is None else _OneCard(card=self._card)

    def play(self, write: Callable[[bytes], None]) -> int:
        """Play the game; each event goes to `write` as it happens, as canonical JSON. Returns the number of hands.

        Players do only what no rule refuses. Where the rules leave one no act at all, the game is broken off there
        (`broken_off` says why): a note says so, and nothing comes after it.
        """
        recorder = Recorder(self.name, self.rules, write, self._depth, self.cards)
        chance = Chance(self._seed)
        # Drawn in any case: with fewer hands asked for, the game begins as it does with more.
        most = _FEWEST + chance.below(_MORE)
        players = tuple(chance.shuffled(NAMES)[: self.rules.plan.players])
        play_hand = self._by_card(chance, players) if self._card is not None else self._by_sets(chance, players)
        recorder.happen(
            ev.GameStart, game=self.name, **named_in_start(self._ruleset), options=self._options or None,
            players=players, card=None if self._card is None else ev.Card(self._card.id, self._card.digest),
        )  # fmt: skip
        if self._ruleset.id not in shipped():
            recorder.happen(ev.RuleSetText, document=self._ruleset.document)
        find_seats(recorder, chance, players)
        played, family = 0, self.rules.plan.family
        try:
            while played < (most if self._hands is None else self._hands) and (start := next_hand(recorder)):
                recorder.put(start)
                open_hand(recorder, chance, self._tiles)
                play_hand(recorder)
                (end_riichi_hand if family.is_settled_singly else end_hand)(recorder)
                played += 1
            if family.goes_on_in_stakes:
                end_riichi_game(recorder)
            else:
                recorder.must("game-end", [recorder.make(ev.GameEnd, totals=dict(recorder.table.totals))])
        except NoLegalActError as error:
            self.broken_off = f"the game is broken off: {error}"
            recorder.happen(ev.Note, text=self.broken_off, recorder=RECORDER)
        return played

    def _by_sets(self, chance: Chance, players: tuple[str, ...]) -> Callable[[Recorder], None]:
        """Players who build sets and pairs, and the great hands of the rule set."""
        dreams = chance.happens(_DREAMING)
        styles = {player: a_style(chance, dreams) for player in players}

        def play_hand(recorder: Recorder) -> None:
            table = recorder.table
            builds = Player if table.plan.wild == NO_WILD else WildPlayer
            seated = {seat: builds(styles[player], table.place(seat), chance) for seat, player in table.players.items()}
            kind = RiichiPlay if table.plan.family.declares_riichi else Play
            kind(recorder, chance, seated, bonus_at_once=chance.happens(_BONUS_AT_ONCE)).run()

        return play_hand

    def _by_card(self, chance: Chance, players: tuple[str, ...]) -> Callable[[Recorder], None]:
        """Players who build hands of the score card."""
        assert self._card is not None
        card = rulings_for(self._card)
        styles: dict[str, CardStyle] = {player: a_card_style(chance) for player in players}
        return lambda recorder: play_card_hand(recorder, chance, styles, card, self._mistakes)


class _OneCard(CardShelf, frozen=True):
    """The card of the game, wherever it was read from."""

    card: Card | None = None

    def cards(self) -> Iterator[Card]:
        if self.card is not None:
            yield self.card


def next_hand(recorder: Recorder) -> ev.HandStart | None:
    """The start of the next hand that the rules allow; None where the game is over."""
    table = recorder.table
    seats = seats_due(table)
    for wind in (table.round, SEATS[(table.round.index + 1) % 4]):
        event = recorder.make(ev.HandStart, hand=table.hand + 1, round=wind, seats=seats)
        if recorder.allowed(event):
            return event
    return None


# -- tried out --------------------------------------------------------------------------------------------------------


_MISUSES = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a mechanism can stumble over in a document whose every line is right by itself."""
_SEED = 7


def obstacle_in_play(ruleset: RuleSet, options: Mapping[str, Any], hands: int = 1) -> str | None:
    """Why so many simulated hands under these options cannot be played, or are not legal; None where they are."""
    lines: list[bytes] = []
    try:
        game = Game(ruleset, _SEED, 1, options=options, hands=hands)
        game.play(lines.append)
        events = [decode_event(line) for line in lines]
        engine = Engine(GameRecord(game.name, game.name, ((event, None) for event in events)), cards=game.cards)
        engine.run()
    except MjlogError as error:
        return str(error)
    except _MISUSES as error:
        return f"the tables do not fit together ({type(error).__name__}: {error})"
    finding = next((finding for finding in engine.report.findings if finding.severity != Severity.INFO.value), None)
    if finding is not None:
        return f"a simulated game is not legal: {finding.message} ({finding.code})"
    return game.broken_off or None
