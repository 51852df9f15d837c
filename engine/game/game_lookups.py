"""Everything that can be asked about a game without changing it: pictures, sight, odds, cards, ideas, news, the log."""

from collections.abc import Mapping, Sequence

from engine.contract import replace
from engine.errors import Refused
from engine.log.export import export
from engine.log.fold import Fold
from engine.log.game_rows import ListedGame, Selection
from engine.log.journal import Journal
from engine.log.redaction import withheld_entries
from engine.lookups import cards, completions, ideas, measurements, odds, order_help
from engine.lookups.completion_words import Word
from engine.lookups.completions import Completion
from engine.lookups.ideas_about import IdeasAbout, ideas_about
from engine.lookups.requests import check_length, find_side
from engine.lookups.theatres import theatre_names
from engine.luck.report import LuckReport, report_of_game
from engine.luck.tally import Luck
from maps.scene.card import Card
from maps.scene.scene import Scene

from . import at_deadline, drafts, idle_units
from . import news as public_news
from .drawn_position import drawn_position
from .game_cache import GameCache
from .game_info import Game, game_info
from .kibitz import kibitz_lines
from .luck_cache import LuckCache
from .muster_lookups import MusterLookups
from .news import News

MOST_REPLAYED = 200
"""Pictures of a replay."""


class GameLookups(MusterLookups):
    """``key`` is a game's id, its name, or the beginning of either; ``viewer`` a side, or "" for the public.

    Everything that cannot be answered raises Refused with a sentence.
    """

    journal: Journal
    _cache: GameCache
    _lucks: LuckCache

    def games(self) -> tuple[Game, ...]:
        """All games, the oldest first."""
        return self._cache.all()

    def listed(self, games: Sequence[str]) -> tuple[ListedGame, ...]:
        """What lists show of these games, given by their ids; no game is read whose row is up to date."""
        return self._cache.listed(games)

    def list_selected(self, games: Selection) -> tuple[ListedGame, ...]:
        """As ``listed``, for games that the database finds."""
        return self._cache.list_selected(games)

    def infos(self, games: Sequence[str]) -> tuple[Game, ...]:
        """As ``listed``, with everything that everybody may know."""
        return self._cache.infos(games)

    def due(self, now: str) -> tuple[str, ...]:
        """The games whose deadline has passed, the longest waiting first."""
        return self._cache.due(now)

    def scores(self, key: str) -> Mapping[str, int]:
        """What each side has achieved in a game that is over, in its system's points.  Refused not-over."""
        fold = self._cache.find(key)
        if not fold.over:
            raise Refused("not-over", f"{fold.opened.name} is not over yet.")
        return {side: fold.system.score(fold.state, side) for side in fold.scenario.sides}

    def refresh(self, game: str) -> None:
        """Make what lists and deadlines know of a game again, from its entries."""
        self._cache.refresh(game)

    def drop_idle(self) -> None:
        """Forget the games that nobody has asked for since the last call, until somebody does."""
        self._cache.drop_idle()

    def game(self, key: str) -> Game:
        return game_info(self._cache.find(key))

    # pictures
    def picture(self, key: str, viewer: str = "", *, at: int | None = None, draft: str | None = None) -> Scene:
        """What the viewer sees after entry ``at`` (default: now), with a draft of orders drawn on top."""
        fold, side = self._seen_by(key, viewer)
        transaction = fold.transactions[-1] if at is None else fold.after(at)
        seen = fold.system.view(transaction.state, side)
        scene = self._titled(fold, fold.system.scene(seen, public_news.witnessed_events(fold, transaction, side)))
        if not draft or not side:
            return scene
        return drafts.draw_draft(fold, side, check_length(draft), seen, scene)

    def drawn_position(self, key: str, at: int) -> bytes:
        """What the public map after entry ``at`` shows of the position."""
        return drawn_position(self._cache.find(key), at)

    def replay(self, key: str, most: int = MOST_REPLAYED) -> tuple[Scene, ...]:
        """What everybody saw after each commit, from the first to the last; of more than ``most`` an even choice."""
        return tuple(self.picture(key, at=seq) for seq in self.replay_entries(key, most))

    def replay_entries(self, key: str, most: int = MOST_REPLAYED) -> tuple[int, ...]:
        """The entries after which the pictures of a replay are drawn."""
        fold = self._cache.find(key)
        seqs = [transaction.seq for transaction in fold.transactions if transaction.started or transaction.events]
        shown = seqs or [fold.seq]
        if len(shown) > most:
            shown = [shown[round(nth * (len(shown) - 1) / (most - 1))] for nth in range(most)]
        return tuple(shown)

    def text_map(self, key: str, viewer: str = "", *, at: int | None = None) -> str:
        """The map in words, after entry ``at`` (default: now)."""
        fold, side = self._seen_by(key, viewer)
        state = fold.state if at is None else fold.after(at).state
        return fold.system.text_map(fold.system.view(state, side))

    def overlay(self, key: str, viewer: str, unit: str, target: str = "") -> Scene:
        """The picture, with where a unit could go drawn on top; with a target, whether the unit sees it."""
        fold, side = self._seen_by(key, viewer)
        return ideas.overlay(fold, side, self.picture(key, viewer), unit, target)

    def theatres(self, key: str) -> tuple[str, ...]:
        """The names of the theatres of the game's map, none if it has no theatres."""
        return theatre_names(self._cache.find(key).scenario)

    def line_of_sight(self, key: str, viewer: str, start: str, end: str) -> measurements.SightResult:
        """Whether one hex, place or unit sees another, as the viewer knows the position, and the picture with
        the line.
        """
        fold, side = self._seen_by(key, viewer)
        found = measurements.line_of_sight(fold.system, fold.state, side, start, end)
        return found._replace(scene=self._titled(fold, found.scene))

    def has_sight(self, key: str) -> bool:
        """Whether the game has lines of sight."""
        fold = self._cache.find(key)
        return measurements.has_sight(fold.system, fold.system.view(fold.state, ""), "")

    def measure(self, key: str, viewer: str, start: str, end: str) -> measurements.MeasureResult:
        """Distance, direction and sight between two hexes, places, units or points, and the picture with them
        on top.
        """
        fold, side = self._seen_by(key, viewer)
        found = measurements.measure(fold.system, fold.state, side, start, end)
        return found._replace(scene=self._titled(fold, found.scene))

    # battles and units
    def odds(self, key: str, viewer: str = "") -> odds.OddsQuestion:
        """The question after the odds of a battle as the viewer knows the position now, with what is certain of the
        viewer's own draft.

        It may be answered in another thread or process.
        """
        fold, side = self._seen_by(key, viewer)
        seen = fold.system.view(fold.state, side)
        drafted = drafts.position_of_draft(fold, side)
        words = odds.WITH_DRAFT if drafted != seen else ""
        return odds.OddsQuestion(fold.system.NAME, drafted, side, fold.scenario.sides, words)

    def cards(self, key: str, viewer: str = "") -> Mapping[str, Card]:
        """The card of every type of unit, with the types of the game's own scenario that the viewer may know."""
        fold, side = self._seen_by(key, viewer)
        seen, catalogue = fold.system.view(fold.state, side), cards.catalogue(fold.system, fold.scenario)
        return cards.viewer_cards(catalogue, fold.scenario, fold.state.units, seen.units)

    def card(self, key: str, viewer: str, word: str) -> Card:
        """The card of a unit that the viewer knows of, by the unit's id, or of a type.

        Refused unknown-card, ambiguous-card.
        """
        fold, side = self._seen_by(key, viewer)
        return cards.card_in_play(self.cards(key, viewer), fold.system.view(fold.state, side).units, word)

    def unit_figures(self, key: str, viewer: str = "") -> Mapping[str, Mapping[str, str]]:
        """The figures that matter of each unit, by their columns: speed, defence, range, as each game has them."""
        fold, side = self._seen_by(key, viewer)
        return cards.unit_figures(self.cards(key, viewer), fold.system.view(fold.state, side).units)

    def units(self, key: str, viewer: str = "") -> Mapping[str, str]:
        """The units in play: id -> full name."""
        return ideas.units(*self._seen_by(key, viewer))

    def own_units(self, key: str, side: str) -> tuple[str, ...]:
        """The ids of the units in play that a side commands."""
        return ideas.own_units(*self._of_side(key, side))

    def places(self, key: str, viewer: str = "") -> Mapping[str, str]:
        """The places with names of their own: name -> where it is."""
        return ideas.places(*self._seen_by(key, viewer))

    # orders and reports
    def draft(self, key: str, side: str) -> str:
        """The side's stored draft as typed, "" if there is none."""
        fold, side = self._of_side(key, side)
        return fold.drafts[side].text if side in fold.drafts else ""

    def silent_sides(self, key: str) -> tuple[str, ...]:
        """The sides that the phase waits for and that have done nothing in it yet: neither a commit nor done."""
        return at_deadline.silent_sides(self._cache.find(key))

    def at_deadline(self, key: str, side: str) -> at_deadline.AtDeadline:
        """What of the side's draft would run if the deadline passed now."""
        return at_deadline.at_deadline(*self._of_side(key, side))

    def units_without_orders(self, key: str, side: str) -> tuple[str, ...]:
        """The side's units that could do something now and that its draft does not name, for their player alone."""
        return idle_units.units_without_orders(*self._of_side(key, side))

    def ideas(self, key: str, side: str) -> tuple[str, ...]:
        """Legal orders worth offering, in standard form; none before the start and after the end."""
        return ideas.ideas(*self._of_side(key, side))

    def ideas_about(self, key: str, side: str, said: str) -> IdeasAbout:
        """Those that begin so, have that verb or name that unit or place, and what to say where there are none."""
        return ideas_about(*self._of_side(key, side), said)

    def completions(self, key: str, side: str, beginning: str) -> tuple[Completion, ...]:
        """The words that can end this beginning of a line of orders, the likeliest first."""
        return completions.completions(*self._of_side(key, side), beginning)

    def board_words(self, key: str, viewer: str = "") -> tuple[Word, ...]:
        """The names on the board, each with what it stands for: units in play, places, hexes."""
        return completions.board_words(*self._seen_by(key, viewer))

    def examples(self, key: str, side: str) -> tuple[str, ...]:
        """Two orders of the current phase that give nothing secret away."""
        return ideas.examples(*self._of_side(key, side))

    def best_orders(self, key: str, side: str) -> tuple[str, ...]:
        """Two orders of the current phase that are worth giving, as the side itself sees the position."""
        fold, side = self._of_side(key, side)
        return ideas.examples(fold, side, side)

    def orders_now(self, key: str, side: str) -> tuple[tuple[str, str], ...]:
        """The orders that the side can give in this phase: an example of each, and what it does."""
        return order_help.orders_now(*self._of_side(key, side))

    def explain_order(self, key: str, side: str, word: str) -> str:
        """How an order is written, with an example from this game."""
        return order_help.explain_order(*self._of_side(key, side), word)

    def board_names(self, key: str, side: str) -> order_help.BoardNames:
        """Names of units and places of this game, for examples of look-ups."""
        return order_help.board_names(*self._of_side(key, side))

    def news(self, key: str, after: int = 0) -> tuple[News, ...]:
        """The public news from the entries after ``after``, oldest first: one for each commit."""
        fold = self._cache.find(key)
        return tuple(public_news.news(fold, transaction) for transaction in fold.since(after))

    def joined_news(self, key: str, after: int = 0) -> tuple[News, ...]:
        """As ``news``, but what a side had written ahead and ran at once is told with the commit before it."""
        return tuple(public_news.joined_turns(self.news(key, after)))

    def log(self, key: str, turn: int | None = None) -> tuple[str, ...]:
        """The public report of one turn, or of all."""
        return public_news.public_report(self._cache.find(key), turn)

    def kibitz(self, key: str, turn: int | None = None) -> tuple[str, ...]:
        """All that was done in one turn, or in all, secret orders included.  Refused while the game is not over."""
        return kibitz_lines(self._cache.find(key), turn)

    def luck_report(self, key: str) -> LuckReport:
        """The luck of every side, from the rolls that everybody may know.  Refused no-dice."""
        fold = self._cache.find(key)
        return report_of_game(self._lucks.find(fold.id), fold.scenario.sides)

    def luck_if_readable(self, game: str) -> Luck | None:
        """The luck of the game with this id, by the players' own names; None if it cannot be read, or as long as these
        are withheld.
        """
        try:
            return self._lucks.named(game)
        except Refused:
            return None

    def export(self, key: str) -> bytes:
        """The whole public log as canonical JSON: ``fieldpost-log/2``, or ``/1`` of an older game."""
        fold = self._cache.find(key)
        return export(fold.opened, self.journal.read(fold.id)[: fold.seq], withheld_entries(fold))

    def _seen_by(self, key: str, viewer: str) -> tuple[Fold, str]:
        fold = self._cache.find(key)
        return fold, find_side(fold, viewer) if viewer else ""

    def _of_side(self, key: str, side: str) -> tuple[Fold, str]:
        fold = self._cache.find(key)
        return fold, find_side(fold, side)

    def _titled(self, fold: Fold, scene: Scene) -> Scene:
        return replace(scene, title=replace(scene.title, game=fold.opened.name))
