"""The loopback Discord as the tests want it: what Discord's own description of its API rejects is rejected.

It waits longer than Discord for a bot on a busy machine; how quick the bot is, `fieldpost bench --discord` measures.
"""

from bot.bench.loopback.server import Server
from tests.discord.loopback.api_description import description

PATIENCE = 12.0
"""Seconds in which an interaction must be answered, four times Discord's own."""


def strict_server() -> Server:
    server = Server(check=lambda method, path, body: description().faults(method, path, body))
    server.answers.patience, server.world.slowness = PATIENCE, 4.0
    return server
