"""What can be typed after `fieldpost`: all commands, with the examples that `fieldpost --help` shows."""

from collections.abc import Mapping

from .command import Command
from .keeping_arguments import KEEPING_COMMANDS
from .league_arguments import LEAGUE_COMMANDS
from .lookup_arguments import LOOKUP_COMMANDS
from .play_arguments import PLAY_COMMANDS
from .postal_arguments import POSTAL_COMMANDS
from .short_arguments import SHORT_COMMANDS

EXAMPLES = """\
examples:
  fieldpost play raid-on-danville          a game for two at this keyboard
  fieldpost play raid-on-danville < orders.txt
  DISCORD_TOKEN=... fieldpost serve        play by Discord, by mail or in a forum
  fieldpost doctor                         check settings, database and doors
  fieldpost backup monday.db               copy the database while the bot runs
  fieldpost restore monday.db              go back to a backup
  fieldpost archive packed                 pack games that ended long ago
  fieldpost resume raid-1                  let a halted game go on
  fieldpost mail test                      a mail to oneself and back
  fieldpost scenarios                      what can be played
  fieldpost boards                         boards for armies of your own
  fieldpost balance low-wells              how often each side wins a scenario
  fieldpost rules miniwars 8.4             one paragraph of a rulebook
  fieldpost cards miniwars knights         a unit's card
  fieldpost army check my-army.yaml        price an army list and list its problems
  fieldpost los raid-on-danville 0507 1103 line of sight between two hexes
  fieldpost measure raid-on-danville 0507 1103
  fieldpost odds "land: 6 inf 2 art vs 5 inf 1 tank"
  fieldpost luck raid-1                    how even its dice were, and who had luck
  fieldpost sandbox raid-1                 a private copy, with throwaway dice
  fieldpost battle "land: 6 inf 2 art vs 5 inf 1 tank"
  fieldpost map raid-on-danville raid.png  a picture of a scenario or a game
  fieldpost report raid-1 --format bbcode  the report of a turn for a forum
  fieldpost kibitz raid-1                  everybody's orders, after the end
  fieldpost orders raid-1 danville < post.txt
  fieldpost my games ann                   what waits for one person
  fieldpost league show spring-cup         the standings of a league
  fieldpost replay raid-1 raid.gif         a game as an animated picture
  fieldpost check my-battle.yaml           find errors in a scenario file
  fieldpost case tests/cases/*.yaml        run worked cases
  fieldpost export raid-1 raid.json        the public log of a game
  fieldpost copy-db fieldpost.db again.db  copy all games, also to or from a PostgreSQL server
  fieldpost verify raid.json               check every die of it
  fieldpost roll 4d6kh3+1
  fieldpost bench                          benchmarks on this machine

Exit codes: 0 success; 1 a check failed; 2 error (with a message); 3 `verify` found nothing wrong, but something open.
fieldpost COMMAND --help explains one command."""
COMMANDS: Mapping[str, Command] = {
    **PLAY_COMMANDS,
    **SHORT_COMMANDS,
    **LOOKUP_COMMANDS,
    **POSTAL_COMMANDS,
    **LEAGUE_COMMANDS,
    **KEEPING_COMMANDS,
}
