"""The events of riichi in a sentence."""

from __future__ import annotations

from each import each
from mjlog.views.words import words
from short_logs import events, table

START = "game riichi; hand"
TABLE = f"{START} depth=table; indicator 4d"
SHOWN = f"{TABLE}; E draw ??; E discard 0b; S claim mahjong; W claim mahjong; S mahjong discard 0b"

SENTENCES = [
    ("game riichi", "hand 3 S cora repeats=2 pot=1000 depth=table view=W",
     "Hand 3 begins in the south round, 2 repeats, 1000 in the pot, recorded as seen from the table, as West saw it: "
     "cora is East, dora is South, anna is West, ben is North"),
    (START, "indicator 3c", "The dora indicator is turned, 3 characters: 4 characters is dora"),
    (START, "indicator Nw kong", "A kong's dora indicator is turned, north wind: east wind is dora"),
    (START, "indicator 0d under", "The indicator under another is turned, red 5 dots: 6 dots is dora"),
    (START, "indicator ??", "The dora indicator is turned, a tile"),
    (f"{TABLE}; E draw 0b", "E discard 0b drawn=true", "East discards red 5 bamboo, just drawn"),
    (f"{TABLE}; E draw ??", "E discard 1b drawn=false riichi=true",
     "East discards 1 bamboo, from the hand, and declares riichi"),
    (f"{TABLE}; E draw ??; E discard 0b", "S claim pung", "South claims pung of red 5 bamboo from East"),
    (f"{TABLE}; E draw ??; E discard 5b; S claim pung", "S expose pung 505b",
     "South lays down a pung of 5 bamboo (1 red) with the discard from East"),
    (f"{TABLE}; E draw ??; E discard 5b; S claim pung; S expose pung 555b; S discard 1c; W draw ??; W discard 1c; "
     "N draw ??; N discard 1c; E draw ??; E discard 1c; S draw 0b", "S kong added 5550b",
     "South adds red 5 bamboo to the pung: kong of 5 bamboo (1 red)"),
    (SHOWN.rpartition("; ")[0], "S mahjong discard 0b", "South declares mahjong on red 5 bamboo from East"),
    (f"{TABLE}; E draw ??; E discard 0b; S claim pung; W claim mahjong", "W mahjong discard 0b liable=N",
     "West declares mahjong on red 5 bamboo from East; North answers for it; South's pung is refused"),
    (SHOWN, "S score 3900 points=30 doubles=3", "South's hand is announced at 3900: 3 han 30 fu"),
    (SHOWN, "S score 8000 points=40 doubles=5 limit=mangan", "South's hand is announced at 8000: 5 han 40 fu, mangan"),
    (SHOWN, "settlement E=-3900 S=5900 W=0 N=0 for=S pot=2000",
     "South's win is paid: East loses 3900 and South gains 5900; 2000 of it from the pot"),
    (TABLE, "washout", "The hand is drawn: an exhaustive draw"),
    (TABLE, "washout reason=nine-terminals seats=E", "The hand is drawn: nine terminals and honors (East)"),
    (TABLE, "washout reason=elsewhere", "The hand is drawn: elsewhere"),
    (TABLE, "end anna=31000 ben=24000 cora=23000 dora=22000 final=anna:41000,ben:4000,cora:-17000,dora:-28000",
     "The game ends: anna 31000, ben 24000, cora 23000 and dora 22000; final scores: anna +41.0, ben +4.0, "
     "cora −17.0 and dora −28.0"),
]  # fmt: skip


@each("before, event, sentence", SENTENCES)
def test_an_event_of_riichi_reads_as(before: str, event: str, sentence: str) -> None:
    assert words(table(before), events(f"{before}; {event}")[-1]) == sentence
