"""The hands of one deal: each is scored, then it is settled who pays whom, as far as that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mjlog.audit.valuing import terms_for
from mjlog.calculator.requests import score_of, whole
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import HandError
from mjlog.rulesets import Rules
from mjlog.scoring import Hand, read_hand, settle_card_request, settle_request
from mjlog.scoring.possible_hand import check_copies
from mjlog.scoring.settle_request import check_payers, discarder_of, needs_discarder, payments_to_winner
from mjlog.seats import SEATS, Seat
from mjlog.text import counted, list_words

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Payers:
    """Who is said to have discarded the winning tile, and to pay the winner for everybody."""

    discarder: Seat | None = None
    for_all: Seat | None = None


@dataclass(slots=True)
class ScoredHand:
    """A hand as it was asked about, as it was read (None where it cannot be, or is of a card), and the answer."""

    fields: Fields
    answer: Fields
    hand: Hand | None = None

    @property
    def error(self) -> str | None:
        """Why there cannot be such a hand."""
        return self.answer.get("error")


@dataclass(slots=True)
class Deal:
    """Scored hands, and what is paid for them.

    `payments`: from, to, points; None where nothing can be said of payments. `change`: per seat, None where only the
    payments to the winner are known. `remark`: what is missing for more. `error`: why they are no hands of one deal.
    """

    hands: list[ScoredHand] = field(default_factory=list)
    payments: list[list[Any]] | None = None
    change: dict[str, int] | None = None
    remark: str | None = None
    error: str | None = None
    needs_discarder: bool = False

    @property
    def is_sound(self) -> bool:
        """Whether all hands can be, and can be those of one deal."""
        return self.error is None and all(one.error is None for one in self.hands)

    @property
    def winner(self) -> str | None:
        """The seat of the hand that won and is complete."""
        return next((one.fields.get("seat") for one in self.hands if one.answer.get("complete")), None)

    def settlement(self) -> Fields:
        """The payments as plain values, with what is missing."""
        found = {"change": self.change, "payments": self.payments, "remark": self.remark, "error": self.error}
        return {name: value for name, value in found.items() if value is not None}


def score_deal(
    requests: Sequence[Fields], rules: Rules, cards: CardShelf = NO_CARDS, payers: Payers = Payers()
) -> Deal:
    """Score the hands of one deal, or one hand of it, and settle them.

    Raises:
        MjlogError: the rule set does not say what hands are worth, or there is no such card.
    """
    deal = Deal([_scored(fields, rules, cards) for fields in requests])
    if not deal.is_sound:
        deal.remark = "nothing is settled while there can be no such hand" if len(deal.hands) > 1 else None
        return deal
    try:
        _check_payers(deal, rules, payers)
        _check_one_deal([one.hand for one in deal.hands if one.hand is not None], rules)
        _settle(deal, rules, payers)
    except HandError as error:
        deal.error = str(error)
    return deal


def _scored(fields: Fields, rules: Rules, cards: CardShelf) -> ScoredHand:
    try:
        fields = {name: value for name, value in whole(fields).items() if value is not None}
        answer = score_of(fields | {"would_be": True}, rules.ruleset, cards, explained=True)
        hand = (
            None
            if rules.plan.by_card
            else _read(fields, rules)
        )
    except HandError as error:
        return ScoredHand(fields, {"error": str(error)})
    return ScoredHand(fields, answer, hand)


def _read(fields: Fields, rules: Rules) -> Hand:
    plan = rules.plan
    return read_hand(fields, plan.copies, bonus_from_live=plan.bonus_from_live, red_fives=plan.red_fives)


def _check_payers(deal: Deal, rules: Rules, payers: Payers) -> None:
    """Can these pay for the hand that won?

    Raises:
        HandError: nobody won, or they are two players, or by these rules nobody pays for all.
    """
    if rules.plan.by_card and payers.for_all is not None:
        raise HandError(
            f"{payers.for_all} pays for all: by a score card everybody pays, the discarder double; say who discarded it"
        )
    won = any(one.answer["complete"] or one.answer["total"] is None for one in deal.hands)
    check_payers(payers.discarder, payers.for_all, won=won, apart=terms_for(rules).shared is not None)


def _check_one_deal(hands: Sequence[Hand], rules: Rules) -> None:
    """Every seat has one hand, at most one won, all are of one round, and together they have no tile too many.

    Raises:
        HandError: not so.
    """
    seats = [hand.seat for hand in hands]
    twice = next((seat for seat in SEATS if seats.count(seat) > 1), None)
    if twice is not None:
        raise HandError(
            f"{counted(seats.count(twice), 'hand')} of {twice}: the hands of one deal are of different seats"
        )
    winners = [str(hand.seat) for hand in sorted(hands, key=lambda hand: hand.seat.index) if hand.won]
    if len(winners) > 1:
        raise HandError(f"{list_words(winners)} have won: of the hands of one deal one wins at the most")
    rounds = sorted({str(hand.round) for hand in hands})
    if len(rounds) > 1:
        raise HandError(f"hands of the {list_words(rounds)} rounds: the hands of one deal are of one round")
    check_copies([*_tiles(hands), *_indicators(hands)], rules.plan.copies, "in the hands of this deal")


def _tiles(hands: Iterable[Hand]) -> list[int]:
    return [
        kind
        for hand in hands
        for tiles in (hand.concealed, hand.bonus, *(laid.tiles for laid in hand.sets))
        for kind in tiles
    ]


def _indicators(hands: Sequence[Hand]) -> tuple[int, ...]:
    """The indicators of a deal, which are the same for all its hands."""
    return max((hand.indicators + hand.under for hand in hands), key=len, default=())


# -- payments ---------------------------------------------------------------------------------------------------------


def _settle(deal: Deal, rules: Rules, payers: Payers) -> None:
    winner = next((one for one in deal.hands if one.answer["complete"]), None)
    if rules.plan.by_card:
        _settle_by_card(deal, winner, payers)
        return
    if any(one.answer["total"] is None for one in deal.hands) or not rules.settlement.table:
        return
    terms = terms_for(rules)
    if winner is None or winner.hand is None:
        if len(deal.hands) == terms.players and terms.shared is None:
            deal.change, deal.payments = dict.fromkeys((seat.value for seat in SEATS[: terms.players]), 0), []
        return
    hand = winner.hand
    discarder = discarder_of(hand.source, payers.discarder, robbed_pays=terms.shared is not None)
    if needs_discarder(hand.source, discarder, terms):
        how = "pays" if terms.shared is not None else "pays double"
        deal.needs_discarder = True
        deal.remark = f"who discarded the winning tile {how} by these rules: say who, with --discarder SEAT"
        return
    if len(deal.hands) == terms.players and terms.shared is None:
        found = settle_request(_totals(deal, hand.seat, discarder, payers.for_all), terms)
        deal.change, deal.payments = found["change"], found["payments"]
        return
    paid = payments_to_winner(winner.answer["total"], hand.seat, terms, discarder=discarder, liable=payers.for_all)
    deal.payments = [[payer.value, payee.value, points] for payer, payee, points in paid]
    if terms.losers_settle and payers.for_all is None:
        deal.remark = "the losers then pay each other the difference of their hands"


def _totals(deal: Deal, winner: Seat, discarder: Seat | None, for_all: Seat | None) -> Fields:
    return {
        "totals": {one.hand.seat.value: one.answer["total"] for one in deal.hands if one.hand is not None},
        "winner": winner.value,
        "discarder": discarder.value if discarder is not None else None,
        "pays_for_all": for_all.value if for_all is not None else None,
    }


def _settle_by_card(deal: Deal, winner: ScoredHand | None, payers: Payers) -> None:
    """By a card the value alone is paid, whatever the others hold; a tile that was drawn is paid double by all."""
    if winner is None or winner.fields.get("seat") is None:
        return
    source = winner.fields.get("source")
    discarder = discarder_of(source, payers.discarder)
    if source == "discard" and discarder is None:
        deal.needs_discarder = True
        deal.remark = "who discarded the winning tile pays double by these rules: say who, with --discarder SEAT"
        return
    answer = winner.answer
    request = {"winner": winner.fields["seat"], "discarder": discarder.value if discarder is not None else None,
               "value": answer["total"], "jokerless": answer["jokerless"], "bonus": answer["bonus"]}  # fmt: skip
    found = settle_card_request(request)
    deal.change, deal.payments = found["change"], found["payments"]
