"""What would do instead of a refused order, each proposal legal itself and of the same phase."""
from collections.abc import Iterator

from ...contract import Order
from ...contract.advice import Advice
from .checks import objections
from .instead import others
from .state import State


def _now(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    return (other for other in others(seen, side, order, code) if not other.PHASES or seen.phase in other.PHASES)


_ADVICE = Advice(objections, _now, tried=60)
check, legal = _ADVICE.check, _ADVICE.legal
