"""All slash commands of the bot."""

from typing import Any

from discord import app_commands

from .context import Services
from .decision_tree import decision_commands
from .game_tree import battle_command, game_group
from .link import link_command
from .lookup_tree import lookup_commands
from .order_tree import commit_and_done, orders_group
from .referee_tree import referee_group
from .remind import remind_command
from .roll_tree import roll_commands
from .sandbox import sandbox_command

Tree = app_commands.CommandTree[Any]


def add_commands(tree: Tree, services: Services) -> None:
    """Put all commands into the tree."""
    tree.add_command(game_group(services))
    tree.add_command(orders_group(services))
    for command in (*commit_and_done(services), *lookup_commands(services), *roll_commands(services)):
        tree.add_command(command)
    tree.add_command(battle_command(services))
    for command in decision_commands(services):
        tree.add_command(command)
    tree.add_command(referee_group(services))
    tree.add_command(link_command(services))
    tree.add_command(sandbox_command(services))
    tree.add_command(remind_command(services))
