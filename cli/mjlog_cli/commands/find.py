"""`mjlog find`: which games, or hands, fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog.text import did_you_mean, quoted, shown
from mjlog_cli.clubs import ClubGames, Played, Replayed, games_options
from mjlog_cli.console import complain, say, write_bytes, write_json
from mjlog_cli.names import names_option
from mjlog_cli.params import form_options, period_options

if TYPE_CHECKING:
    from mjlog.club import Wanted

_SEVERITIES = ("error", "warning", "info")
_MOST_ADDRESS = 500


@click.command(name="find")
@games_options
@click.option("--hands", "by_hand", is_flag=True, help="List single hands, each with the command that shows it.")
@click.option("--player", "players", metavar="HANDLE", multiple=True,
              help="A player of the game; may be repeated: all of them.")  # fmt: skip
@period_options
@click.option("--ruleset", metavar="ID", help="The rule set that the game names.")
@click.option("--place", metavar="TEXT", help="A part of the place's name.")
@click.option("--table", metavar="TEXT", help="A part of the table's name.")
@click.option("--event", "events", metavar="TYPE", multiple=True,
              help="A type of event in the hand, such as `kong`; may be repeated: all of them.")  # fmt: skip
@click.option("--finding", "codes", metavar="CODE", multiple=True,
              help="A finding of the audit, such as `wrong-score`; may be repeated: any of them.")  # fmt: skip
@click.option("--severity", "severities", type=click.Choice(_SEVERITIES), multiple=True,
              help="A finding of this severity; may be repeated: any of them.")  # fmt: skip
@click.option("--won-by", metavar="HANDLE", help="Who won the hand.")
@click.option("--limit-hand", is_flag=True, help="Won by a limit hand, or announced as high as one where nobody "
              "wrote down the tiles.")  # fmt: skip
@click.option("--washout", is_flag=True, help="Nobody won the hand.")
@names_option
@form_options
def command(source: Replayed, by_hand: bool, names: dict[str, str] | None, form: str, **asked: Any) -> int:
    """Find games, or single hands with --hands. Everything that is asked must be true.

    PATH is a log, a folder, a packed folder, a database, a foreign record or a game of the database. Without PATH: all
    games of the database. What is asked of hands (event, finding, result) must be true of one hand. A hand in progress
    is not looked at.
    """
    from mjlog.club import Wanted

    _refuse_unknown(asked["events"], asked["codes"])
    wanted = Wanted(**asked)
    reading = ClubGames(source, wanted)
    writer = _Writer(form, by_hand, names, wanted)
    for played in reading.games():
        reading.progress.clear()
        writer.write(played)
    if not writer.count:
        meant = (*wanted.players, *filter(None, (wanted.won_by,)))
        strangers = [player for player in meant if player not in reading.handles]
        complain(str(reading.stranger(strangers[0])) if strangers and reading.handles else "nothing was found")
    return reading.end()


def _refuse_unknown(events: tuple[str, ...], codes: tuple[str, ...]) -> None:
    from mjlog.findings import registry

    for option, given, known in (("--event", events, EVENT_TYPE_BY_NAME), ("--finding", codes, registry())):
        for word in given:
            if word not in known:
                meant = did_you_mean(word, known)
                hint = f"; did you mean {meant}?" if meant else ""
                raise click.UsageError(f"{option}: there is no {option[2:]} {quoted(word)}{hint}")


class _Writer:
    """Writes what was found, as it is found."""

    def __init__(self, form: str, by_hand: bool, names: dict[str, str] | None, wanted: Wanted) -> None:
        self.form, self.by_hand, self.names, self.wanted = form, by_hand, names, wanted
        self.count = 0
        if form == "csv":
            self._write_row(list(self._empty()))

    def write(self, played: Played) -> None:
        """A game that fits, if any of its hands does where something is asked of them."""
        if self.form == "text":
            for line in self._lines(played):
                say(line)
            return
        for fields in self._records(played):
            if self.form == "json":
                write_json(fields)
            else:
                from mjlog.club.records import csv_row

                self._write_row(list(csv_row(fields).values()))

    def _records(self, played: Played) -> Iterator[dict[str, Any]]:
        from mjlog.club.records import game_json, hand_json

        hands = self.wanted.hands_of(played.facts)
        if not self.by_hand:
            if hands or not self.wanted.asks_of_hands:
                self.count += 1
                yield game_json(played.facts, len(hands), self.names, played.replay())
            return
        for hand in hands:
            self.count += 1
            yield hand_json(played.facts, hand, self.names, played.replay(hand))

    def _lines(self, played: Played) -> Iterator[str]:
        from mjlog.club.records import found_line, game_line, hand_line

        hands, names = self.wanted.hands_of(played.facts), self.names or {}
        if not self.by_hand:
            if hands or not self.wanted.asks_of_hands:
                self.count += 1
                yield game_line(played.facts, len(hands), names)
            return
        for hand in hands:
            self.count += 1
            yield hand_line(played.facts, hand, names)
            found = found_line(hand, self.wanted.codes, self.wanted.severities)
            if found is not None:
                yield f"    {found}"
            yield f"    {shown(played.replay(hand), _MOST_ADDRESS)}"

    def _empty(self) -> dict[str, Any]:
        """The fields of a record, for the first line of a table."""
        from mjlog.club import GameFacts
        from mjlog.club.records import game_json, hand_json
        from mjlog.views.results import HandResult

        game = GameFacts("", "", None, (), None, None, None, None, False, False, True)
        if self.by_hand:
            return hand_json(game, HandResult("before play"), self.names, "")
        return game_json(game, 0, self.names, "")

    @staticmethod
    def _write_row(cells: list[Any]) -> None:
        from mjlog.views.csv_cells import csv_line

        write_bytes([csv_line(cells).encode("utf-8")])
