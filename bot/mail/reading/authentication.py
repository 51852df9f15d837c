"""What the mail server found out about a sender: RFC 8601, and only by the server that is configured."""

from typing import Literal

from authres import AuthenticationResultsHeader
from authres.core import AuthResError

from .received_mail import header, parse, read_mail

Verdict = Literal["pass", "fail", "none"]


def authentication(raw: bytes, authserv_id: str) -> Verdict:
    """Whether the sender's address is genuine.  Only the topmost header counts, and only if the configured server
    ("" = none) has written it: senders can write such headers themselves.
    """
    said = header(parse(raw), "Authentication-Results")
    if not authserv_id or not said:
        return "none"
    try:
        results = AuthenticationResultsHeader.parse(f"Authentication-Results: {' '.join(said.split())}")
    except (AuthResError, ValueError, IndexError, AttributeError):
        return "none"
    if str(results.authserv_id).lower() != authserv_id.lower():
        return "none"
    domain = read_mail(raw).sender.partition("@")[2]
    verdict: Verdict = "none"
    for result in results.results:
        method, outcome = str(result.method).lower(), str(result.result).lower()
        if method == "dmarc" and outcome == "fail":
            return "fail"
        if outcome == "pass" and (method == "dmarc" or _aligned(method, result, domain)):
            verdict = "pass"
    return verdict


def _aligned(method: str, result: object, domain: str) -> bool:
    """Whether the domain that passed is the sender's, or one above or below it."""
    wanted = {"dkim": "d", "spf": "mailfrom"}.get(method)
    for known in getattr(result, "properties", ()):
        if wanted and known.name == wanted:
            found = str(known.value).lower().rpartition("@")[2]
            return bool(found and domain) and (
                domain == found or domain.endswith(f".{found}") or found.endswith(f".{domain}")
            )
    return False
