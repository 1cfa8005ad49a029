"""Small records of riichi games, written by hand: as a server writes them, and as one player receives them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mjlog.audit.engine import Engine
from mjlog.events import Event
from mjlog.formats.foreign import Written, format_of, importers
from mjlog.log.records import Fault, GameRecord

HEAD = """<mjloggm ver="2.3">
<GO type="169" lobby="0"/>
<UN n0="anna" n1="ben" n2="%C4%8Den%C4%9Bk" n3=""/>
<TAIKYOKU oya="0"/>
"""
RIICHI = """<INIT seed="0,0,0,1,2,132" ten="250,250,250,250" oya="0" hai0="4,8,12,17,20,24,40,44,48,92,96,76,77" hai1="0,1,2,32,33,36,37,68,69,108,109,112,116" hai2="3,34,35,38,39,70,71,110,113,114,117,118,120" hai3="5,6,7,9,10,11,13,14,15,21,22,25,26"/>
<T104/>
<REACH who="0" step="1"/>
<D104/>
<REACH who="0" ten="240,250,250,250" step="2"/>
<U100/>
<E100/>
<AGARI ba="0,1" hai="4,8,12,17,20,24,40,44,48,76,77,92,96,100" machi="100" ten="30,12000,1" yaku="21,2,2,1,7,1,8,1,53,0" doraHai="132" doraHaiUra="133" who="0" fromWho="1" sc="240,130,250,-120,250,0,250,0"/>
"""  # noqa: E501 - a tag is a line
"""East declares riichi and wins the next discard."""
NINE_TERMINALS = """<INIT seed="0,1,0,3,4,16" ten="370,130,250,250" oya="0" hai0="0,32,36,68,72,104,108,112,116,120,4,8,12" hai1="1,5,9,13,17,21,25,29,33,37,41,45,49" hai2="2,6,10,14,18,22,26,30,34,38,42,46,50" hai3="3,7,11,15,19,23,27,31,35,39,43,47,51"/>
<T124/>
<RYUUKYOKU type="yao9" ba="1,0" sc="370,0,130,0,250,0,250,0" hai0="0,4,8,12,32,36,68,72,104,108,112,116,120,124"/>
"""  # noqa: E501
CALLS = """<INIT seed="0,2,0,1,1,120" ten="370,130,250,250" oya="0" hai0="0,4,8,12,17,24,28,36,53,68,89,96,112" hai1="1,5,9,13,18,25,29,37,54,69,90,97,113" hai2="40,44,48,56,60,64,104,105,76,80,125,126,100" hai3="32,33,34,2,6,10,14,19,26,30,38,70,114"/>
<T124/>
<D124/>
<N who="2" m="47722"/>
<F100/>
<W35/>
<N who="3" m="8192"/>
<DORA hai="128"/>
<W116/>
<G116/>
<T117/>
<D117/>
<U108/>
<E108/>
<V84/>
<AGARI ba="2,0" hai="40,44,48,56,60,64,76,80,84,104,105" m="47722" machi="84" ten="30,1100,0" yaku="18,1" doraHai="120,128" who="2" fromWho="2" sc="370,-7,130,-5,250,17,250,-5"/>
"""  # noqa: E501
"""West claims white dragons, north makes a concealed kong, west draws the winning tile."""
XML = HEAD + RIICHI + NINE_TERMINALS + CALLS
_OTHERS = re.compile(r"<([UVW])\d+/>")
_DRAWN = re.compile(r"<([UVW])(\d+)/>\n<([EFG])\2/>")


def received(text: str = XML) -> str:
    """What the program of place 0 received of a game."""
    text = re.sub(r' hai0=("[^"]*") hai1="[^"]*" hai2="[^"]*" hai3="[^"]*"', r" hai=\1", text)
    text = _DRAWN.sub(lambda match: f"<{match[1]}/>\n<{match[3].lower()}{match[2]}/>", text)
    return _OTHERS.sub(r"<\1/>", text).replace('<mjloggm ver="2.3">\n', "").replace(' lobby="0"', "")


def record(text: str | bytes) -> GameRecord:
    """A text as the game that it is told to be."""
    content = text.encode() if isinstance(text, str) else text
    found = format_of(content)
    assert found is not None, content[:100]
    (game,) = found.games("game", "game", [("game", content)])
    return game


def write_foreign(bodies: Iterable[bytes], name: str, kind: str, hand: int | None = None) -> Written:
    """A game in a format of other programs."""
    write = importers().formats[kind].write
    assert write is not None
    return write(bodies, name, hand)


def events(text: str | bytes) -> list[Event]:
    """The events of a record, which has nothing that cannot be read."""
    rows = [row for row, _line in record(text).rows]
    assert not [row for row in rows if isinstance(row, Fault)], rows
    return [row for row in rows if isinstance(row, Event)]


def findings(text: str | bytes) -> list[tuple[str, int | None]]:
    """What an audit finds in a record: code and line."""
    reports = Engine(record(text)).run()
    return [(one.code, one.line) for report in reports for one in report.findings]
