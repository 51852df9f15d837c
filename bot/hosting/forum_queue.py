"""Posts of a forum that were read, and those on their way, in the journal's own database: none is lost or doubled."""

from typing import Any, Literal, NamedTuple

from .done_posts import DonePosts
from .forum_tables import COLUMNS, TABLES, GameTopic
from .store import Store

LOBBY = "lobby"
"""In place of a game: the topic in which games are opened."""
LANES = ("game:", "to:")
"""How the places of posts begin that are not those of the forum."""
State = Literal["waiting", "ready", "sending", "queued", "sent", "refused", "dropped"]
UNFINISHED = "state in ('waiting', 'ready', 'sending', 'queued')"


class OutgoingPost(NamedTuple):
    """A post on its way.

    ``n`` and ``game`` are its mark.  ``kind``: topic, news, status, answer, notice or reminder.  ``place``: where it
    goes, which is also the lane whose posts keep their order: ``game:millers-1``, ``letter:12``, or ``to:7`` for a
    letter to that account.  ``answers``: the number of the post that it answers, 0 for none.  ``body``: what it says,
    as JSON; ``text``: the same as the forum gets it, "" until it has been written.  ``part``: how many parts of the
    text have arrived.  ``state``: waiting, ready once it is written, sending once it may have arrived, queued while it
    waits for a moderator, sent, refused, or dropped because it came too late.  ``tried``: when it was first sent;
    ``due``: when it is next touched.
    """

    n: int
    game: str
    kind: str
    place: str
    answers: int
    body: str
    text: str
    part: int
    state: State
    tried: str
    due: str
    tries: int
    post: int


class LetterPlace(NamedTuple):
    """``account``: who it is exchanged with.  ``newest``: how far it has been read."""

    place: str
    account: str
    game: str
    newest: int


class KnownAccount(NamedTuple):
    id: str
    handle: str
    name: str


class ForumQueue:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    # posts that were read
    def receive(self, post: str, place: str, author: str, at: str) -> bool:
        """Note a post that was read; False if it was noted before."""
        with self._store.transaction():
            if self.is_received(post):
                return False
            self._db.execute("insert into forum_in values (?, ?, ?, ?)", [post, place, author, at])
        return True

    def is_received(self, post: str) -> bool:
        """Whether a post was noted as read, or is as old as one of which the note was deleted."""
        place, _, number = post.rpartition("/")
        noted = bool(self._db.query("select 1 from forum_in where post = ?", (post,)))
        return noted or (number.isdecimal() and int(number) <= self._pruned(place))

    def leave_unread(self, post: str) -> None:
        """A post that was noted counts no more as one of its author's."""
        self._db.execute("update forum_in set author = '' where post = ?", [post])

    def newest(self, author: str, number: int) -> str:
        """When the newest post of this account was read (1), the second newest and so on; "" if there is none."""
        query = "select at from forum_in where author = ? order by at desc limit 1 offset ?"
        return next((str(at) for (at,) in self._db.query(query, (author, number - 1))), "")

    def done(self, place: str) -> DonePosts:
        """The posts of a place that need not be read: those that were, and our own."""
        read = self._db.query("select post from forum_in where place = ?", (place,))
        games = self._db.query("select game, post from forum_topic where place = ?", (place,))
        own = [(int(post),) for _, post in games]
        for game, _ in games:
            own += self._db.query("select post from forum_out where place = ? and post > 0", (f"game:{game}",))
        own += self._db.query("select post from forum_out where place = ? and post > 0", (place,))
        known = [*(int(str(post).rpartition("/")[2]) for (post,) in read), *(int(post) for (post,) in own)]
        return DonePosts(frozenset(known), self._pruned(place))

    # posts on their way
    def add(self, game: str, kind: str, place: str, body: str, now: str, answers: int = 0) -> int:
        """Queue a post.  Returns the number in its mark."""
        with self._store.transaction():
            (last,) = self._db.query("select coalesce(max(n), 0) from forum_out")
            n = int(last[0]) + 1
            self._db.execute(
                "insert into forum_out (n, game, kind, place, answers, body, due) values (?, ?, ?, ?, ?, ?, ?)",
                [n, game, kind, place, answers, body, now],
            )
        return n

    def unfinished(self, most: int = 1000) -> tuple[OutgoingPost, ...]:
        """Those that are still to be sent, the oldest first; and those that wait for a moderator."""
        return self._posts(f"{UNFINISHED} order by n limit {most}")

    def is_without_topic(self, game: str) -> bool:
        """Whether its topic is not there, and no post is on its way that makes it."""
        topic, making = self.topic(game), f"select 1 from forum_out where game = ? and kind = 'topic' and {UNFINISHED}"
        return topic is not None and not topic.place and not self._db.query(making, (game,))

    def find(self, n: int) -> OutgoingPost:
        (found,) = self._posts("n = ?", n)
        return found

    def keep_written(self, n: int, text: str) -> None:
        """This is what the post says from now on, whatever happens."""
        self._change("text = ?, state = 'ready', tries = 0", n, text)

    def mark_sending(self, n: int, now: str, due: str) -> None:
        """It is about to be sent: from now on it may have arrived, and is looked for at ``due`` if nobody says."""
        self._change(
            "state = 'sending', tried = case when tried = '' then ? else tried end, due = ?, tries = 0", n, now, due
        )

    def mark_arrived(self, n: int, part: int, post: int, *, last: bool) -> None:
        """So many parts of it have arrived, the newest as this post."""
        state = "sent" if last else "ready"
        self._change("part = ?, post = ?, state = ?, tries = 0", n, part, post, state)

    def mark(self, n: int, state: State) -> None:
        self._change("state = ?", n, state)

    def put_off(self, n: int, due: str, tries: int) -> None:
        self._change("due = ?, tries = ?", n, due, tries)

    def prune(self, before: str, most: int) -> int:
        """In a transaction: delete so many of the posts that had been read, or dealt with, before that moment.  Up to
        which post of each place is kept.  Returns how many there were.

        Neither the newest nor one that is a first post goes: numbers are not given twice, and first posts are edited.
        """
        read = self._db.query("select post, place from forum_in where at < ? order by at limit ?", (before, most))
        made = self._db.query(
            "select n, place, post from forum_out where state in ('sent', 'refused', 'dropped') and due < ?"
            " and tried < ? and n != (select max(n) from forum_out) and n not in (select n from forum_topic)"
            " order by n limit ?",
            (before, before, most),
        )
        places = {f"game:{topic.game}": topic.place for topic in self.topics()} if made else {}
        for post, place in read:
            self._note_pruned(str(place), int(str(post).rpartition("/")[2]))
        for _, lane, post in made:
            place = places.get(str(lane), str(lane))
            if post and not place.startswith(LANES):
                self._note_pruned(place, int(post))
        self._db.execute_many("delete from forum_in where post = ?", [(post,) for post, _ in read])
        self._db.execute_many("delete from forum_out where n = ?", [(n,) for n, *_ in made])
        return len(read) + len(made)

    def _note_pruned(self, place: str, post: int) -> None:
        self._db.execute(
            "insert into forum_pruned (place, post) values (?, ?) on conflict (place) do update"
            " set post = excluded.post where excluded.post > forum_pruned.post",
            [place, post],
        )

    def _pruned(self, place: str) -> int:
        """The newest post of a place that is no longer noted: it is done, and so are all before it."""
        found = self._db.query("select post from forum_pruned where place = ?", (place,))
        return int(found[0][0]) if found else 0

    # places
    def add_topic(self, game: str, owner: str) -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into forum_topic (game, owner) values (?, ?) on conflict (game) do nothing", [game, owner]
            )

    def topic(self, game: str) -> GameTopic | None:
        return next(iter(self._topics("game = ?", game)), None)

    def topic_at(self, place: str) -> GameTopic | None:
        return next(iter(self._topics("place = ?", place)), None)

    def topics(self) -> tuple[GameTopic, ...]:
        """Those that are there, the one that was not looked at for the longest time first."""
        return self._topics("place != '' order by checked, game")

    def set_topic(self, game: str, place: str, post: int, n: int, shown: str) -> None:
        """The topic is there, or another post in it is the status post from now on."""
        self._set_topic("place = ?, post = ?, n = ?, shown = ?", game, place, post, n, shown)

    def set_shown(self, game: str, shown: str, phase: str) -> None:
        self._set_topic("shown = ?, phase = ?", game, shown, phase)

    def set_checked(self, game: str, now: str) -> None:
        self._set_topic("checked = ?", game, now)

    def forget_topic(self, game: str) -> None:
        with self._store.transaction():
            self._db.execute("delete from forum_topic where game = ?", [game])

    def letter(self, place: str) -> LetterPlace | None:
        return next(iter(self._letters("place = ?", place)), None)

    def letters_read(self) -> dict[str, int]:
        """Up to where each letter was read, by its place."""
        return {letter.place: letter.newest for letter in self._letters("1 = 1")}

    def letters_with(self, account: str) -> tuple[LetterPlace, ...]:
        return self._letters("account = ? order by place", account)

    def set_letter(self, letter: LetterPlace) -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into forum_letter values (?, ?, ?, ?) on conflict (place) do update set"
                " account = excluded.account, game = excluded.game, newest = excluded.newest",
                list(letter),
            )

    # people and notes
    def remember_account(self, account: KnownAccount) -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into forum_account values (?, ?, ?) on conflict (id) do update set handle = excluded.handle,"
                " name = excluded.name",
                list(account),
            )

    def account(self, id_: str) -> KnownAccount | None:
        found = self._db.query("select id, handle, name from forum_account where id = ?", (id_,))
        return KnownAccount(*map(str, found[0])) if found else None

    def note(self, name: str) -> str:
        """What was noted under this name, "" if nothing."""
        found = self._db.query("select value from forum_note where name = ?", (name,))
        return str(found[0][0]) if found else ""

    def set_note(self, name: str, value: str) -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into forum_note values (?, ?) on conflict (name) do update set value = excluded.value",
                [name, value],
            )

    def notes(self, beginning: str) -> tuple[tuple[str, str], ...]:
        """The notes whose names begin so, with their names."""
        query = "select name, value from forum_note where substr(name, 1, ?) = ? order by name"
        return tuple((str(name), str(value)) for name, value in self._db.query(query, (len(beginning), beginning)))

    def forget_note(self, name: str) -> bool:
        """Whether there was such a note."""
        with self._store.transaction():
            known = bool(self._db.query("select 1 from forum_note where name = ?", (name,)))
            self._db.execute("delete from forum_note where name = ?", [name])
        return known

    def _posts(self, where: str, *values: int) -> tuple[OutgoingPost, ...]:
        query = f"select {', '.join(OutgoingPost._fields)} from forum_out where {where}"
        return tuple(OutgoingPost(*row) for row in self._db.query(query, values))

    def _topics(self, where: str, *values: str) -> tuple[GameTopic, ...]:
        query = f"select {', '.join(COLUMNS['forum_topic'])} from forum_topic where {where}"
        return tuple(GameTopic(*row) for row in self._db.query(query, values))

    def _letters(self, where: str, *values: str) -> tuple[LetterPlace, ...]:
        query = f"select {', '.join(LetterPlace._fields)} from forum_letter where {where}"
        return tuple(LetterPlace(*row) for row in self._db.query(query, values))

    def _change(self, change: str, n: int, *values: Any) -> None:
        with self._store.transaction():
            self._db.execute(f"update forum_out set {change} where n = ?", [*values, n])

    def _set_topic(self, change: str, game: str, *values: Any) -> None:
        with self._store.transaction():
            self._db.execute(f"update forum_topic set {change} where game = ?", [*values, game])
