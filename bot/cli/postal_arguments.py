"""Arguments, help and examples of the commands for forums and mails, and for who runs them."""

from collections.abc import Mapping

from .command import DATABASE, Command, argument

POSTAL_COMMANDS: Mapping[str, Command] = {
    "kibitz": Command(
        "everybody's orders in a game that is over",
        """\
The secret ones too, with what came of them, and the press that may be read now.

examples:
  fieldpost kibitz raid-1
  fieldpost kibitz raid-1 --turn 2""",
        (
            argument("game", metavar="GAME", help="a saved game that is over"),
            argument("--turn", metavar="N", type=int, help="only this turn"),
            DATABASE,
        ),
    ),
    "report": Command(
        "write the report of a turn for a forum",
        """\
bbcode fits phpBB, XenForo, vBulletin, MyBB and SMF; bgg is BoardGameGeek's own kind of it; markdown fits Discourse
and NodeBB. Without --images the map is in letters or words, for a picture needs an address that everybody can read.
With --out the picture is written beside the report.

examples:
  fieldpost report raid-1
  fieldpost report raid-1 --format bbcode --turn 2
  fieldpost report raid-1 --format markdown --images https://example.org/maps --out report.txt""",
        (
            argument("game", metavar="GAME", help="a saved game"),
            argument(
                "--format",
                dest="form",
                metavar="FORMAT",
                default="text",
                help="bbcode, bgg, markdown, html or text (default: text)",
            ),
            argument(
                "--turn", metavar="N", type=int, help="which turn (default: the newest in which something happened)"
            ),
            argument(
                "--images",
                metavar="URL",
                default="",
                help="the folder on the web where you put the pictures, or the address of this one",
            ),
            argument("--out", metavar="FILE", default="", help="write it to a file, with the map as PNG beside it"),
            DATABASE,
        ),
    ),
    "orders": Command(
        "give the orders in a post that is pasted in",
        """\
Reads a post as it was written in a forum, from a file or a pipe: quotes, spoilers and code are understood, and what is
not an order is left out. Every line is judged; the orders become the side's draft, and run if the post or an option
says so. Exits with 1 if a line was refused or nothing was read.

examples:
  fieldpost orders raid-1 danville < post.txt
  fieldpost orders raid-1 danville --done < post.txt""",
        (
            argument("game", metavar="GAME", help="a saved game"),
            argument("side", metavar="SIDE", help="whose orders they are"),
            argument(
                "--commit",
                dest="word",
                action="store_const",
                const="commit",
                default="",
                help="run them, as a line `commit` in the post does",
            ),
            argument(
                "--done",
                dest="word",
                action="store_const",
                const="done",
                help="run them and end this side's part of the phase, as a line `done` does",
            ),
            argument("--sure", action="store_true", help="run them even if something would be lost by it"),
            DATABASE,
        ),
    ),
    "mail": Command(
        "take one mail from standard input, or test the mail settings",
        """\
receive: for mail servers that hand mails to a program, together with FIELDPOST_MAIL_PIPE=yes. The mail is carried
out like any other, and answered by the `fieldpost serve` that uses the same database. A sentence says what became of
it. Exits as sysexits.h has it: 0 taken, 65 not a mail (send it back), 75 not now (keep the mail and try again).
test: sends a mail to Fieldpost's own address and waits a minute until it is back, with every step in words.

examples:
  fieldpost mail test
  fieldpost mail receive --to orders+k7q2mnxw4tab3cde@example.org < mail.eml""",
        (
            argument("action", metavar="receive|test", choices=["receive", "test"], help="what to do"),
            argument("--to", metavar="ADDRESS", help="receive: the address that it was delivered to"),
            argument("--sender", metavar="ADDRESS", help="receive: the address that the mail would come back to"),
            DATABASE,
        ),
    ),
    "my": Command(
        "show one person's games and settings, or write their calendar",
        """\
PLAYER is what seats and logs know somebody by: the number of a Discord account, a name at this keyboard, or the name
of somebody who plays by mail or in a forum. What is chosen here holds at every door.

examples:
  fieldpost my games
  fieldpost my games ann
  fieldpost my settings ann
  fieldpost my settings ann quiet 22:00-07:00
  fieldpost my settings ann zone Europe/Berlin
  fieldpost my calendar ann --out ann.ics""",
        (
            argument(
                "about",
                metavar="games|settings|calendar",
                choices=["games", "settings", "calendar"],
                help="what of them",
            ),
            argument("player", metavar="PLAYER", nargs="?", default="", help="whose (default: this keyboard's)"),
            argument("words", metavar="NAME VALUE", nargs="*", default=[], help="settings: the one to be changed"),
            argument("--out", metavar="FILE.ics", default="", help="calendar: the file to write"),
            DATABASE,
        ),
    ),
    "doctor": Command(
        "check the settings, the database and each configured door",
        """\
Signs in to Discord, to the mail servers and to the forum, posts and sends nothing, and says what to do about each
fault. To a forum it uploads a picture of one dot, which no post shows. It never shows a password or a key. Exits with 1
if anything is wrong.

example: fieldpost doctor""",
        (DATABASE,),
    ),
}
