"""Leagues in the database: each is the fold of its log, and every change of it is one entry."""

import re
import unicodedata
from collections.abc import Callable, Sequence

from engine.contract import counted
from engine.errors import Refused
from engine.language.words import normalized
from engine.log.chain_check import check_chain
from engine.log.journal import Entry, EntryChain, EntryStore

from .bid_seals import bid_digest
from .entries import KINDS, Became, BidSealed, BidsOpened, Body, LeagueOpened, Template, read_body
from .fold import League
from .kept_bids import KeptBid, KeptBids
from .kept_leagues import KeptLeague, KeptLeagues
from .ratings import RatedLeagues, Ratings, ratings_of
from .tables import STORE, TABLES

LONGEST_NAME, MOST = 60, 1_000
"""Characters of a name, and leagues of a database that have not ended."""
LEAST_LETTERS = 2
_NUMBERED = re.compile(r"[0-9]{1,3}(-|$)")


class Leagues:
    """The leagues in the database that a store of entries, such as the journal, is in.

    ``entropy(n)`` gives n unguessable bytes.  Everything that cannot be done raises Refused, and stores nothing.
    """

    def __init__(self, store: EntryStore, entropy: Callable[[int], bytes]) -> None:
        self._db, self._entropy = store.database, entropy
        self._db.create_tables(TABLES, {})
        self.store, self._bids = EntryStore(store.database, *STORE), KeptBids(store.database)
        self._kept = KeptLeagues(self.store)

    def ids(self) -> tuple[str, ...]:
        """The oldest first; those whose first entry is missing, which are damaged, among them."""
        return tuple(head.league for head in self._kept.heads())

    def ended(self) -> frozenset[str]:
        """The leagues whose last season is closed, and which have paired no round since."""
        last = "coalesce(max(case when kind = '{}' then seq end), 0)"
        query = f"select game from league_entry group by game having {last.format('closed')} > {last.format('paired')}"
        return frozenset(str(league) for (league,) in self._db.query(query))

    def opened_by(self, player: str) -> frozenset[str]:
        """The leagues that somebody has opened; a damaged one is nobody's."""
        first = ((league, read_body(self.store.first(league))) for league in self.ids())
        return frozenset(league for league, body in first if isinstance(body, LeagueOpened) and body.by == player)

    def open(self, name: str, template: Template, by: str, now: str) -> League:
        title = " ".join(name.split())
        word = _id_of(title)
        _require_title(title, word)
        with self.store.transaction():
            self._db.lock("leagues")
            there = self.ids()
            if word in there:
                raise Refused("name-taken", f"There is a league {word} already. Name yours {title} 2, for example.")
            if len(there) >= MOST and len(there) - len(self.ended()) >= MOST:
                raise Refused("too-many", f"{MOST:,} leagues are played, and that is the most. One has to end first.")
            opened = LeagueOpened(word, title, template, by)
            chain = EntryChain(word, 0, "", now, self._entropy)
            _add(chain, opened)
            self.store.append(chain)
        return League(opened, now)

    def find(self, word: str) -> League:
        """By its id, or by a beginning that no other has.  Refused no-such-league, damaged."""
        return self._kept.find(self._id(word)).league

    def log(self, word: str) -> tuple[Entry, ...]:
        """Its entries, checked as a chain."""
        entries = self.store.read(self._id(word))
        check_chain(entries)
        return entries

    def write(self, word: str, make: Callable[[League], Body | Sequence[Body]], now: str) -> League:
        """Add what ``make`` says of the league as it is: the state after it.  Refused, and then nothing is added."""
        league_id = self._id(word)
        with self.store.transaction():
            self._db.lock(league_id)
            kept = self._kept.find(league_id)
            league, last = kept.league.copy(), kept.head
            made = make(league)
            bodies = made if isinstance(made, Sequence) else (made,)
            chain = EntryChain(league_id, last.seq, last.link, max(now, league.changed_at), self._entropy)
            for body in bodies:
                league.apply(body, chain.at)
                _add(chain, body)
                self._bids.follow(league, body)
            if bodies:
                self.store.append(chain)
                self._kept.keep(league, chain.entries)
            if league.template.sides == "bids":
                self._bids.note_due(league)
        return league

    def lock(self, league: str) -> None:
        """In a transaction: until it ends, no other process writes to the league with this id."""
        self._db.lock(league)

    def bid(self, word: str, number: int, player: str, bid: int, now: str) -> League:
        """A player bids in secret for the first side of a match, in place of an earlier bid; once both have, both bids
        are opened.
        """
        salt = self._entropy(16).hex()

        def seal(league: League) -> BidSealed:
            named = league.spelling(player)
            self._bids.keep(league.id, number, named, KeptBid(bid, salt))
            return BidSealed(number, named, bid_digest(league.id, number, named, bid, salt))

        with self.store.transaction():
            league = self.write(word, seal, now)
            return league if league.match(number).bids_missing else self.open_bids(league.id, number, now)

    def open_bids(self, word: str, number: int, now: str) -> League:
        """Whoever has not bid for the first side of a match has bid 0."""

        def opened(league: League) -> BidsOpened:
            (first, salt), (second, other) = self._bids.of_match(league.id, league.match(number))
            return BidsOpened(number, (first, second), (salt, other))

        return self.write(word, opened, now)

    def rename(self, old: str, new: str, now: str) -> tuple[str, ...]:
        """Somebody is called otherwise in every league that they had entered, or opened: the ids of these leagues.
        Refused if that makes one player of two who cannot be, and then nothing is renamed.
        """
        with self.store.transaction():
            theirs = self.require_renamable(old, new)
            for league in theirs:
                self.write(league.id, lambda found: Became(old, found.spelling(new)), now)
        return tuple(league.id for league in theirs)

    def require_renamable(self, old: str, new: str) -> list[League]:
        """The leagues that ``old`` has entered, or opened.  Refused as ``rename`` is; nothing is written."""
        theirs = [one for one in self.readable()[0] if old == one.owner or old in one.entrants]
        for league in theirs:
            league.copy().apply(Became(old, league.spelling(new)), league.changed_at)
        return theirs

    def awaiting_bids(self, now: str) -> tuple[str, ...]:
        """The ids of the leagues in which bids are due."""
        return self._bids.due(now)

    def readable(self) -> tuple[list[League], list[str]]:
        """All leagues, the oldest first, and the ids of those that are damaged, which are not among them."""
        kept, broken = self._readable()
        return [one.league for one in kept], broken

    def rated(self) -> tuple[RatedLeagues, list[str]]:
        """The games of all leagues that count for ratings, and the ids of those that are damaged, which have none."""
        kept, broken = self._readable()
        return RatedLeagues(tuple(one.rated for one in kept if one.rated.games)), broken

    def ratings(self, system: str = "") -> Ratings:
        """By the games of one system, or of all.  Refused no-library; where a gate is open, calculated elsewhere."""
        return self.ratings_and_damaged(system)[0]

    def ratings_and_damaged(self, system: str = "") -> tuple[Ratings, list[str]]:
        """The same, and the ids of the leagues that are damaged, whose games are missing."""
        games, broken = self.rated()
        return ratings_of(system, games.of_system(system)), broken

    def _readable(self) -> tuple[list[KeptLeague], list[str]]:
        found, broken = list[KeptLeague](), list[str]()
        for head in self._kept.heads():
            try:
                found.append(self._kept.at(head))
            except Refused as refused:
                if refused.code != "damaged":
                    raise
                broken.append(head.league)
        return found, broken

    def _id(self, word: str) -> str:
        """Of a league that is named by its id, its whole name, or the beginning of either."""
        wanted = normalized(word.strip())
        if self.store.length(wanted):
            return wanted
        wanted, there = _id_of(word) or wanted, self.ids()
        if wanted in there:
            return wanted
        found = [one for one in there if one.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Refused("no-such-league", f"{word!r} may be {', '.join(found[:8])}. Name one of them.")
        have = f"There is {there[0]}." if len(there) == 1 else f"There are {', '.join(there[-8:])}."
        known = have if there else "There is none yet."
        raise Refused("no-such-league", f"There is no league {word[:40]!r}. {known}")


def _require_title(title: str, word: str) -> None:
    """Refused bad-name; ``word``: the id that it would have.  A name is never taken for the number of a match."""
    letters = sum(map(str.isalpha, word))
    if letters < LEAST_LETTERS or len(title) > LONGEST_NAME or not title.isprintable():
        has = counted(letters, "letter") if letters < LEAST_LETTERS else counted(len(title), "character")
        raise Refused(
            "bad-name",
            f"A league's name has {LEAST_LETTERS} letters or more, and {LONGEST_NAME} characters at most, such as "
            f"Spring Cup; {title[:40]!r} has {has}.",
        )
    if len(word) > LONGEST_NAME:
        raise Refused(
            "bad-name",
            f"Written out, {title[:40]!r} has {len(word)} letters, and {LONGEST_NAME} are the most. Name it shorter, "
            "such as Spring Cup.",
        )
    if _NUMBERED.match(word):
        raise Refused(
            "bad-name",
            f"{title[:40]!r} begins with a number as matches have them. Write the number behind, such as Spring Cup 3.",
        )


def _id_of(title: str) -> str:
    """Its letters and digits of any script, with their accents, and hyphens between words."""
    kept = (char if unicodedata.category(char)[0] in "LMN" else "-" for char in normalized(title))
    return re.sub("-+", "-", "".join(kept)).strip("-")


def _add(chain: EntryChain, body: Body) -> None:
    """Refused unreadable-entry if it would not be read as what was written: entries cannot be changed later."""
    kind = KINDS[type(body)]
    try:
        entry = chain.add(kind, "", body)
    except UnicodeEncodeError as wrong:
        raise Refused(
            "unreadable-entry",
            f"Character {wrong.start + 1} of {wrong.object[:40]!r} cannot be written as UTF-8. Nothing was stored.",
        ) from wrong
    if read_body(entry) != body:
        raise Refused(
            "unreadable-entry",
            f"This {kind} entry would be read differently from what was written: {entry.body[:80]!r}. "
            "Nothing was stored.",
        )
