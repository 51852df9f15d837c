"""All slash commands of the bot."""

from typing import Any

from discord import app_commands

from .context import Services
from .decision_tree import decision_commands
from .game_tree import battle_command, game_group
from .league_tree import league_group
from .link import link_command
from .lookup_tree import lookup_commands
from .order_tree import commit_and_done, orders_group
from .own_tree import own_group
from .player_page import player_command
from .private_words import note_group, press_command
from .referee_tree import referee_group
from .remind import remind_command
from .roll_tree import roll_commands
from .sandbox import sandbox_command
from .scenario_tree import scenario_group
from .setup_tree import setup_group

Tree = app_commands.CommandTree[Any]


def add_commands(tree: Tree, services: Services) -> None:
    """Put all commands into the tree."""
    tree.add_command(game_group(services))
    tree.add_command(setup_group(services))
    tree.add_command(scenario_group(services))
    tree.add_command(orders_group(services))
    for command in (*commit_and_done(services), *lookup_commands(services), *roll_commands(services)):
        tree.add_command(command)
    tree.add_command(battle_command(services))
    for command in decision_commands(services):
        tree.add_command(command)
    tree.add_command(referee_group(services))
    tree.add_command(league_group(services))
    tree.add_command(player_command(services))
    tree.add_command(link_command(services))
    tree.add_command(sandbox_command(services))
    tree.add_command(remind_command(services))
    tree.add_command(own_group(services))
    tree.add_command(press_command(services))
    tree.add_command(note_group(services))
