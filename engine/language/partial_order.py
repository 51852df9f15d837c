"""What could be read of one order, and what is wrong with it."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import Order

from .complaint import Complaint
from .grammar import Sentence
from .model_courses import COURSE, SPOTS
from .words import Span


class PartialOrder(NamedTuple):
    """One order and what is wrong with it; ``span``: its columns, ``spans``: its fields'; ``part``: see ParsedLine."""

    span: Span
    complaints: list[Complaint]
    order: Order | None = None
    kind: type[Order] | None = None
    spans: dict[str, Span] = {}
    part: Order | None = None


def readable_part(plan: Sentence, values: Mapping[str, object]) -> Order | None:
    """What could be read of an order to a unit or of a standing order, the rest of it empty; None without either."""
    if "unit" not in values and "subject" not in values:
        return None
    empty = {gap.field: () if gap.many or gap.noun in (COURSE, SPOTS) else "" for gap in plan.slots if gap.needed}
    return plan.kind(
        **{field: value for field, value in {**empty, **values}.items() if field in plan.kind.__struct_fields__}
    )
