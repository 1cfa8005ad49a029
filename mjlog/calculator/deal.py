"""The hands of one deal: each is scored, then it is settled who pays whom, as far as that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from mjlog.audit.valuing import agreed_score, scorer_for, terms_for
from mjlog.calculator.card import score_by_card
from mjlog.calculator.settling import (
    check_payers,
    discarder_of,
    names_of,
    needs_discarder,
    ruled,
    rules_of,
    rules_of_shares,
    settlement_answer,
    taken_from_the_table,
)
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import HandError, RuleSetError
from mjlog.hands import NO_WILD, waits
from mjlog.rules.win import wins_by_chow
from mjlog.rulesets import Rules, RuleSet, resolve
from mjlog.rulesets.resolve import written_option
from mjlog.scoring import Hand, Scorer, Settlement, SharedTerms, SharedWin, Terms, liable_part, settle, settle_wins
from mjlog.scoring.explain import hand_answer, score_answer
from mjlog.scoring.hand import CLAIMED_SOURCES, DOUBLE_RIICHI, LAST_TILE, NOT_APART, RIICHI
from mjlog.scoring.hand_line import read_request
from mjlog.scoring.possible_hand import USUAL_COPIES, check_copies
from mjlog.scoring.request import OF_A_DEAL, HandRequest, by_own_names, read_fields
from mjlog.scoring.settlement import CardWin, settle_card_win
from mjlog.seats import SEATS, Seat
from mjlog.table import TablePlan
from mjlog.text import cited, counted, list_words, quoted
from mjlog.tiles import CODES, HAND_TILES, PLAIN_KINDS, RED_FIVES, UNKNOWN, kind_of, tile_name
from mjlog.views.words import tile_words

Fields = dict[str, Any]
Request = HandRequest | HandError
"""A hand as it was read, or why it cannot be read."""


class Payers(msgspec.Struct, frozen=True):
    """What is said of the payments, of whichever hand it is.

    `discarder`: whose tile won; `for_all`: who pays the winner for everybody; `liable`: who answers for a yakuman;
    `repeats`: how many there are; `pot`: points on the table.
    """

    discarder: Seat | None = None
    for_all: Seat | None = None
    liable: Seat | None = None
    repeats: int | None = None
    pot: int | None = None


_NOTHING_SAID = Payers()


class ScoredHand(msgspec.Struct):
    """A hand that was asked about, the answer, and what was scored: None where there is no such hand, or by a card.

    `by_fu`: its points are fu, and its doubles han.
    """

    request: HandRequest
    answer: Fields
    hand: Hand | None = None
    by_fu: bool = False

    @property
    def error(self) -> str | None:
        """Why there cannot be such a hand."""
        return self.answer.get("error")


class Deal(msgspec.Struct):
    """Scored hands, and what is paid for them.

    `payments`: from, to, points; None where nothing can be said of payments. `change`: per seat, None where only the
    payments to the winner are known, or they say all. `remark`: what is missing for more, or which rule decided.
    `error`: why they are no hands of one deal.
    """

    hands: list[ScoredHand] = msgspec.field(default_factory=list)
    payments: list[list[Any]] | None = None
    change: dict[str, int] | None = None
    remark: str | None = None
    error: str | None = None
    explained: bool = True

    @property
    def is_sound(self) -> bool:
        """Whether all hands can be, and can be those of one deal."""
        return self.error is None and all(hand.error is None for hand in self.hands)

    @property
    def complete(self) -> list[ScoredHand]:
        """The hands that won and are complete."""
        return [hand for hand in self.hands if hand.answer.get("complete")]

    def settlement(self) -> Fields:
        """The payments as plain values, with what is missing."""
        fields = {"change": self.change, "payments": self.payments, "remark": self.remark, "error": self.error}
        return {name: value for name, value in fields.items() if value is not None}


# -- one hand ---------------------------------------------------------------------------------------------------------


def score_of(
    request: HandRequest, rules: Rules, cards: CardShelf = NO_CARDS, *, explained: bool = False, would_be: bool = False
) -> ScoredHand:
    """What a hand is worth by a rule set; by a card where hands are of a card.

    `explained`: with how the score came about; `would_be`: with what each tile that is waited for would bring.

    Raises:
        HandError: there cannot be such a hand; the message says why.
        MjlogError: the rule set does not say what hands are worth, or there is no such card.
    """
    plan = rules.plan
    if plan.family.wins_by_card:
        return ScoredHand(request, score_by_card(request, cards.asked(request.card), rules.cites.score or ""))
    scorer = scorer_of(rules)
    by_fu = rules.scoring is not None and rules.scoring.by_fu
    if request.has_won and request.tile == UNKNOWN:
        return ScoredHand(request, _answer_by_tile(request, rules), by_fu=by_fu)
    hand = _hand_of(request, rules)
    explained = explained or request.explain
    answer = hand_answer(hand, scorer, plan.copies, explained=explained, would_be=would_be)
    notes = list(_notes(hand, rules))
    if explained and not hand.won:
        for kind in waits(hand.counts, len(hand.sets), forms=scorer.forms_of(hand), laid=hand.laid):
            if hand.all_tiles.count(kind) >= USUAL_COPIES[kind]:
                notes.append(f"{tile_name(kind)} would complete it, but it has all four: that is no wait")
    elif explained and answer["total"] is None:
        notes += _wins_by_option(hand, rules)
    return ScoredHand(request, _by_agreement(answer | ({"notes": notes} if notes else {}), rules), hand, by_fu)


def _hand_of(request: HandRequest, rules: Rules) -> Hand:
    plan = rules.plan
    return request.hand(
        plan.copies, bonus_from_live=plan.bonus_from_live, red_fives=plan.family.red_fives, aside=plan.aside,
        flags=scorer_of(rules).flags, wild=NO_WILD if plan.goulash is None else plan.goulash.forms.wild,
    )  # fmt: skip


def _answer_by_tile(request: HandRequest, rules: Rules) -> Fields:
    """What a win is worth whose winning tile nobody knows: with each that it can have been, the least and the most.

    Of fourteen tiles it is one; thirteen lack it.

    Raises:
        HandError: there cannot be such a hand, whichever tile won.
    """
    known = tuple(face for face in request.concealed or () if face != UNKNOWN)
    is_held = len(known) + 3 * len(request.sets) == HAND_TILES
    tried: dict[int, Fields] = {}
    wrong: HandError | None = None
    for face in dict.fromkeys(known) if is_held else range(PLAIN_KINDS):
        concealed = known if is_held else (*known, face)
        try:
            hand = _hand_of(replace(request, concealed=concealed, tile=face), rules)
        except HandError as error:
            wrong = wrong or error
            continue
        answer = _by_agreement(hand_answer(hand, scorer_of(rules), rules.plan.copies), rules)
        if answer["total"] is not None and kind_of(face) not in tried:
            tried[kind_of(face)] = answer
    if wrong is not None and not tried:
        raise wrong
    by_total = sorted(tried.items(), key=lambda entry: (entry[1]["total"], entry[0]))
    names = ("total", "points", "doubles", "limit")
    answer = {"complete": bool(by_total), "total": None, "points": 0, "doubles": 0, "limit": None, "items": [],
              "arrangement": [], "reason": "which tile won is not known"}  # fmt: skip
    if not by_total:
        return answer | {"reason": "no tile completes the hand to one that wins"}
    by_tile = [{"tile": CODES[kind], **{name: worth[name] for name in names}} for kind, worth in by_total]
    return answer | {"least": by_total[0][1]["total"], "most": by_total[-1][1]["total"], "by_tile": by_tile}


def _notes(hand: Hand, rules: Rules) -> Iterator[str]:
    """What is strange about a hand, and possible nevertheless."""
    if NOT_APART in hand.flags:
        rule = next((rule.id for rule in rules.ruleset.rules if rule.option == "kept_apart"), None)
        yield f"the tile was not kept apart from the hand: nothing counts for a wait{cited(rule)}"
    riichi, kongs = rules.plan.riichi, [laid for laid in hand.sets if laid.kind == "kong"]
    if not rules.plan.family.has_indicators or riichi.kan_dora == "none" or not hand.won or not hand.indicators:
        return
    # That of a claimed or added kong is turned with the discard, after the win with its replacement.
    is_late = riichi.kan_dora == "late" and hand.source == "loose" and not all(laid.concealed for laid in kongs)
    if len(hand.indicators) < 1 + len(kongs) - is_late:
        rule = rules.ruleset.checks().get("kong_indicator_is_turned")
        turned, laid = counted(len(hand.indicators), "indicator"), counted(len(kongs), "kong")
        yield f"{turned}, and {laid} in the hand: each kong turns one more{cited(rule)}"


def _wins_by_option(hand: Hand, rules: Rules) -> Iterator[str]:
    """Which options, that are on or off, would make a win of a hand that is none."""
    for name in rules.ruleset.options:
        value = rules.options[name]
        if isinstance(value, bool):
            scorer = scorer_for(resolve(rules.ruleset, {**rules.options, name: not value}))
            if scorer is not None and scorer.score(hand).total is not None:
                named = (rule.id for rule in rules.ruleset.rules if name == rule.option or f"`{name}`" in rule.text)
                yield f"with option {name}={written_option(not value)} it is a win{cited(next(named, None))}"


def scorer_of(rules: Rules) -> Scorer:
    """The scorer of a rule set.

    Raises:
        RuleSetError: it does not say what hands are worth.
    """
    scorer = scorer_for(rules)
    if scorer is None:
        raise RuleSetError(f"the rule set {rules.ruleset.id} does not say what hands are worth")
    return scorer


def _by_agreement(answer: Fields, rules: Rules) -> Fields:
    """The answer with the agreed value, where winners are paid one; a win that is not complete keeps its reason."""
    complete = answer["complete"]
    agreed = agreed_score(rules, complete)
    if agreed is None or (answer["total"] is None and not complete):
        return answer
    worth = score_answer(agreed)
    answer |= {key: worth[key] for key in ("total", "points", "doubles", "limit", "items")}
    # How the points came about, and what they left out, is said of the table that is not in use.
    answer |= {key: [] for key in ("set_aside", "not_counted", "sum") if key in answer}
    if "would_be" in answer:
        won = agreed_score(rules, won=True)
        assert won is not None
        answer["would_be"] = [wait | {"wall": won.total, "discard": won.total} for wait in answer["would_be"]]
    return answer


# -- the hands of a deal ----------------------------------------------------------------------------------------------


def read_hands(given: Iterable[object], plan: TablePlan | None) -> list[Request]:
    """Hands, each a text on one line or an object; what cannot be read of one is told in its place."""
    requests: list[Request] = []
    for item in given:
        try:
            requests.append(read_request(item if isinstance(item, Mapping) else {"hand": item}, plan))
        except HandError as error:
            requests.append(error)
    return requests


def score_deal(
    requests: Sequence[Request],
    rules: Rules,
    cards: CardShelf = NO_CARDS,
    payers: Payers = _NOTHING_SAID,
    *,
    explained: bool = True,
    by: Sequence[Rules] = (),
) -> Deal:
    """Score the hands of one deal, or one hand of it, and settle them.

    What lies on the table, or is said of the payments, holds for all of them, whichever hand says it. `explained`: with
    how scores came about, and what waits would bring. `by`: by which rules each hand is scored.

    Raises:
        MjlogError: the rule set does not say what hands are worth, or there is no such card.
    """
    read = [request for request in requests if isinstance(request, HandRequest)]
    error = None
    try:
        on_the_table = _on_the_table(read)
        payers = _payers(payers, read)
    except HandError as contradiction:
        on_the_table, error = {}, str(contradiction)
    by = by or [rules] * len(requests)
    hands = [_scored(request, on_the_table, own, cards, explained) for request, own in zip(requests, by, strict=True)]
    deal = Deal(hands, error=error, explained=explained)
    if not deal.is_sound:
        impossible = any(hand.error is not None for hand in deal.hands) and len(deal.hands) > 1
        deal.remark = "nothing is settled while there can be no such hand" if impossible else None
        return deal
    try:
        _check_payers(deal, rules, payers)
        _check_one_deal([hand.hand for hand in deal.hands if hand.hand is not None], rules)
        _settle(deal, rules, payers)
    except HandError as wrong:
        deal.error = str(wrong)
    return deal


def answer_of(
    fields: Fields,
    ruleset: RuleSet | str | None,
    cards: CardShelf = NO_CARDS,
    *,
    explained: bool = False,
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> Fields:
    """The answer to one line of a batch: of a hand, or of the `hands` of a deal, an object or a HAND each.

    With what is paid, where there are `hands`, or something of the payments is said. `beside`: what fills in where a
    hand says nothing of its own; so does what else stands beside `hands` and is the same for all of them.

    Raises:
        MjlogError: there can be no such hand, or no such rule set, option or card.
    """
    fields = by_own_names(fields)
    rules = rules_of(fields.get("ruleset") or ruleset, fields.get("options"))
    hands = fields.get("hands")
    if hands is None:
        request, more = read_request(fields, rules.plan), read_fields(beside, rules.plan)
        request = replace(request, **{name: getattr(more, name) for name in beside if getattr(request, name) is None})
        if not any(getattr(request, name) for name in OF_A_DEAL):
            would_be = explained or bool(request.would_be)
            return score_of(request, rules, cards, explained=explained, would_be=would_be).answer
        deal = score_deal([request], rules, cards, explained=explained)
        if not deal.is_sound:
            raise HandError(deal.error or deal.hands[0].error or "")
        return deal.hands[0].answer | {"settlement": deal.settlement()}
    if not isinstance(hands, list) or not 0 < len(hands) <= len(rules.plan.seats):
        most = len(rules.plan.seats)
        raise HandError(f"`hands` is {quoted(hands)}: a list of hands is expected, {most} at the most, a seat each")
    same = {**beside, **{name: fields[name] for name in _THE_SAME if fields.get(name) is not None}}
    objects = [item if isinstance(item, dict) else {"hand": item} for item in hands]
    by = [rules if item.get("ruleset") is None and item.get("options") is None
          else rules_of(item.get("ruleset") or rules.ruleset, item.get("options")) for item in objects]  # fmt: skip
    filled = [{**same, **{name: value for name, value in item.items() if value is not None}} for item in objects]
    outer = read_fields({name: fields.get(name) for name in OF_A_DEAL})
    payers = _payers(Payers(liable=outer.liable), [outer])
    deal = score_deal(read_hands(filled, rules.plan), rules, cards, payers, explained=explained, by=by)
    answer: Fields = {"hands": [item.answer for item in deal.hands], "settlement": deal.settlement()}
    impossible = (f"hand {at}: {item.error}" for at, item in enumerate(deal.hands, 1) if item.error is not None)
    wrong = next(impossible, deal.error)
    return answer if wrong is None else answer | {"error": wrong}


_THE_SAME = ("round", "indicators", "under", "explain", "would_be", "card")


def _on_the_table(requests: Sequence[HandRequest]) -> dict[str, tuple[int, ...]]:
    """The indicators, and those under them, which whoever names them names for all.

    Raises:
        HandError: two hands name different ones.
    """
    named_tiles: dict[str, tuple[int, ...]] = {}
    for name in ("indicators", "under"):
        named: list[tuple[int, ...]] = [getattr(request, name) for request in requests if getattr(request, name)]
        if any(kinds != named[0] for kinds in named):
            words = list_words(quoted(" ".join(CODES[kind] for kind in kinds)) for kinds in named)
            raise HandError(f"`{name}` is {words} in hands of one deal: the same lie there for all")
        named_tiles |= {name: named[0]} if named else {}
    return named_tiles


def _payers(payers: Payers, requests: Sequence[HandRequest]) -> Payers:
    """What the request and its hands say of the payments; who is liable stays with the hand that says it.

    Raises:
        HandError: it is said in two ways.
    """
    fields: Fields = {}
    for name in ("discarder", "repeats", "pot"):
        given = [getattr(source, name) for source in (*requests, payers) if getattr(source, name) is not None]
        if any(value != given[0] for value in given):
            raise HandError(f"`{name}` is {list_words(map(str, given))} of one deal: say it once")
        fields |= {name: given[0]} if given else {}
    return replace(payers, **fields)


def _scored(
    request: Request, on_the_table: Mapping[str, tuple[int, ...]], rules: Rules, cards: CardShelf, explained: bool
) -> ScoredHand:
    if isinstance(request, HandError):
        return ScoredHand(HandRequest(), {"error": str(request)})
    # Tiles under the indicators are turned by who is in riichi alone.
    seen = on_the_table if {RIICHI, DOUBLE_RIICHI} & {*request.flags} else {**on_the_table, "under": ()}
    request = replace(request, **{name: kinds for name, kinds in seen.items() if not getattr(request, name)})
    try:
        would_be = explained if request.would_be is None else request.would_be
        return score_of(request, rules, cards, explained=explained, would_be=would_be)
    except HandError as error:
        return ScoredHand(request, {"error": str(error)})


def _check_payers(deal: Deal, rules: Rules, payers: Payers) -> None:
    """Can these pay for the hand that won?

    Raises:
        HandError: nobody won, or they are two players, or by these rules nobody pays for all, or for repeats.
    """
    family = rules.plan.family
    if family.nobody_pays_for_all and payers.for_all is not None:
        raise HandError(f"{payers.for_all} pays for all: {family.nobody_pays_for_all}")
    liable = payers.liable or any(hand.request.liable for hand in deal.hands)
    of_a_share = {"repeats": payers.repeats, "pot": payers.pot, "liable": liable}
    name = next((name for name, value in of_a_share.items() if value), None)
    if name is not None and not family.shares_total:
        raise HandError(f"`{name}` is said of a total that is shared, as in riichi, and by these rules none is")
    won = any(hand.answer["complete"] or hand.answer["total"] is None for hand in deal.hands)
    check_payers(payers.discarder, payers.for_all or payers.liable, won=won, apart=family.shares_total)


def _check_one_deal(hands: Sequence[Hand], rules: Rules) -> None:
    """Every seat has one hand, all win the same tile, are of one round, and together have no tile too many.

    Raises:
        HandError: not so.
    """
    seats = [hand.seat for hand in hands]
    twice = next((seat for seat in SEATS if seats.count(seat) > 1), None)
    if twice is not None:
        raise HandError(
            f"{counted(seats.count(twice), 'hand')} of {twice}: the hands of one deal are of different seats"
        )
    winners = sorted((hand for hand in hands if hand.won), key=lambda hand: hand.seat.index)
    if len({_taken(hand) for hand in winners}) > 1 or any(_taken(hand)[0] is None for hand in winners[1:]):
        tiles = ["the dealt hand" if hand.tile is None else CODES[hand.tile] for hand in winners]
        whence = [hand.source or "nobody says whence" for hand in winners]
        shown = zip(winners, tiles, whence, strict=True)
        how = list_words(f"{hand.seat} with {tile} ({source})" for hand, tile, source in shown)
        raise HandError(f"{how} have won: several who win in one deal win one tile that another player held")
    rounds = sorted({str(hand.round) for hand in hands})
    if len(rounds) > 1:
        raise HandError(f"hands of the {list_words(rounds)} rounds: the hands of one deal are of one round")
    tiles_of = (chain(hand.concealed, hand.bonus, *(laid.tiles for laid in hand.sets)) for hand in hands)
    # The indicators are the same for all; the tile that several win is one tile.
    indicators = max((hand.indicators + hand.under for hand in hands), key=len, default=())
    again = [hand.tile for hand in winners[1:] if hand.tile is not None]
    held = Counter([*chain.from_iterable(tiles_of), *indicators]) - Counter(again)
    check_copies(held.elements(), rules.plan.copies, "in the hands of this deal")
    for suit, face in enumerate(RED_FIVES):
        number = sum(hand.reds.count(face) for hand in hands)
        most = (rules.plan.family.red_fives or (0, 0, 0))[suit]
        shared = sum(face in hand.reds and hand.tile == kind_of(face) for hand in winners)
        if number - max(0, shared - 1) > most:
            raise HandError(f"{counted(number, 'tile')} {tile_name(face)} in the hands of this deal: there is {most}")


def _taken(hand: Hand) -> tuple[object, ...]:
    """Which tile of another player a hand won with, and how it came: None where nobody else held it."""
    if hand.source not in CLAIMED_SOURCES or hand.tile is None:
        return (None, hand.seat)
    return (hand.tile, hand.source == "kong", hand.source == "last-discard" or LAST_TILE in hand.flags)


# -- payments ---------------------------------------------------------------------------------------------------------


def _settle(deal: Deal, rules: Rules, payers: Payers) -> None:
    terms, won = terms_for(rules), deal.complete
    if not rules.plan.family.wins_by_card:
        worthless = next((hand for hand in deal.hands if hand.answer["total"] is None), None)
        if worthless is not None or not rules.settlement.table:
            several = sum(hand.hand is not None and hand.hand.won for hand in deal.hands) > 1
            if any("by_tile" in hand.answer for hand in deal.hands):
                deal.remark = "nothing is settled: which tile won is not known"
            if several and worthless is not None and worthless.hand is not None:
                deal.remark = f"nothing is settled: the hand of {worthless.hand.seat} has no score"
            return
    if len(won) > 1:
        won = _ruled(deal, won, rules, payers)
        if not won:
            return
    if rules.plan.family.wins_by_card:
        _settle_by_card(deal, next(iter(won), None), payers)
    elif not won:
        if len(deal.hands) == terms.players and not rules.plan.family.shares_total:
            deal.change, deal.payments = dict.fromkeys((seat.value for seat in SEATS[: terms.players]), 0), []
    elif terms.shared is not None:
        _settle_shared(deal, won, rules, terms.shared, payers)
    else:
        _settle_with_losers(deal, won[0], terms, payers)


def _ruled(deal: Deal, won: list[ScoredHand], rules: Rules, payers: Payers) -> list[ScoredHand]:
    """Which of several who would win one tile do; where losers are paid, too, the others have not won."""
    giver = discarder_of(won[0].request.source, payers.discarder, robbed_pays=True)
    seats = {scored.request.seat: scored for scored in won if scored.request.seat is not None}
    if len(seats) < len(won):
        raise HandError(f"{len(won)} hands have won: say whose each is, like S in E")
    if len({None if scored.request.tile is None else kind_of(scored.request.tile) for scored in won}) > 1:
        raise HandError(f"{names_of(seats)} have won with different tiles: several who win in one deal win one tile")
    red = next((scored.request.tile for scored in won if scored.request.tile in RED_FIVES), None)
    plain = next((scored.hand for scored in won if scored.hand is not None and red not in scored.hand.reds), None)
    if red is not None and plain is not None:
        raise HandError(f"{plain.seat} won with a plain five, and another with the {tile_name(red)}: it is one tile")
    if giver is None:
        who = f"of {names_of(seats)} the nearest to who discarded the tile goes first"
        deal.remark = f"{who}: say who did, {_HOW_TO_SAY}"
        return []
    if giver in seats:
        raise HandError(f"{giver} cannot be the winner and the discarder")
    by_chow = []
    for hand in (scored.hand for scored in won if scored.hand is not None):
        if hand.tile is not None and wins_by_chow(hand.counts, len(hand.sets), hand.tile) is not False:
            by_chow.append(hand.seat)
    ruling = ruled(list(seats), giver, rules, by_chow)
    deal.remark = ruling.words or None
    if not ruling.winners and not ruling.is_open:
        deal.change, deal.payments = dict.fromkeys((seat.value for seat in rules.plan.seats), 0), []
    if ruling.winners and not rules.plan.family.winner_alone_scores:
        for scored in won:
            lost = scored.hand
            if lost is None or lost.seat in ruling.winners:
                continue
            # The hand is as it is without the tile that another wins.
            kept = list(lost.concealed)
            kept.remove(lost.tile if lost.tile is not None else kept[-1])
            without = replace(
                scored.request, won=False, concealed=tuple(kept), tile=None, source=None, flags=(), east_wins=0
            )
            again = _scored(without, {}, rules, NO_CARDS, deal.explained)
            scored.request, scored.answer, scored.hand = again.request, again.answer, again.hand
    return [seats[seat] for seat in ruling.winners]


_HOW_TO_SAY = "with --discarder SEAT, or discarder=SEAT on the line"
_PAYS_ALONE = f"who gave the winning tile pays the total by these rules: say who, {_HOW_TO_SAY}"
_PAYS_DOUBLE = f"who discarded the winning tile pays double by these rules: say who, {_HOW_TO_SAY}"


def _settle_shared(deal: Deal, won: Sequence[ScoredHand], rules: Rules, shared: SharedTerms, payers: Payers) -> None:
    """Each winner is paid by itself; who is liable answers for the yakuman that the hand has of those named for it.

    Raises:
        HandError: somebody is liable, and there is no such yakuman.
    """
    source = won[0].request.source
    discarder = discarder_of(source, payers.discarder, robbed_pays=True)
    if needs_discarder(source, discarder, terms_for(rules)):
        deal.remark = f"who discarded the winning tile pays by these rules: say who, {_HOW_TO_SAY}"
        return
    wins = []
    for hand in won:
        assert hand.hand is not None
        seat = hand.request.liable
        part = liable_part(scorer_of(rules).score(hand.hand), shared) if seat or payers.liable else 0
        if seat is not None and not part:
            raise _not_liable(seat, str(hand.hand.seat), rules, shared)
        liable = seat or payers.liable if part else None
        repeats = payers.repeats or 0
        wins.append(SharedWin(hand.answer["total"], hand.hand.seat, discarder, liable, part, repeats))
    if payers.liable is not None and not any(win.liable for win in wins):
        raise _not_liable(payers.liable, "no winner", rules, shared)
    in_riichi = [
        win.winner for win, scored in zip(wins, won, strict=True) if {RIICHI, DOUBLE_RIICHI} & {*scored.request.flags}
    ]
    taken = taken_from_the_table([win.winner for win in wins], discarder, rules, payers.pot or 0, in_riichi)
    words = [*filter(None, [deal.remark]), *rules_of_shares(wins, shared, rules, taken)]
    deal.remark = "; ".join(words) or None
    fields = settlement_answer(settle_wins(wins, shared, rules.plan.seats, taken))
    deal.payments = fields["payments"]
    if len(wins) > 1 or payers.repeats or payers.pot or any(win.liable for win in wins):
        deal.change = fields["change"]


def _not_liable(seat: Seat, winner: str, rules: Rules, shared: SharedTerms) -> HandError:
    names = list_words(shared.liable_for) if shared.liable_for else "nothing"
    rule = f" [{rules.cites.liable}]" if rules.cites.liable else ""
    return HandError(f"{seat} is liable for {winner}'s hand: by these rules one answers for {names} alone{rule}")


def _settle_with_losers(deal: Deal, winner: ScoredHand, terms: Terms, payers: Payers) -> None:
    """Everybody pays the winner; where all hands are known, also what the losers pay each other."""
    hand = winner.hand
    assert hand is not None
    # Whose kong several have robbed tells who of them wins, and pays no more than others do.
    is_ruled = hand.source == "kong" and deal.remark is not None
    robbed_pays = terms.discarder_alone
    discarder = discarder_of(hand.source, None if is_ruled else payers.discarder, robbed_pays=robbed_pays)
    if needs_discarder(hand.source, discarder, terms):
        deal.remark = _PAYS_ALONE if terms.discarder_alone else _PAYS_DOUBLE
        return
    if len(deal.hands) == terms.players:
        totals = {scored.hand.seat: scored.answer["total"] for scored in deal.hands if scored.hand is not None}
        _pay(deal, settle(totals, hand.seat, discarder=discarder, liable=payers.for_all, terms=terms))
        return
    totals = {seat: winner.answer["total"] if seat is hand.seat else 0 for seat in SEATS[: terms.players]}
    alone = replace(terms, losers_settle=False)
    deal.payments = settlement_answer(
        settle(totals, hand.seat, discarder=discarder, liable=payers.for_all, terms=alone)
    )["payments"]
    if terms.losers_settle and payers.for_all is None:
        more = "the losers then pay each other the difference of their hands"
        deal.remark = f"{deal.remark}; {more}" if deal.remark else more


def _pay(deal: Deal, settlement: Settlement) -> None:
    paid = settlement_answer(settlement)
    deal.change, deal.payments = paid["change"], paid["payments"]


def _settle_by_card(deal: Deal, winner: ScoredHand | None, payers: Payers) -> None:
    """By a card the value alone is paid, whatever the others hold; a tile that was drawn is paid double by all."""
    if winner is None or winner.request.seat is None:
        return
    source = winner.request.source
    discarder = discarder_of(source, payers.discarder)
    if source == "discard" and discarder is None:
        deal.remark = _PAYS_DOUBLE
        return
    answer = winner.answer
    win = CardWin(answer["total"], answer["jokerless"], answer["bonus"])
    _pay(deal, settle_card_win(win, winner.request.seat, discarder))


# -- in words ---------------------------------------------------------------------------------------------------------

SOURCE_WORDS = {
    "wall": "drawn from the wall",
    "discard": "discarded by another player",
    "loose": "a loose tile from the dead wall, as for a kong",
    "kong": "robbed from a kong",
    "last-wall": "the last tile of the wall, drawn",
    "last-discard": "the last discard, when the wall is used up",
    "deal": "as dealt",
    "first-discard": "East's first discard",
}
"""Where a winning tile comes from, in words."""
FLAG_WORDS = {
    "twofold": "kong upon kong: a kong's loose tile made the kong that brought this one",
    "original-call": "called with the first discard, and kept",
    "last-tile": "the wall was used up",
    "no-discard": "before the winner had discarded anything",
    "riichi": "in riichi",
    "double-riichi": "in riichi declared with the first discard",
    "ippatsu": "within a turn of the riichi",
    "first-turn": "in the first turn, before any claim or kong",
    "not-apart": "the tile was not kept apart from the hand",
    "last-of-kind": "the three others of its kind lay open",
    "after-bonus": "the loose tile replaced a flower or season",
    "goulash": "in a goulash, with wild tiles",
}
"""What else can be true of a win, in words."""


def how_it_ended(hand: Hand, faces: Sequence[str] = CODES) -> str:
    """Whether the hand won, with which tile, where that came from, and what else was true; tiles in these faces."""
    if not hand.won:
        return "did not win"
    words = ["won with the dealt hand"]
    if hand.tile is not None and hand.source is not None:
        words = [f"won with {tile_words(hand.tile)} ({faces[hand.tile]}), {SOURCE_WORDS[hand.source]}"]
    words += [FLAG_WORDS[flag] for flag in sorted(hand.flags)]
    # Only East's wins count; what is said of them beside another seat's hand is passed over.
    words += [f"{counted(hand.east_wins, 'win')} in a row as East"] if hand.east_wins and hand.seat is Seat.E else []
    return "; ".join(words)
