"""Everything that is shown of random leagues, compared after each entry with a second count of the stored log."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import Refused
from engine.leagues.bid_seals import bid_digest
from engine.leagues.desk import Leagues
from engine.leagues.entries import (
    Became,
    Bid,
    BidSealed,
    BidsOpened,
    Body,
    Entered,
    Format,
    Queued,
    Reopened,
    Reported,
    Ruled,
    SeasonClosed,
    Sides,
    Template,
    Unpaired,
    Withdrew,
)
from engine.leagues.fold import League
from engine.leagues.matches import Match
from engine.leagues.ratings import rate, rated_games
from engine.leagues.rounds import challenge, next_round
from engine.leagues.standings import standings
from engine.log.deadline import add_seconds
from engine.log.journal import Journal
from tests.engine.leagues.log_recount import Recount
from tests.support.league_count import Line
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy

FORMATS, SIDES = get_args(Format), get_args(Sides)
DEEDS = (
    *(*("round",) * 3, "finish", "close", "rule", "rule", "reopen", "result", "enter", "withdraw", "again", "wait"),
    *("rename", "unpair"),
)
PAIRED = (*("queue",) * 4, *("pair",) * 4)
tried = Counter[str]()
"""What was compared in the whole run, by what it is."""


class RandomLeague:
    """A league in a database, in which something happens whatever is drawn.  ``live``: as it is kept up entry by
    entry; after each, everything is compared.
    """

    def __init__(self, leagues: Leagues, template: Template, chance: Random) -> None:
        self.leagues, self.chance, self.now = leagues, chance, NOW
        self.live = leagues.open("Cup", template, "host", NOW)

    def deed(self, what: str) -> None:
        """Nothing if it cannot be done now."""
        match what:
            case "wait":
                self.now = add_seconds(self.now, self.chance.randrange(3_600, 40 * 86_400))
            case "round":
                self.write("queue", 4)
                self.write("pair", 2)
                self.deed("finish")
            case "finish":
                self.write("result", sum(len(match.games) - len(match.results) for match in self.live.open_matches()))
            case _:
                self.write(what)

    def write(self, what: str, times: int = 1) -> None:
        for _ in range(times):
            try:
                for body in self.bodies(what):
                    self.leagues.write("cup", lambda _, body=body: body, self.now)  # type: ignore[misc]
                    self.live.apply(body, self.now)
                    tried[what] += 1
                    compare(self)
            except Refused:
                return

    def bodies(self, what: str) -> Sequence[Body]:
        live, chance, template = self.live, self.chance, self.live.template
        active = [one.player for one in live.active()]
        gone = [player for player, one in live.entrants.items() if one.withdrawn is not None]
        match what:
            case "enter":
                return (self.entry(f"p{len(live.entrants) + 1:02}"),)
            case "again" if gone:
                return (self.entry(chance.choice(gone)),)
            case "rename" if live.entrants:
                return (Became(chance.choice([*live.entrants]), f"q{len(live.spellings):02}"),)
            case "withdraw" if active:
                out = template.format == "knock-out" and chance.random() < 0.7
                return (Withdrew(chance.choice(active), "moved", out),)
            case "pair" if template.format == "ladder" and len(active) > 1:
                low = chance.choice(live.ladder()[1:])
                return (challenge(live, low, chance.choice(live.above(low)), self.now),)
            case "queue" if template.format == "queue" and active:
                idle = [player for player in active if player not in live.tickets]
                return (Queued(chance.choice(idle or active), 24, 1500),)
            case "pair":
                return (next_round(live, self.now),)
            case "unpair" if live.rounds:
                return (Unpaired(len(live.rounds)),)
            case "close":
                return (SeasonClosed(live.season),)
            case "result" | "rule" | "reopen":
                return self.of_a_match(what)
        return ()

    def entry(self, player: str) -> Entered:
        division = self.chance.choice(("", *self.live.template.divisions))
        return Entered(player, division, rating=self.chance.choice((None, 1400, 1650)))

    def of_a_match(self, what: str) -> Sequence[Body]:
        chance, matches = self.chance, self.live.season_matches()
        there = [match for match in matches if (match.results if what == "reopen" else not match.complete)]
        if not there:
            return ()
        match = chance.choice(there)
        if what == "reopen":
            number = chance.choice([at for at, game in enumerate(match.games, 1) if game.result])
            return (Reopened(match.number, number, "the game was rewound"),)
        bidding = self.live.template.sides == "bids" and match.bid is None and chance.random() < 0.8
        first = self.bidding(match) if bidding else ()
        return (*first, self.ruling(match) if what == "rule" else self.result(match))

    def bidding(self, match: Match) -> Sequence[Body]:
        """Of somebody who knows both bids, or in secret; one of them may be missing."""
        bids = (self.chance.randrange(4), self.chance.randrange(4))
        if self.chance.random() < 0.5:
            return (Bid(match.number, bids),)
        one, other = (f"{self.chance.getrandbits(128):032x}" for _ in match.players)
        seals = [
            BidSealed(match.number, player, bid_digest("cup", match.number, player, bid, salt))
            for player, bid, salt in zip(match.players, bids, (one, other), strict=True)
        ]
        if self.chance.random() < 0.3:
            return (seals[0], BidsOpened(match.number, (bids[0], 0), (one, "")))
        return (*seals, BidsOpened(match.number, bids, (one, other)))

    def ruling(self, match: Match) -> Ruled:
        verdict = self.chance.choice(("forfeit", "adjudication", "double-loss"))
        winner = "" if verdict == "double-loss" else self.chance.choice(match.players)
        if verdict == "adjudication":
            winner = self.chance.choice((winner, ""))
        number = self.chance.randrange(len(match.games) + 1)
        return Ruled(match.number, verdict, "no answer", "host", winner, number)  # type: ignore[arg-type]

    def result(self, match: Match) -> Reported:
        kind, number = self.chance.random(), next(at for at, game in enumerate(match.games, 1) if not game.result)
        winner, scores = self.chance.choice((*match.players, "")), (self.chance.randrange(9), self.chance.randrange(9))
        if kind < 0.6:  # taken from a game, where scores and winner need not agree
            agreed = kind < 0.2
            counts = not agreed or self.chance.random() < 0.5
            return Reported(match.number, winner, number, scores, "raid-1", agreed, counts)
        return Reported(match.number, winner, number, agreed=bool(match.bid))


def compare(made: RandomLeague) -> None:
    """What is shown by the state that was kept up, by a fold of the stored log, and by the second count of it."""
    log = [(entry.kind, entry.at, entry.body) for entry in made.leagues.log("cup")]
    counted, stored = Recount(log), made.leagues.find("cup")
    for league in (made.live, stored):
        compare_tables(league, counted)
        ratings = rate(rated_games(league.matches.values(), "toy")).table(made.live.changed_at)
        assert {one.player: (one.rating, one.bounds, one.games) for one in ratings} == counted.ratings()
        if league.template.format == "ladder":
            assert league.ladder() == counted.ladder()
        assert {one.player: one.division for one in league.entrants.values()} == counted.division
    tried["ratings"] += len(counted.ratings())


def compare_tables(league: League, counted: Recount) -> None:
    tables = {league.season: counted.tables(), **counted.closed}
    assert league.season == counted.season
    for season, divisions in tables.items():
        for division, lines in divisions.items():
            shown = standings(league, division, season)
            assert [row.place for row in shown] == [*range(1, len(lines) + 1)]
            assert [Line(*(getattr(row, name) for name in Line._fields)) for row in shown] == lines
            tried["lines"] += len(lines)
    assert {row.player for division in league.divisions() for row in standings(league, division) if row.withdrawn} == {
        line.player for lines in counted.tables().values() for line in lines if line.player in counted.gone
    }


@pytest.mark.parametrize("form", FORMATS)
def test_every_table_is_recounted_from_the_log(form: str) -> None:
    @settings(max_examples=share(60, 4), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(
        st.sampled_from(SIDES),
        st.sampled_from(((), ("high", "low"), ("a", "b", "c"))),
        st.sampled_from(((3, 1, 0), (2, 1, 0), (5, 2, 1))),
        st.permutations(("direct", "schedule", "score")).flatmap(lambda ties: st.sampled_from((ties, ties[:1], []))),
        st.integers(2, 7),
        st.lists(st.sampled_from(DEEDS), min_size=6, max_size=20),
        st.integers(0, 2**32).map(Random),
    )
    def recount(
        sides: str, divisions: tuple[str, ...], points: tuple[int, int, int], ties: list[str], players: int,
        deeds: list[str], chance: Random,
    ) -> None:  # fmt: skip
        template = Template(
            "toy", form, ("ford", "mill"), sides, points=points, tie_breaks=tuple(ties),  # type: ignore[arg-type]
            divisions=divisions if form in ("swiss", "round-robin", "knock-out") else (), moves=1,
        )  # fmt: skip
        journal = Journal(":memory:")
        made = RandomLeague(Leagues(journal, entropy("leagues")), template, chance)
        made.write("enter", players)
        for deed in (*["queue"] * 4, *["pair"] * 4, "unpair", "pair", "rule", "finish", "reopen", *deeds):
            made.deed(deed)
        journal.close()

    tried.clear()
    recount()
    print(f"{form}: recounted {', '.join(f'{number} x {what}' for what, number in sorted(tried.items()))}")
    assert min(tried[what] for what in ("result", "rule", "reopen", "lines")) > 0
