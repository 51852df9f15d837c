"""The line that a person types: prompt, Tab completion, history, Ctrl-C."""

import sys
from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.shortcuts import CompleteStyle

from bot.hosting.ascii_signs import writable
from engine.errors import Refused
from engine.lookups.completions import Completion as Offer

DROPPED = "  Line dropped. Ctrl-C once more leaves; Ctrl-D or `quit` does too."


class Leave(Exception):
    """The player wants to leave: Ctrl-D, or Ctrl-C twice."""


class Prompt:
    """One keyboard.  ``complete``: the beginning of a line -> the words that can end it."""

    def __init__(self, complete: Callable[[str], Iterable[Offer]], say: Callable[[str], None]) -> None:
        self._completer, self._say = _Completer(complete), say
        self._session: PromptSession[str] | None = None
        self._dropped = False

    def line(self, prompt: str) -> str:
        """The next line typed.  Raises Leave."""
        while True:
            try:
                typed = self._read(prompt, self._completer)
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
                return typed

    def answer(self, question: str) -> str:
        """The answer to a question, without completion; Ctrl-C or Ctrl-D is no answer.  Raises Leave."""
        try:
            return self._read(question, None)
        except (EOFError, KeyboardInterrupt) as stop:
            self._say("")
            raise Leave from stop

    def _read(self, prompt: str, completer: Completer | None) -> str:
        if not sys.stdout.isatty():
            return input(prompt)
        if self._session is None:
            self._session = PromptSession(
                complete_style=CompleteStyle.READLINE_LIKE, complete_while_typing=False, reserve_space_for_menu=0
            )
        return self._session.prompt(writable(prompt), completer=completer)


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
