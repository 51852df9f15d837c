"""The line that a person types: prompt, Tab completion, history, Ctrl-C."""

import sys
from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.shortcuts import CompleteStyle

from bot.hosting.ascii_signs import writable
from engine.errors import Refused
from engine.lookups.completions import Completion as Offer

DROPPED = "  Line dropped. Ctrl-C once more leaves; Ctrl-D or `quit` does too."

YES, NO = ("y", "yes"), ("", "n", "no")


class Leave(Exception):
    """The player wants to leave: Ctrl-D, or Ctrl-C twice."""


class Prompt:
    """One keyboard.  ``complete``: the beginning of a line -> the words that can end it."""

    def __init__(self, complete: Callable[[str], Iterable[Offer]], say: Callable[[str], None]) -> None:
        self._completer, self._say = _Completer(complete), say
        self._session: PromptSession[str] | None = None
        self._dropped, self._pasted = False, list[str]()

    def forget(self) -> None:
        """Somebody else sits down: the lines before must not come back by a key, nor those pasted and not yet run."""
        self._session = None
        self._pasted.clear()

    def line(self, prompt: str) -> str:
        """The next line typed; of several pasted at once one after the other.  Raises Leave."""
        while True:
            if self._pasted:
                return self._pasted.pop(0)
            try:
                typed = self._read(prompt)
            except EOFError as end:
                self._say("")
                raise Leave from end
            except KeyboardInterrupt as stop:
                if self._dropped:
                    self._say("")
                    raise Leave from stop
                self._dropped = True
                self._say(DROPPED)
            else:
                self._dropped = False
                first, *self._pasted = typed.splitlines() or [""]
                return first

    def put_back(self, line: str) -> None:
        """What was typed is the next line: it was no answer to a question."""
        self._pasted.insert(0, line)

    def agrees(self, question: str) -> bool:
        """Whether a question is answered with yes; a line that is no answer is the next line, and not lost."""
        try:
            answer = self.answer(question).strip()
        except Leave:
            return False
        if answer.lower() not in (*YES, *NO):
            self.put_back(answer)
        return answer.lower() in YES

    def answer(self, question: str) -> str:
        """The answer to a question, which no key brings back; Ctrl-C or Ctrl-D is no answer.  Raises Leave."""
        try:
            return PromptSession[str](history=DummyHistory()).prompt(writable(question)) if _seen() else input(question)
        except (EOFError, KeyboardInterrupt) as stop:
            self._say("")
            raise Leave from stop

    def _read(self, prompt: str) -> str:
        if not _seen():
            return input(prompt)
        if self._session is None:
            self._session = PromptSession(
                complete_style=CompleteStyle.READLINE_LIKE,
                complete_while_typing=False,
                reserve_space_for_menu=0,
                completer=self._completer,
            )
        return self._session.prompt(writable(prompt))


def _seen() -> bool:
    """Whether what is typed is shown at a terminal; otherwise (``| tee``) a plain line is read."""
    return sys.stdout.isatty()


class _Completer(Completer):
    def __init__(self, complete: Callable[[str], Iterable[Offer]]) -> None:
        self.complete = complete

    def get_completions(self, document: Document, complete_event: object) -> Iterator[Completion]:
        """Each offer with a space behind it, so that Tab goes on with the next word."""
        text = document.text_before_cursor
        try:
            offers = tuple(self.complete(text))
        except Refused:
            return
        for offer in offers:
            shown = f"{offer.word} ({offer.note})" if offer.note else offer.word
            yield Completion(f"{offer.word} ", offer.start - len(text), display=writable(shown))
