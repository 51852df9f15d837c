"""Whether Discord can be reached and takes the token, in a sentence."""

import aiohttp

from bot.hosting.findings import Finding, good, without_secrets, wrong

from .settings import Settings

API = "https://discord.com/api/v10"
TIMEOUT = aiohttp.ClientTimeout(total=20)


async def check_discord(settings: Settings) -> Finding:
    """Asks Discord who the bot is; changes nothing."""
    api = settings.api or API
    headers = {"Authorization": f"Bot {settings.token}", "User-Agent": "DiscordBot (Fieldpost, 1)"}
    try:
        async with (
            aiohttp.ClientSession(timeout=TIMEOUT) as session,
            session.get(f"{api}/users/@me", headers=headers) as told,
        ):
            status, found = told.status, await told.json(content_type=None) if told.status == 200 else {}
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as broken:
        said = without_secrets(str(broken), (settings.token,)) or type(broken).__name__
        return wrong(
            "Discord", f"{api} cannot be reached ({said}).", "Check this computer's connection to the Internet."
        )
    if status == 200:
        name = found.get("username", "") if isinstance(found, dict) else ""
        return good("Discord", f"the token is accepted; the bot is called {name or 'something'}.")
    if status == 401:
        return wrong(
            "Discord",
            "the token is not accepted.",
            "Copy the bot's token again from https://discord.com/developers/applications (Bot, Reset Token) into"
            " DISCORD_TOKEN.",
        )
    return wrong("Discord", f"{api} answers with code {status}.", "Try again in a few minutes; Discord may be down.")
