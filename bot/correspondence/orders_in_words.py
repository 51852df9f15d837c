"""Orders written as one would say them: ``Pikemen moves to 0604 and attacks MA``."""

from collections.abc import Collection, Mapping

ARTICLES = ("the", "my", "our")
SHORTEST = 4
"""Letters of a word by which alone a unit is known in talk."""
BEHIND = 2
"""Words behind the name among which the verb is looked for."""


def says_order(text: str, own: Mapping[str, str], verbs: Collection[str]) -> bool:
    """Whether a line begins with a unit of the writer's (id -> name) and then says what it does."""
    words = [word.strip(" .,;:!\"'").casefold() for word in text.split()]
    while words and words[0] in ARTICLES:
        words = words[1:]
    named = _words_of_name(words, own)
    return named > 0 and any(_is_verb(word, verbs) for word in words[named : named + BEHIND])


def _words_of_name(words: list[str], own: Mapping[str, str]) -> int:
    """How many words at the beginning name a unit: its whole name, its id, or a long word of the name; 0 if none do."""
    names = [[word for word in name.casefold().split() if word not in ARTICLES] for name in own.values()]
    whole = max((len(name) for name in names if name and words[: len(name)] == name), default=0)
    if whole or not words:
        return whole
    said = {word for name in names for word in name if len(word) >= SHORTEST}
    return 1 if words[0] in said or words[0] in {unit.casefold() for unit in own} else 0


def _is_verb(word: str, verbs: Collection[str]) -> bool:
    return len(word) > 2 and any(form in verbs for form in (word, word.removesuffix("s"), word.removesuffix("es")))
