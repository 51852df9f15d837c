"""Standing orders: what they may say, and for which units (section Standing orders)."""

from collections.abc import Iterator

from engine.contract import Refusal

from ...orders import Standing
from ...state.position import State, arm_of
from ...vocabulary import POLICIES


def objections(seen: State, order: Standing) -> Iterator[Refusal]:
    """The policy does not exist, it has no such value, or it is about firing and the unit is not a battery."""
    if order.policy not in POLICIES:
        policies = " or ".join(POLICIES)
        yield Refusal(
            "policy",
            "syntax",
            f"there is no standing order {order.policy}; write {policies}",
            "Standing orders",
            _alternatives(order),
            lasting=True,
        )
        return
    words = POLICIES[order.policy]
    if len(order.values) != 1 or order.values[0] not in words:
        written = " ".join(order.values)
        says = f"{order.policy} cannot be {written}; it must be {', '.join(words[:-1])} or {words[-1]}"
        yield Refusal(
            "values",
            "syntax",
            says,
            "Standing orders",
            tuple(Standing(order.subject, order.policy, (word,)) for word in words),
            lasting=True,
        )
        return
    unit = seen.units.get(order.subject)
    if unit is not None and order.policy == "fire" and arm_of(seen, unit) != "artillery":
        yield Refusal(
            "subject",
            "not-artillery",
            f"{unit.id} is not a battery, and only batteries have this standing order",
            "CW 8.3",
            lasting=True,
        )


def _alternatives(order: Standing) -> tuple[Standing, ...]:
    return tuple(
        Standing(order.subject, policy, order.values)
        for policy, words in POLICIES.items()
        if order.values[:1] and order.values[0] in words and len(order.values) == 1
    )
