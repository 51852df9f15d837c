"""What would do instead of a refused order, each proposal legal itself."""
from ...contract.advice import Advice
from .checks import objections
from .instead import others

_ADVICE = Advice(objections, others, tried=60)
check, legal = _ADVICE.check, _ADVICE.legal
