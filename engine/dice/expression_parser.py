"""Parses a text of rolls, such as ``U1 charges: 2d6+1; 6x 4d6kh3``, to what is to be rolled; nothing is rolled."""

import re

from .expression_problems import RollFault
from .expression_reader import ExpressionReader
from .expression_tree import (
    DICE,
    LABEL,
    LENGTH,
    ROLLS,
    Contestant,
    RollRequest,
    Span,
    dice_terms,
)
from .expression_typos import meant_here

_GAP = r"[^\S\n]*"
_FLAGS = re.IGNORECASE | re.ASCII
_BETWEEN = re.compile(r"[\s;]*")
_REPEATS = re.compile(r"(\d+)\s*[x×](?=[\s(])\s*", _FLAGS)
_LABEL = re.compile(r"(?!\d+\s*[x×]\s*:)([^:;\n\[\]#=<>]+):")
_VERSUS = re.compile(r"\s*\b(vs?\.?|versus|against)(?![a-z])\s*", _FLAGS)
_DICE_WRITTEN = re.compile(r"(?<![a-z\d])\d*d(?:\d+|%|f)(?![a-z\d])", _FLAGS)
_ROLL_AFTER = re.compile(r"\s*(?:[-+]?[\d(]|\d*d[\d%])", _FLAGS)
_MARKED_COMMENT = re.compile(_GAP + r"#([^\n;]*)")
_COMMENT = re.compile(r"[^\S\n]+((?:[^\W\d]|[*~\"'!]+[^\W\d]|[^\x00-\x7f×])[^\n;]*)")
_RULE_IN_COMMENT = re.compile(
    r"\b(?:dis)?advantage\b|\bkeep(?:ing|s)?\s+\d|\bre-?roll\w*|\b(?:twice|thrice)\b|(?<!\w)([1-9])\+\s*$|\band\s+\d*d\d+\b",
    _FLAGS,
)
"""Words about the roll itself: whoever writes them means them to be rolled so."""
_SUM_IN_COMMENT = re.compile(r"[-+*/×]\s*(?:\d*d)?\d|\b(?:plus|minus|times)\s+\d", _FLAGS)
_TIMES_AFTER = re.compile(r"\s*[x×]\s*(\d+)(?![a-z\d])", _FLAGS)
_TIMES_DICE = re.compile(r"\s*([x×])\s*(?=[\d(d])", _FLAGS)


def parse(text: str) -> tuple[RollRequest, ...]:
    """The rolls of a text, one a line or with ; between them.  Raises RollFault."""
    if len(text) > LENGTH:
        says = f"This is {len(text)} characters long; at most {LENGTH} are allowed. Roll it in parts."
        raise RollFault(says, Span(LENGTH, LENGTH + 1))
    return _RequestReader(text).requests()


class _RequestReader(ExpressionReader):
    """Reads what stands around expressions: labels, repeats, opponents, comments."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.dice = self.rolls = 0

    def requests(self) -> tuple[RollRequest, ...]:
        found = list[RollRequest]()
        self.take(_BETWEEN)
        while self.at < len(self.text):
            found.append(self._request())
            self.take(_BETWEEN)
        if not found:
            raise RollFault("There is nothing to roll. Write dice, such as 2d6+1.", Span(0, 1))
        return tuple(found)

    def _request(self) -> RollRequest:
        start = self.at
        repeats, label = self._repeats(), self._label()
        repeats = repeats or self._repeats()
        contestants = [self._contestant(label)]
        if found := self.take(_VERSUS):
            if not found[0][0].isspace() and found.start() > start:
                self._refuse(Span(*found.span(1)), "Write a space before {0}.", f" {found[1]} ")
            contestants.append(self._contestant(self._label()))
        if again := _VERSUS.match(self.text, self.at):
            self._refuse(Span(*again.span(1)), "Only two can roll against each other: write ; before a third.", "; ")
        comment = self._comment()
        self._count(Span(start, self.at), contestants, repeats)
        return RollRequest(tuple(contestants), repeats, comment)

    def _count(self, at: Span, contestants: list[Contestant], repeats: int) -> None:
        times = max(1, repeats)
        self.rolls += times
        self.dice += times * sum(term.dice * term.die.digits for side in contestants for term in dice_terms(side.tree))
        if self.rolls > ROLLS:
            says = f"With this there are {self.rolls} rolls; at most {ROLLS} are allowed. Send them in parts."
            raise RollFault(says, at, [self.text[: at.start]])
        if self.dice > DICE:
            says = f"With this there are {self.dice:,} dice; at most {DICE:,} are allowed. Roll them in parts."
            raise RollFault(says, at, [self.text[: at.start]])

    def _label(self) -> str:
        """What stands before a colon; "" if there is none.  It can hold no dice, so that it cannot pass for a roll."""
        found = _LABEL.match(self.text, self.at)
        if not found or not any(map(str.isalpha, found[1])):
            return ""
        label, at = " ".join(found[1].split()), Span(*found.span(1))
        if _DICE_WRITTEN.search(label):
            if _ROLL_AFTER.match(self.text, found.end()):
                fixes = [f"{self.text[: at.start]}{self.text[found.end() :]} # {label}"]
                says = "A label before a colon cannot name dice. Leave them out, or write # and the words at the end."
                raise RollFault(says, at, fixes)
            return ""
        if len(label) > LABEL:
            says = f"This label is {len(label)} characters long; at most {LABEL} are allowed."
            raise RollFault(says, at, [f"{self.text[: at.start]}{label[:LABEL]}{self.text[at.end :]}"])
        self.at = found.end()
        self.skip_gap()
        return label

    def _repeats(self) -> int:
        found = self.take(_REPEATS)
        if not found:
            return 0
        at = Span(*found.span(1))
        if not self.checked(found[1], at.start, "the number of repeats", ROLLS):
            fix = f"{self.text[: at.start]}{ROLLS}{self.text[at.end :]}"
            raise RollFault(f"A roll can be repeated 1 to {ROLLS} times.", at, [fix])
        return int(found[1])

    def _contestant(self, label: str) -> Contestant:
        start = self.at
        tree = self.expression()
        return Contestant(label, tree, " ".join(self.text[start : self.at].split()))

    def _comment(self) -> str:
        """Words after an expression, up to the end of the line or a semicolon.  Raises RollFault for anything else."""
        if found := self.take(_MARKED_COMMENT):
            return " ".join(found[1].split())
        if _TIMES_AFTER.match(self.text, self.at) or _TIMES_DICE.match(self.text, self.at):
            self._refuse_times()
        found = _COMMENT.match(self.text, self.at)
        if found and (wrong := _SUM_IN_COMMENT.search(found[1])):
            before, words = self.text[: found.start()], found[1]
            fixes = [f"{before} # {words}", f"{before} [{words[: wrong.start()].strip()}] {words[wrong.start() :]}"]
            says = "A comment cannot go on with a sum, which would not be rolled. Write # before it, or words in [ ]."
            raise RollFault(says, Span(found.start(1) + wrong.start(), found.start(1) + wrong.end()), fixes[::-1])
        if found and (wrong := _RULE_IN_COMMENT.search(found[1])):
            before, words, said = self.text[: found.start()], found[1], wrong[0].strip()
            way = {"advantage": f"{before} adv", "disadvantage": f"{before} dis"}.get(said.lower(), "")
            rolled = f"{before} hits {wrong[1]}+" if wrong[1] else way
            says = f"Words behind a roll are a comment, so {said} would not be rolled. Write # before a comment."
            where = Span(found.start(1) + wrong.start(), found.start(1) + wrong.start() + len(said))
            raise RollFault(says, where, [*filter(None, [rolled]), f"{before} # {words}"])
        if found:
            self.at = found.end()
            return " ".join(found[1].split())
        if self.text[self.at :].lstrip(" \t\r\f\v")[:1] in ("", "\n", ";"):
            return ""
        raise self._left_over()

    def _refuse_times(self) -> None:
        """``2d6x2`` and ``4d6 x 6``: neither a product nor a repeat."""
        text, found = self.text, _TIMES_DICE.match(self.text, self.at) or _TIMES_AFTER.match(self.text, self.at)
        assert found
        sign = text.index(found[0].strip()[0], self.at)
        line = max(text.rfind(mark, 0, self.at) for mark in "\n;") + 1
        fixes = [f"{text[: sign + 1]} {text[sign + 1 :]}", f"{text[: self.at]}*{text[sign + 1 :].lstrip()}"]
        if after := _TIMES_AFTER.match(text, self.at):
            again = f"{text[:line]}{after[1]}x {text[line : self.at].strip()}{text[after.end() :]}"
            fixes.insert(0 if text[self.at].isspace() else len(fixes), again)
        says = "x repeats a roll and stands before it, with a space: 6x 4d6kh3. To multiply, write *."
        raise RollFault(says, Span(sign, sign + 1), fixes)

    def _left_over(self) -> RollFault:
        """What cannot follow an expression."""
        self.take(re.compile(_GAP))
        text, at, here = self.text, self.at, self.here()
        shown = text[here.start : here.end][:20]
        before, behind = text[:at].rstrip(), text[here.end :]
        if shown in ")）":
            return RollFault("This bracket was never opened.", here, [f"{before}{behind}", before])
        joined = [f"{before}; {text[at:]}", f"{before} + {text[at:]}"]
        fixes = [*meant_here(text, at), *joined, f"{before} {behind}", before]
        return RollFault(
            f"{shown} cannot stand here. Join two rolls with + - * or /, write ; between them, or # before a comment.",
            here,
            fixes,
        )

    def _refuse(self, at: Span, says: str, instead: str) -> None:
        fix = f"{self.text[: at.start].rstrip()}{instead}{self.text[at.end :].lstrip()}"
        raise RollFault(says.format(self.text[at.start : at.end]), at, [fix])
