"""The terms of a game in the line that opens it: ``new SCENARIO 3d friendly anonymous press public``."""

from bot.hosting.terms_words import ANONYMOUS, Terms, press_term
from engine.table import Refused

PRESS, FRIENDLY = "press", "friendly"


def terms_said(words: str) -> tuple[str, Terms]:
    """What is left of the line without its terms, and these.  Refused for press of no kind."""
    terms, said = Terms(), words.split()
    for word, following in zip(said, [*said[1:], ""], strict=True):
        if word.lower() == ANONYMOUS:
            terms = terms._replace(anonymous=True)
        elif word.lower() == FRIENDLY:
            terms = terms._replace(friendly=True)
        elif word.lower() == PRESS:
            if not following:
                raise Refused("missing-argument", 'Say how sides may write to each other, such as "press public".')
            terms = terms._replace(press=press_term(following))
    return " ".join(without_terms(said)), terms


def without_terms(said: list[str]) -> list[str]:
    """The words that belong to no term."""
    pairs = zip(["", *said[:-1]], said, strict=True) if said else ()
    alone = (ANONYMOUS, FRIENDLY, PRESS)
    return [word for before, word in pairs if word.lower() not in alone and before.lower() != PRESS]
