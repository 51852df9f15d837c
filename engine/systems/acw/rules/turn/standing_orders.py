"""What a standing order may say, and about whom (section Standing orders)."""

from collections.abc import Iterator

from engine.contract import Refusal

from ...orders import Standing
from ...state.position import State, arm_of
from ...vocabulary import POLICIES


def objections(seen: State, order: Standing) -> Iterator[Refusal]:
    """A known policy, one of its words, and a battery where it is about firing."""
    if order.policy not in POLICIES:
        policies = " or ".join(POLICIES)
        yield Refusal(
            "policy",
            "syntax",
            f"{order.policy} is no standing order; write {policies}",
            "Standing orders",
            _alternatives(order),
        )
        return
    words = POLICIES[order.policy]
    if len(order.values) != 1 or order.values[0] not in words:
        said = " ".join(order.values)
        says = f"{order.policy} does not take {said}; it is {', '.join(words[:-1])} or {words[-1]}"
        yield Refusal(
            "values",
            "syntax",
            says,
            "Standing orders",
            tuple(Standing(order.subject, order.policy, (word,)) for word in words),
        )
        return
    unit = seen.units.get(order.subject)
    if unit is not None and order.policy == "fire" and arm_of(seen, unit) != "artillery":
        yield Refusal("subject", "not-artillery", f"Only batteries can do that; {unit.id} has no guns", "CW 8.3")


def _alternatives(order: Standing) -> tuple[Standing, ...]:
    return tuple(
        Standing(order.subject, policy, order.values)
        for policy, words in POLICIES.items()
        if order.values[:1] and order.values[0] in words and len(order.values) == 1
    )
