"""Whether the door to a forum can be opened as it is set, in sentences: the forum, and where hooks are received."""

import aiohttp

from bot.hosting.findings import Finding, good, note, wrong
from bot.hosting.ports import place, why_not_free

from .connectors.checks import check
from .serve import connector_of
from .settings import ForumSettings, Hook

WHAT = "Forum web hook"
ANSWER_TIMEOUT = 5.0


async def check_forum(settings: ForumSettings) -> list[Finding]:
    """No post is made."""
    connector = connector_of(settings)
    try:
        found = await check(connector, settings)
    finally:
        await connector.close()
    if settings.hook:
        return [*found, await check_hook(settings.hook)]
    if settings.program == "discourse":
        found.append(note(WHAT, "none is set, so new posts are read within two minutes."))
    return found


async def check_hook(hook: Hook) -> Finding:
    """Whether the port can be had, or a running Fieldpost answers there."""
    where = place(hook.host, hook.port)
    refused = why_not_free(hook.host, hook.port)
    if not refused:
        return good(WHAT, f"the port {where} is free; `fieldpost serve` receives hooks there, signed with the secret.")
    if await _is_ours(where):
        return good(WHAT, f"`fieldpost serve` receives hooks at {where}.")
    advice = "Choose another port in FIELDPOST_FORUM_HOOK, above 1023, and tell Discourse or your web server."
    return wrong(WHAT, f"{where} cannot be had: {refused}.", advice)


async def _is_ours(where: str) -> bool:
    """Whether a hook without a signature is refused there as a running Fieldpost does."""
    timeout = aiohttp.ClientTimeout(total=ANSWER_TIMEOUT)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(f"http://{where}/", allow_redirects=False) as answer,
        ):
            said = await answer.content.read(200)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
        return False
    return answer.status == 403 and b"signature" in said
