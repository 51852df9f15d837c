"""Games whose news becomes posts."""

from bot.discord.messages import layout
from bot.discord.messages.address import write_address
from bot.hosting.engine_thread import EngineData
from bot.hosting.outbox import Delivery
from engine.table import Game

THEN = "2026-01-01T12:00:00Z"


def open_game(data: EngineData, *players: str) -> Game:
    """A game of the Miller's Bridge in channel 7, with these players seated."""
    game = data.table.open("millers-bridge", "", THEN)
    data.outbox.set_destination(game.id, write_address(1, 7), "cafe0123")
    for player in players:
        game = data.table.seat(game.id, "", player, THEN)
    return game


def lay_out_news(data: EngineData, game: Game) -> None:
    layout.lay_out_news(data, game.id)


def take_deliveries(data: EngineData, game: Game) -> list[Delivery]:
    """All that waits, taken out in order."""
    found = list[Delivery]()
    while row := data.outbox.next_delivery(game.id):
        found.append(row)
        data.outbox.mark_delivered(row, str(1000 + len(found)))
    return found


def start_game(data: EngineData) -> Game:
    return open_game(data, "11", "22")
