"""What one recorder types or taps while another writes: what it was for is over then, or it is not."""

from __future__ import annotations

from typing import NamedTuple

_CHARLESTON = "hand table; o; o; wob1 so eo no; no-; eo2 wo2 so0 no0; 9b"


class Meanwhile(NamedTuple):
    """A game that has come so far, a line that is begun there, and what somebody else writes before it is entered."""

    rules: str
    begun: str
    mine: str
    theirs: str

    @property
    def acts(self) -> list[str]:
        """How the game has come so far."""
        return self.begun.split("; ")

    @property
    def written(self) -> list[str]:
        """What somebody else writes."""
        return self.theirs.split("; ")


STRAYS = {
    "a result, after a draw": Meanwhile("western", "hand result", "smfe8/48/4/2", "wash hand"),
    "a result that both enter": Meanwhile("riichi", "hand result", "wmw1h30", "wmw1h30"),
    "a result, after that and the next hand": Meanwhile("riichi-ema", "hand result", "wmw1h30", "wmw1h30; pay; hand"),
    "a result that begins its hand": Meanwhile("western", "hand result; wash", "smfe8/48/4/2", "wash"),
    "a result of the card": Meanwhile("american", "hand result", "smfe25", "smfe25; pay; hand"),
    "a draw": Meanwhile("classical", "hand result", "wash", "wash; hand"),
    "a payment": Meanwhile("western", "hand result; sm8/48/4/2", "pay", "pay; hand; sm8/48/4/2"),
    "a payment of riichi": Meanwhile("riichi-wrc", "hand result; smfe3h30", "pay", "pay; hand; smfe3h30"),
    "a payment in a hand of tiles": Meanwhile("dmjl", "hand table; 5b; sm; 8/48/4/2", "pay", "pay; hand"),
    "a fine, after the next hand": Meanwhile("western", "hand result; wash", "penalty s 50 talking", "hand"),
    "a fine that both enter": Meanwhile("bmja", "hand result", "penalty s 50 talking", "penalty s 50 talking"),
    "a chombo": Meanwhile("riichi-ema", "hand result", "chombo s", "wash r-; hand"),
    "the next hand that both begin": Meanwhile("classical", "hand result; wash", "hand", "hand"),
    "the end of the game": Meanwhile("western", "hand result; wash", "end", "hand; wash"),
    "a discard that both enter": Meanwhile("western", "hand table; 5b", "6b", "6b"),
    "a discard, a turn later": Meanwhile("mahjiang", "hand table; 5b", "6b", "6b 7b 8b 9b"),
    "a draw of a tile that both enter": Meanwhile("western", "hand full; 5b", "t6b", "t6b"),
    "a claim of another discard": Meanwhile("pung-chi", "hand table; 5b", "sp", "6b 7b 8b 5b"),
    "a win by another discard": Meanwhile("dead-wall", "hand table; 5b", "sm", "6b 7b 8b 5b"),
    "a hand shown by both": Meanwhile("western", "hand table; 5b; sm", "sh 123b", "sh 123b"),
    "a correction of what is another act": Meanwhile("western", "hand table; 5b", "fix 3 6b", "fix 3 7b"),
    "a hand declared dead by both": Meanwhile("american", _CHARLESTON, "dead s count", "dead s count"),
    "what cannot be read yet": Meanwhile("western", "hand result", "smfe8/48/4/", "wash hand"),
}
"""What is not what it was any more."""

FITS = {
    "a remark": Meanwhile("western", "hand table; 5b", "sp", "note the bell rang"),
    "the next hand beside a remark": Meanwhile("western", "hand table; 5b; .. wash", "note the bell rang", "hand"),
    "the hand that it would begin": Meanwhile("western", "hand result; wash", "smfe8/48/4/2", "hand"),
    "the hand of riichi that it would begin": Meanwhile("riichi", "hand result; wash r-", "wmw1h30", "hand"),
    "play beside a fine": Meanwhile("western", "hand table; 5b", "penalty s 50 talking", "6b 7b"),
    "another fine": Meanwhile("dmjl", "hand table; 5b", "penalty s 50 talking", "penalty w 50 talking"),
    "the next hand beside a correction": Meanwhile("western", "hand table; 5b; .. wash", "fix 3 6b", "hand"),
    "the payment before the next hand": Meanwhile("western", "hand result; sm8/48/4/2", "hand", "pay"),
}
"""What others can write beside a line, for which it stays what it was."""
