"""Lines of orders at the keyboard: checked, kept as the draft, and run at commit or done."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import ClassVar

from bot.hosting.questions import NEVER, is_question
from bot.hosting.utc_now import utc_now
from bot.hosting.wording import map_name
from engine.checking import Verdict
from engine.contract import Done
from engine.game import turn_text
from engine.game.order_desk import OrderDesk
from engine.language.write import echo
from engine.table import AskAgain, News
from engine.verdict import with_suggestions

from . import completion
from .pictures import Pictures
from .rejected_lines import RejectedLines
from .screen import Screen, verb

DONE_WORDS = (verb(Done), *Done.ALIASES)


class OrderLines(Pictures):
    """``folder``: where maps are saved."""

    command_words: ClassVar[Collection[str]] = ()
    """The commands of the keyboard, for hints."""
    where = ""
    """The option that names the database on the command line."""

    def __init__(self, table: OrderDesk, key: str, screen: Screen, folder: Path) -> None:
        super().__init__(table, key, screen, folder)
        self.shown, self.token, self.waiting, self.wrote = "", "", False, False
        """The phase that the player was shown, the answer to the last question, whether the last commit or done waits,
        and whether any order was added to a draft."""
        self.rejected, self.number = RejectedLines(self.is_unit), 0
        """What was rejected and not put right since, and the number of the line in a file."""

    def is_unit(self, word: str) -> bool:
        return any(piece.id.lower() == word.lower() for piece in self.table.picture(self.key, self.side).pieces)

    def order(self, text: str) -> bool:
        """Check a line and add its valid orders to the draft.  False if any was rejected."""
        if is_question(text):
            self.screen.say(f"  {NEVER}: `help` explains orders, `ideas` lists legal ones.", "red")
            return False
        word = text.split()[0].lower()
        if word in completion.VOTES and not self.is_unit(word):
            says = "votes are for games with several players; here `referee` and `takeback` decide at once, see `help`"
            self.screen.say(f"  {word}: {says}", "red")
            return False
        before = self.table.draft(self.key, self.side).splitlines()
        reply = self.table.check(self.key, self.side, "\n".join([*before, text]))
        verdicts = [verdict for verdict in reply.verdicts if verdict.line.number > len(before)]
        if all(verdict.accepted for verdict in verdicts) and turn_text.runs_by_itself(verdicts):
            return self.give(before, verdicts, text)
        useful = [verdict for verdict in verdicts if not verdict.cannot_run]
        if (good := turn_text.without_words(useful)) and not all(verdict.accepted for verdict in verdicts):
            verdicts = self.with_corrections(verdicts, [*before, echo(good)])
        self.screen.verdicts(verdicts)
        if good:
            self.table.write(self.key, self.side, "\n".join([*before, echo(good)]), utc_now())
            self.wrote = True
        elif words := self.hint(text, verdicts, before):
            self.screen.say(f"      {words}")
        self.waiting = turn_text.runs_by_itself(verdicts)
        if self.waiting:
            self.screen.say("  Nothing has run, because part of the line was rejected. Correct that part first.", "red")
        return all(verdict.accepted and not verdict.cannot_run for verdict in verdicts)

    def hint(self, text: str, verdicts: Sequence[Verdict], draft: Sequence[str]) -> str:
        """A command that was meant, or that helps; never for a line that is the name of a unit."""
        problems = [problem for verdict in verdicts for problem in verdict.problems]
        first = len(text) - len(text.lstrip()) + len(text.split()[0])
        if any("did you mean" in problem.message and problem.column <= first for problem in problems):
            return ""
        codes = [problem.code for problem in problems]
        commands = () if self.is_unit(text.split()[0]) else self.command_words
        return "" if self.is_unit(text.strip()) else completion.hint(text, commands, codes, draft)

    def with_corrections(self, verdicts: Sequence[Verdict], draft: Sequence[str]) -> list[Verdict]:
        """The verdicts on a line of which the draft has taken what is valid: what is suggested is for the rest of it,
        so that it can be typed next."""
        reply = self.table.check(self.key, self.side, "\n".join([*draft, self.left_over(verdicts)]))
        later = [verdict for verdict in reply.verdicts if verdict.line.number > len(draft)]
        suggested = [line for verdict in later for problem in verdict.problems for line in problem.suggestions]
        shown = tuple(dict.fromkeys(suggested))
        first = next(verdict for verdict in verdicts if verdict.problems)
        return [with_suggestions(verdict, shown if verdict is first else ()) for verdict in verdicts]

    def left_over(self, verdicts: Sequence[Verdict]) -> str:
        """The refused orders of a line as typed, each with the unit it is for."""
        parts, unit = list[str](), ""
        for verdict in verdicts:
            line, words = verdict.line, verdict.line.text[slice(*verdict.line.span)]
            (start, end), first = line.span, words.partition(" ")[0]
            at = line.spans.get("unit")
            named = start <= at[0] < end if at else self.is_unit(first)
            unit = line.text[slice(*at)] if at else first if named else unit
            if not verdict.accepted:
                parts.append(f"{unit} {words}" if unit and not named else words)
        waits = verdicts[0].line.text[: verdicts[0].line.span[0]] if any(v.line.condition for v in verdicts) else ""
        return waits + "; ".join(parts)

    def give(self, before: Sequence[str], verdicts: Sequence[Verdict], text: str) -> bool:
        """Run a line that says commit or done, with the draft before it."""
        if self.waits_for_correction(text):
            return False
        self.screen.verdicts(verdicts)
        side, self.wrote = self.side, True
        if not turn_text.without_words(verdicts):
            return self.run_draft(self.table.done if verdicts[0].ends else self.table.commit)
        line = echo([verdict.echo for verdict in verdicts])
        given = self.table.give(self.key, side, "\n".join([*before, line]), utc_now(), phase=self.shown)
        if given.news is None:
            self.table.write(self.key, side, "\n".join([*before, *turn_text.without_words(verdicts)]), utc_now())
            self.ask(given.asks, given.token)
            return False
        self.report_result(given.news)
        if self.side:
            self.show_kept(given.kept, given.why)
        return True

    def show_kept(self, draft: str, why: str = "") -> None:
        """What stays in a draft after a phase, for the side's next one; if that is open, ``why`` it has not run."""
        if draft:
            self.screen.say(f"  Kept, and not run yet:{f' {why}' if why else ''}", "dim")
            self.screen.say("\n".join(f"    {line}" for line in draft.splitlines()))

    def ask(self, says: str, token: str) -> None:
        """Say why nothing has run; the same word said next goes on."""
        how = " To go on, say the same again." if self.at_keyboard else ""
        self.screen.say(f"  {says}{how}", "red")
        self.token, self.waiting = token, True

    def say_unfinished(self) -> None:
        """That the input was not run to its end, where its orders are, and how to go on."""
        if self.side and self.table.draft(self.key, self.side):
            self.screen.say(
                f"  The input was not run to its end; your draft is kept. `fieldpost play {self.key}{self.where}` "
                "resumes the game."
            )

    def news(self) -> None:
        """Show what happened last: the start of a new game, or the last report of a resumed one."""
        reports = [news for news in self.table.news(self.key) if news.phase or news.kind == "over"]
        if reports:
            self.screen.report((*reports[-1].lines[reports[-1].kind == "seated" :], *reports[-1].luck))

    def waits_for_correction(self, said: str) -> bool:
        """Whether a commit or done waits because a line before it was rejected: at the keyboard until it is said again,
        in a file for good.
        """
        if self.rejected and self.at_keyboard:
            self.ask(f"Nothing has run: {self.rejected} rejected. Correct that first.", "")
            self.rejected.clear()
            return True
        if self.rejected:
            self.screen.say(f"  {said.strip()} waits (line {self.number} of the input): a line before it was rejected.")
            self.waiting = True
        return bool(self.rejected)

    def commit(self, rest: str) -> bool:
        """run your orders; the phase continues"""
        return self.may_run("commit", "runs all your orders", rest) and self.run_draft(self.table.commit)

    def done(self, rest: str) -> bool:
        """run your orders and end your part of the phase"""
        return self.may_run("done", "ends your part of the phase", rest) and self.run_draft(self.table.done)

    def may_run(self, word: str, effect: str, rest: str) -> bool:
        """Whether nothing but a comment follows the word, and nothing was rejected before it."""
        nothing_more = self.has_no_rest(word, effect, rest.partition("#")[0].strip())
        return nothing_more and not self.waits_for_correction(word)

    def run_draft(self, run: Callable[..., News]) -> bool:
        """Commit or end the phase that the player was shown; asks once where something would be lost."""
        token, self.token, self.waiting = self.token, "", False
        try:
            return self.report_result(run(self.key, self.side, utc_now(), phase=self.shown, sure=token))
        except AskAgain as ask:
            self.ask(str(ask), ask.token)
            return False

    def has_no_rest(self, word: str, effect: str, rest: str) -> bool:
        """Whether nothing follows a command that cannot be undone: ``done C1`` probably means one unit."""
        if rest:
            self.screen.say(f"  {word} {effect} for all units at once; type it without {rest[:60]!r}", "red")
        return not rest

    def report_result(self, news: News) -> bool:
        self.screen.report((*news.lines, *news.luck))
        self.draw(map_name(self.key, news.seq), self.table.picture(self.key))
        return True
