"""A league as its log tells it: entries are applied one by one, and whatever cannot follow is refused."""

from collections.abc import Iterable, Iterator
from copy import copy
from shlex import quote

from engine.contract import counted, replace
from engine.errors import Refused

from .entries import Became, Body, Entered, LeagueOpened, Paired, Queued, SeasonClosed, Unpaired, Unqueued, Withdrew
from .ladder import Ladder
from .match_changes import changed_match, require_reason
from .matches import Match, new_games
from .open_queue import new_ticket
from .player_names import name_key, require_name, tidy_name
from .promotion import after_season
from .ratings import NEWCOMER
from .records import Entrant, Round, Season, Ticket, require_least
from .renaming import rename
from .round_checks import last_round, require_next
from .standings import standings

MOST_PLAYERS = 512


class League:
    """The state of a league.  ``seasons``: those that are closed.  ``spellings``: the name of each player by the keys
    of all the names that they have had.
    """

    def __init__(self, opened: LeagueOpened, at: str) -> None:
        self.id, self.name, self.owner, self.template = opened.league, opened.name, opened.by, opened.template
        self.opened_at = self.changed_at = at
        self.season = 1
        self.entrants, self.matches = dict[str, Entrant](), dict[int, Match]()
        self.spellings = dict[str, str]()
        self.rounds, self.seasons = list[Round](), list[Season]()
        self.tickets, self.rungs = dict[str, Ticket](), Ladder()

    def copy(self) -> "League":
        """One that can be changed without this one; what neither changes they share."""
        made = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list | Ladder):
                setattr(made, name, value.copy())
        return made

    def apply(self, body: Body, at: str) -> None:
        """Refused if the league cannot go on so, and then nothing has changed."""
        match body:
            case Entered():
                self._enter(body)
            case Withdrew():
                self._withdraw(body)
            case Queued():
                self._queue(body, at)
            case Unqueued():
                self._unqueue(body)
            case Paired():
                self._pair(body, at)
            case Unpaired():
                self._unpair(body)
            case SeasonClosed():
                self._close(body)
            case Became():
                rename(self, body)
            case LeagueOpened():
                raise Refused("league-open", f"{self.name} is open already.")
            case _:
                self._change_match(changed_match(self._present_match(body.match), body, self.template, at, self.id))
        self.changed_at = at

    def match(self, number: int) -> Match:
        """Refused no-such-match."""
        if number not in self.matches:
            last = f"The last one is {len(self.matches)}." if self.matches else "No round has been paired yet."
            raise Refused("no-such-match", f"{self.name} has no match {number}. {last}")
        return self.matches[number]

    def seeding(self, player: str) -> tuple[int, int]:
        """Sorts the best first: by the rating with which they entered, if it is known, then who entered first."""
        entrant = self.entrants[player]
        return -(NEWCOMER if entrant.rating is None else entrant.rating), entrant.seed

    def _present_match(self, number: int) -> Match:
        """Refused no-such-match, season-closed."""
        found = self.match(number)
        if found.season != self.season:
            raise Refused("season-closed", f"Match {number} belongs to season {found.season}, which is closed.")
        return found

    def spelling(self, name: str) -> str:
        """The player's name, by one that they have or had, in whatever case and spaces; tidied if nobody has it."""
        return self.spellings.get(name_key(name), tidy_name(name))

    def entrant(self, player: str) -> Entrant:
        """Refused no-such-player."""
        if player not in self.entrants:
            some = ", ".join(list(self.entrants)[:12])
            players = f"Its players: {some}." if some else "Nobody has yet."
            raise Refused(
                "no-such-player",
                f"{player[:40]!r} has not entered {self.name}. {players}",
            )
        return self.entrants[player]

    def active(self, division: str | None = None) -> tuple[Entrant, ...]:
        """Those who have not withdrawn, by seed."""
        return tuple(
            one for one in self.entrants.values() if one.withdrawn is None and division in (None, one.division)
        )

    def divisions(self) -> tuple[str, ...]:
        """The highest first; one without a name where there are none."""
        return self.template.divisions or ("",)

    def season_matches(self, division: str | None = None, season: int = 0) -> Iterator[Match]:
        """Of a season, 0 for the present one, in the order in which they were paired."""
        wanted = season or self.season
        return (
            match for match in self.matches.values() if match.season == wanted and division in (None, match.division)
        )

    def season_rounds(self, season: int = 0) -> tuple[Round, ...]:
        """Of a season, 0 for the present one."""
        return tuple(self.rounds) if season in (0, self.season) else self.seasons[season - 1].rounds

    def members(self, division: str) -> tuple[str, ...]:
        """The players of a division in this season; those who have withdrawn are among them if they had been paired
        before.
        """
        paired = self.paired_players()
        return tuple(
            player
            for player, one in self.entrants.items()
            if one.division == division and (one.withdrawn is None or player in paired)
        )

    def paired_players(self) -> set[str]:
        """Those who have had a match or a bye this season."""
        paired = {player for match in self.season_matches() for player in match.players}
        return paired | {player for held in self.rounds for player in held.byes}

    def open_matches(self, division: str | None = None, season: int = 0) -> tuple[Match, ...]:
        """Of a season, 0 for the present one, those without all their results."""
        return tuple(match for match in self.season_matches(division, season) if not match.complete)

    def awaiting_bids(self) -> tuple[Match, ...]:
        """The matches of which sides are still to be bid for, by players who have not withdrawn."""
        bidding = self.template.sides == "bids"
        return tuple(
            match
            for match in self.open_matches()
            if bidding and match.bid is None and not match.games[0].game
            if self.all_active(match.players)
        )

    def all_active(self, players: Iterable[str]) -> bool:
        """Whether none of these players has withdrawn."""
        return all(self.entrants[player].withdrawn is None for player in players)

    def require_complete(self) -> None:
        """Refused open-matches."""
        if waiting := self.open_matches():
            raise Refused(
                "open-matches",
                f"{counted(len(waiting), 'match')} of {self.name} {'is' if len(waiting) == 1 else 'are'} not complete: "
                f"{'; '.join(match.name for match in waiting[:5])}{' ...' if len(waiting) > 5 else ''}. "
                f"Wait for results, or let the referee decide: `league forfeit {self.id} {waiting[0].number} "
                f'{quote(waiting[0].players[0])} "no answer"`.',
            )

    def _enter(self, body: Entered) -> None:
        called, template = self.spelling(body.player), self.template
        known = self.entrants.get(called)
        if known and (agreed := known.agreed(body)):
            self.entrants[called] = agreed
            return
        if known and (known.withdrawn is None or called != body.player):
            raise Refused("entered-already", f"{called} has entered {self.name} already.")
        require_name(body.player)
        if template.format == "knock-out" and self.rounds:
            raise Refused(
                "too-late", f"The knock-out of season {self.season} has begun; the next season is open to all."
            )
        if len(self.entrants) >= MOST_PLAYERS:
            raise Refused("too-many", f"{self.name} has {MOST_PLAYERS} players, and that is the most.")
        require_least(self.name, "rating", template.rating, body.rating)
        require_least(self.name, "reliability", template.reliability, body.reliability)
        if body.division not in ("", *template.divisions):
            have = f"Its divisions: {', '.join(template.divisions)}." if template.divisions else "It has none."
            raise Refused("no-such-division", f"{self.name} has no division {body.division[:40]!r}. {have}")
        division = body.division or (known.division if known else self.divisions()[-1])
        if known and division != known.division and body.player in self.paired_players():
            raise Refused(
                "division-fixed",
                f"{body.player} was paired in division {known.division} this season and stays in it until the season "
                f"is closed: `league enter {self.id} {quote(body.player)} division={known.division}`.",
            )
        seed = known.seed if known else len(self.entrants) + 1
        self.spellings[name_key(body.player)] = body.player
        known_of = (body.offset, body.pace, body.rating)
        self.entrants[body.player] = Entrant(body.player, seed, division, *known_of, by=body.by)
        self.rungs.change(f"+{body.player}", self.matches, self.template)

    def _withdraw(self, body: Withdrew) -> None:
        entrant = self.entrant(body.player)
        if entrant.withdrawn is not None:
            raise Refused("withdrawn-already", f"{body.player} has withdrawn from {self.name} already.")
        if body.why:
            require_reason(body.why)
        self.entrants[body.player] = replace(entrant, withdrawn=body.why, out=body.out)
        self.tickets.pop(body.player, None)
        self.rungs.change(f"-{body.player}", self.matches, self.template)

    def _queue(self, body: Queued, at: str) -> None:
        if self.template.format != "queue":
            raise Refused("no-queue", f"{self.name} is no open queue; its rounds are paired for all.")
        self._require_active(body.player)
        self.tickets[body.player] = new_ticket(self.tickets.get(body.player), body, at, self.id)

    def _unqueue(self, body: Unqueued) -> None:
        if body.player not in self.tickets:
            self.entrant(body.player)
            works = f"`league queue {self.id} {quote(body.player)} pace=24` takes one."
            raise Refused("no-ticket", f"{body.player} has no ticket in {self.name}. {works}")
        del self.tickets[body.player]

    def _require_active(self, player: str) -> None:
        if self.entrant(player).withdrawn is not None:
            raise Refused("withdrawn-already", f"{player} has withdrawn from {self.name}.")

    def _pair(self, body: Paired, at: str) -> None:
        require_next(self, body)
        for player in [*(player for made in body.matches for player in made.players), *body.byes]:
            self._require_active(player)
        number, season = body.round, self.season
        for paired in body.matches:
            self.matches[paired.number] = Match(
                *(paired.number, season, number, paired.division, paired.players, paired.scenario),
                new_games(paired.players, self.template),
                body.due,
                challenger=self._challenger(paired.players),
            )
            for player in paired.players:
                self.tickets.pop(player, None)
        self.rounds.append(Round(number, at, body.due, tuple(made.number for made in body.matches), body.byes))

    def _unpair(self, body: Unpaired) -> None:
        for number in last_round(self, body.round).matches:
            del self.matches[number]
        self.rounds.pop()

    def _challenger(self, players: tuple[str, str]) -> str:
        """In a ladder: the one of two players who stands lower."""
        if self.template.format != "ladder":
            return ""
        order = self.ladder()
        return max(players, key=order.index)

    def _change_match(self, changed: Match) -> None:
        """Its results are rated if both players have agreed to take part."""
        changed = replace(changed, rated=all(not self.entrants[player].by for player in changed.players))
        was_complete = self.matches[changed.number].complete
        self.matches[changed.number] = changed
        if was_complete:
            self.rungs.match_changed(changed.number, self.matches, self.template)
        elif changed.complete:
            self.rungs.change(changed.number, self.matches, self.template)

    def ladder(self) -> list[str]:
        """Who stands on it, the highest first: a challenger who wins takes the rung of the challenged."""
        return list(self.rungs.order)

    def above(self, player: str) -> list[str]:
        """Whom a player of a ladder can challenge, the highest first; nobody for those who are not on it."""
        order = self.ladder()
        rung = order.index(player) if player in order else 0
        return order[max(0, rung - self.template.reach) : rung]

    def require_closable(self, season: int) -> None:
        """Refused no-season, open-matches if this season cannot be closed now."""
        if season != self.season or not self.rounds:
            what = "has no round yet" if not self.rounds else f"is season {self.season}"
            raise Refused("no-season", f"The present season of {self.name} {what}, so season {season} cannot end.")
        self.require_complete()

    def _close(self, body: SeasonClosed) -> None:
        self.require_closable(body.season)
        moved, tables = after_season(self), {division: standings(self, division) for division in self.divisions()}
        self.seasons.append(Season(tuple(self.rounds), tables))
        for player, division in moved.items():
            self.entrants[player] = replace(self.entrants[player], division=division)
        self.rounds, self.season = [], self.season + 1
