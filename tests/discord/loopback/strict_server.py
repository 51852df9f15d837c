"""The loopback Discord as the tests want it: what Discord's own description of its API rejects is rejected."""

from bot.bench.loopback.server import Server
from tests.discord.loopback.api_description import description


def strict_server() -> Server:
    return Server(check=lambda method, path, body: description().faults(method, path, body))
