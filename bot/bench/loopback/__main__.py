"""Runs a loopback Discord by hand, and prints the environment a bot needs to find it."""

import asyncio
import json
import sys

from .server import Server


async def run_by_hand() -> None:
    """Until the reader ends it: a server with one room and a look at everything it is asked."""
    server = await Server().start()
    room = server.world.open_room("war-room")
    print(
        "\n".join(f"export {name}='{value}'" for name, value in server.environment.items()),
        f"# channel {room.id}",
        sep="\n",
        flush=True,
    )
    seen = shown = 0
    while True:
        await asyncio.sleep(0.2)
        for call in server.calls[seen:]:
            body, files = (
                json.dumps(call.body, ensure_ascii=False)[:2000],
                [(name, len(data)) for name, data in call.files],
            )
            print(call.status, call.method, call.path, body, files, flush=True)
        seen = len(server.calls)
        for what in server.violations[shown:]:
            print("VIOLATION", what, file=sys.stderr, flush=True)
        shown = len(server.violations)


asyncio.run(run_by_hand())
