"""Order classes read as grammar: verb, subject, then slots that their own names may introduce."""
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from ..contract import Noun, Order, Slot, Standing


class Gap(NamedTuple):
    """One place in a sentence: the field it fills, the word that must or may stand before it, and what may stand in it."""

    field: str
    lead: str
    noun: str
    choices: dict[str, str]
    many: bool
    needed: bool
    default: object

    @property
    def placed(self) -> bool:
        """Whether its place alone says what it is, without a word before it."""
        return self.needed or not (self.lead or self.choices)


class Sentence(NamedTuple):
    verb: str
    kind: type[Order]
    subject: Gap | None
    slots: tuple[Gap, ...]

    @property
    def stops(self) -> frozenset[str]:
        """Words that cannot belong to the noun before them."""
        return frozenset(w for g in self.slots for w in (*g.choices, g.lead) if w)


class Grammar(NamedTuple):
    """``verbs``: each verb and alias -> its sentence; ``stops``: verb -> the words that end a noun of its sentence."""

    verbs: dict[str, Sentence]
    stops: dict[str, frozenset[str]]


@lru_cache(maxsize=64)
def grammar(kinds: tuple[type[Order], ...]) -> Grammar:
    """Later classes never take a verb or an alias from earlier ones."""
    plans = [sentence(kind) for kind in kinds]
    verbs = {plan.verb.casefold(): plan for plan in reversed(plans)}
    for plan in plans:
        for alias in plan.kind.ALIASES:
            verbs.setdefault(alias.casefold(), plan)
    return Grammar(verbs, {plan.verb: plan.stops for plan in plans})


@lru_cache(maxsize=1024)
def sentence(kind: type[Order]) -> Sentence:
    verb = str(kind.__struct_config__.tag)
    if issubclass(kind, Standing):
        return Sentence(verb, kind, None, ())
    hints = get_type_hints(kind, include_extras=True)
    gaps = tuple(_gap(f.name, hints[f.name], f.required, f.default) for f in msgspec.structs.fields(kind))
    subject = gaps[0] if gaps and gaps[0].noun == "unit" and gaps[0].field == "unit" else None
    return Sentence(verb, kind, subject, gaps[1:] if subject else gaps)


def _gap(name: str, hint: Any, needed: bool, default: object) -> Gap:
    noun, lead, many = "", "", False
    while True:
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            noun = next((str(m) for m in args[1:] if isinstance(m, Noun)), noun)
            lead = next((str(m) for m in args[1:] if isinstance(m, Slot)), lead)
            hint = args[0]
        elif origin is Literal:
            return Gap(name, lead, "", {str(c).casefold(): str(c) for c in args}, many, needed, default)
        elif origin is tuple and args[1:] == (...,):
            many, hint = True, args[0]
        elif type(None) in args:
            hint = next(a for a in args if a is not type(None))
        else:
            return Gap(name, lead, noun or ("number" if hint is int else ""), {}, many, needed, default)
