"""How the beginning of a line can continue: the words that the grammar and the board allow there, ideas first."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.contract import Order, Vocabulary
from engine.language import read, write
from engine.language.grammar import Grammar, grammar
from engine.language.names import NameLookup
from engine.language.words import normalized, too_long
from engine.log.fold import Fold

from .completion_words import Candidates, Word
from .legal_orders import legal_orders

UNFINISHED = "missing-argument"
"""The only objection to a line that needs more words."""
_TOKEN = re.compile(r'"[^"]*"?|[^\s"]+')
_INNER = re.compile(r"[,:>(;]")
_MARK = re.compile(r"[,:](?=\s|$)")


class Completion(NamedTuple):
    """A word that may stand from column ``start`` on, in place of what is typed there; ``note`` is what it means."""

    start: int
    word: str
    note: str = ""


def completions(fold: Fold, side: str, beginning: str) -> tuple[Completion, ...]:
    """The words that can end this beginning of a line, the likeliest first; none before the start and after the end."""
    if not fold.phase or too_long(beginning) or "\n" in beginning:
        return ()
    seen = fold.system.view(fold.state, side)
    vocabulary = fold.system.vocabulary(seen, side)
    ideas = [write(order, vocabulary) for order in legal_orders(fold, side, side)]
    phase = fold.phase.name if side in fold.phase.sides else ""
    return complete_line(beginning, fold.system.ORDERS, vocabulary, phase, ideas)


def board_words(fold: Fold, viewer: str) -> tuple[Word, ...]:
    """The names on the board as the viewer may know them: units in play, places, hexes."""
    vocabulary = fold.system.vocabulary(fold.system.view(fold.state, viewer), viewer)
    names = Candidates((), grammar(fold.system.ORDERS), NameLookup(vocabulary), "")
    return (*names.units_in_play(), *names.places())


def complete_line(
    beginning: str, kinds: Sequence[type[Order]], vocabulary: Vocabulary, phase: str, ideas: Iterable[str]
) -> tuple[Completion, ...]:
    """The same for the names of a vocabulary.  ``phase``: "" if it is not this side's turn."""
    line = _Line(beginning, tuple(kinds), vocabulary, phase, ideas)
    found = dict[tuple[int, str], Completion]()
    for start in line.starts():
        for word in line.words(start):
            found.setdefault((start, word.text), Completion(start, word.text, word.note))
    return tuple(found.values())


class _Line:
    """A beginning of a line, and the order at its end that is being typed."""

    def __init__(
        self,
        text: str,
        kinds: tuple[type[Order], ...],
        vocabulary: Vocabulary,
        phase: str,
        ideas: Iterable[str],
    ) -> None:
        self.text, self.kinds, self.vocabulary, self.ideas = text, kinds, vocabulary, ideas
        self.names = NameLookup(vocabulary)
        self.plan: Grammar = grammar(kinds, vocabulary.models.verb_letters)
        self.begin = _order_start(text)
        self.candidates = Candidates(kinds, self.plan, self.names, phase)
        self.chained = self._chained_unit()

    def starts(self) -> list[int]:
        """The columns where the word at the end may begin: its last piece, the whole of it, or words before it."""
        tokens = list(_TOKEN.finditer(self.text, self.begin))
        last = tokens[-1] if tokens else None
        if last is None or last.end() < len(self.text) or _closed(last[0]):
            return [len(self.text)]
        columns = [last.start()]
        if not last[0].startswith('"') and (pieces := list(_INNER.finditer(last[0]))):
            columns.append(last.start() + pieces[-1].end())
        columns += [token.start() for token in tokens[-2 : -self.names.longest - 1 : -1]]
        return columns

    def words(self, start: int) -> list[Word]:
        """The words that may stand from there on: those of ideas, then those that the reader takes."""
        typed = normalized(" ".join(self.text[start:].strip('"').split()))
        before = self.text[self.begin : start]
        if self.text[start:] and start < self._last_start() and not typed.strip():
            return []
        likely = [Word(word) for word in self._from_ideas(before) if _begins(Word(word), typed)]
        said = [token[0] for token in _TOKEN.finditer(before)]
        fitting = [word for word in self._candidates(before, said, typed) if _begins(word, typed)]
        notes = {word.text: word.note for word in fitting}
        readable = self._readable(start, [word for word in fitting if not word.sure])
        texts = dict.fromkeys(
            [*(word.text for word in likely), *(w.text for w in fitting if w.sure or w.text in readable)]
        )
        return [Word(text, notes.get(text, "")) for text in texts]

    def _last_start(self) -> int:
        tokens = list(_TOKEN.finditer(self.text, self.begin))
        return tokens[-1].start() if tokens else len(self.text)

    def _candidates(self, before: str, said: Sequence[str], typed: str) -> Iterator[Word]:
        words = [normalized(word.strip('",:;')) for word in said]
        if words[:1] == ["if"]:
            return self.candidates.condition(words[1:])
        listing = before.rstrip().endswith(",")
        return self.candidates.order(words, self.chained, typed, not self.begin, listing)

    def _chained_unit(self) -> str:
        """The unit of the order before the semicolon, "" without one."""
        if not self.begin or not (parsed := read(self.text[: self.begin], self.kinds, self.vocabulary)):
            return ""
        return str(getattr(parsed[-1].order or parsed[-1].part, "unit", ""))

    def _from_ideas(self, before: str) -> Iterator[str]:
        """The next word of each idea that begins so, the unit of the line before it if it is left out."""
        said = _plain(before)
        whole = (said, *([_plain(f"{self.chained} {before}")] if self.chained else []))
        for idea in self.ideas:
            words = _plain(idea)
            for beginning in whole:
                if words.casefold().startswith(beginning.casefold()) and (rest := words[len(beginning) :]):
                    yield _TOKEN.findall(rest)[0]
                    break

    def _readable(self, start: int, words: Sequence[Word]) -> set[str]:
        """Those after which the line is read without an objection, or only needs more."""
        if not words:
            return set()
        lines = "\n".join(self.text[:start] + word.text for word in words)
        last = {parsed.number: parsed for parsed in read(lines, self.kinds, self.vocabulary)}
        return {
            word.text
            for number, word in enumerate(words, 1)
            if number in last and all(objection.code == UNFINISHED for objection in last[number].objections)
        }


def _order_start(text: str) -> int:
    """The column after the last semicolon, or after the colon of an ``if``."""
    start, quoted, waits = 0, False, text.lstrip().casefold().startswith("if ")
    for column, char in enumerate(text):
        quoted ^= char == '"'
        if char == ";" and not quoted:
            start = column + 1
        elif char == ":" and not quoted and waits:
            start, waits = column + 1, False
    return start


def _closed(token: str) -> bool:
    return len(token) > 1 and token.startswith('"') and token.endswith('"')


def _begins(word: Word, typed: str) -> bool:
    """Whether a word, its note, or one with a hyphen, begins as typed."""
    names = (normalized(word.text.strip('"')), normalized(word.note))
    return not typed or any(name.startswith(typed) for name in names if name)


def _plain(text: str) -> str:
    """One space between words, and no comma or colon before it."""
    kept = _MARK.sub("", text)
    return " ".join(kept.split()) + (" " if kept[-1:].isspace() and kept.strip() else "")
