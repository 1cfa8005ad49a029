"""What a club asks of many games: which ones, who wins how often, and how the league stands.

Every answer is made of `GameFacts`: what a game came to when it was replayed, as corrected. It makes no difference
where the game was kept: a database, a folder of logs and foreign records give the same answer. No I/O.
"""

from mjlog.club.facts import GameFacts, Seen, Wanted, game_facts
from mjlog.club.standings import Standing, Standings
from mjlog.club.stats import PlayerStats, Stats, stats_by_ruleset
from mjlog.period import Period, date_of

__all__ = [
    "GameFacts", "Period", "PlayerStats", "Seen", "Standing", "Standings", "Stats", "Wanted",
    "date_of", "game_facts", "stats_by_ruleset",
]  # fmt: skip
