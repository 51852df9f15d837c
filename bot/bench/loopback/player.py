"""A person with a phone: types commands, presses buttons, fills forms, and reads what the room shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, DEFERRED_UPDATE, MODAL, Interaction
from .payloads import Payload
from .rooms import LOADING, PINNED, THREAD_STARTER, Room
from .screen import File, Post, parts_of
from .server import Server

SUBCOMMANDS, TYPES = (1, 2), {"str": 3, "int": 4, "bool": 5, "float": 10}
PERSON, CHANNEL, ROLE, ATTACHMENT, TEXT_INPUT, LABEL = 6, 7, 8, 11, 4, 18


class Silence(AssertionError):
    """The application did not respond."""


class NoSuchThing(AssertionError):
    """The phone shows no such command, option or button."""


@dataclass(frozen=True)
class Answer:
    """What came back to one person: ``posts`` in order; also those that came later."""

    player: "Player"
    asked: Interaction

    @property
    def posts(self) -> list[Post]:
        return [Post(self.player.server, message) for message in self.asked.messages if not message["flags"] & LOADING]

    @property
    def text(self) -> str:
        own = [Post(self.player.server, self.asked.shown)] if self.asked.answered == 7 and self.asked.shown else []
        return "\n".join(post.text for post in [*own, *self.posts])

    @property
    def files(self) -> list[File]:
        return [file for post in self.posts for file in post.files]

    @property
    def private(self) -> bool:
        return all(post.private for post in self.posts)

    def __contains__(self, words: str) -> bool:
        return words in self.text

    async def more(self, count: int, seconds: float = 30) -> "Answer":
        """Once there are that many posts."""
        await self.player.server.world.until(lambda: len(self.posts) >= count, seconds)
        return self


@dataclass(frozen=True)
class Form:
    """A modal on the screen."""

    player: "Player"
    asked: Interaction
    modal: Payload

    @property
    def title(self) -> str:
        return str(self.modal["title"])

    @property
    def fields(self) -> list[Payload]:
        return [part for part in parts_of(self.modal["components"]) if part["type"] == TEXT_INPUT]

    @property
    def prefilled(self) -> str:
        return str(self.fields[0].get("value") or "")

    async def submit(self, text: str) -> "Answer":
        """The first field filled with this; answered in the shape it was sent (labels or rows)."""
        field = self.fields[0]
        if len(text) > field.get("max_length", 4000):
            raise NoSuchThing(f"the field takes {field.get('max_length', 4000)} characters")
        filled = {"type": TEXT_INPUT, "custom_id": field["custom_id"], "value": text, "id": 2}
        labelled = any(part["type"] == LABEL for part in self.modal["components"])
        shape = (
            {"type": LABEL, "id": 1, "component": filled} if labelled else {"type": 1, "id": 1, "components": [filled]}
        )
        data = {"custom_id": self.modal["custom_id"], "components": [shape]}
        answer = await self.player.wait(
            self.player.server.answers.ask(MODAL, self.player.user, self.asked.room, data, self.asked.shown)
        )
        assert isinstance(answer, Answer)
        return answer


class Player:
    """``room`` is the channel or thread that is open on the phone; ``patience``: seconds to look at "is thinking"."""

    def __init__(self, server: Server, name: str, room: Room) -> None:
        self.server, self.name, self.room = server, name, room
        self.user = server.world.person(name)
        self.id, self.patience = str(self.user["id"]), 15.0

    # doing
    async def slash(self, command: str, **options: Any) -> Answer:
        """``await alice.slash("game new", scenario="millers-bridge")``; a File fills an attachment option, a Player a
        person's, a Room a channel's, the payload of a role a role's.
        """
        answer = await self.wait(self.server.answers.ask(COMMAND, self.user, self.room, self.command(command, options)))
        assert isinstance(answer, Answer), f"/{command} opened a form"
        return answer

    async def done(self, **options: Any) -> Answer:
        """``/done``, and the second press if the bot asks whether to go on without what was refused."""
        answer = await self.slash("done", **options)
        if answer.posts and "Done all the same" in answer.posts[-1].buttons:
            answer = await self.press(answer.posts[-1], "Done all the same")
        return answer

    async def form(self, command: str, **options: Any) -> Form:
        """A command that opens a form."""
        form = await self.wait(self.server.answers.ask(COMMAND, self.user, self.room, self.command(command, options)))
        assert isinstance(form, Form), f"/{command} opened no form but said: {form.text}"
        return form

    async def press(self, post: Post, label: str) -> Answer:
        answer = await self.wait(self.pressed(post, label))
        assert isinstance(answer, Answer), f"{label} opened a form"
        return answer

    async def press_form(self, post: Post, label: str) -> Form:
        form = await self.wait(self.pressed(post, label))
        assert isinstance(form, Form), f"{label} opened no form but said: {form.text}"
        return form

    async def suggest(self, command: str, option: str, typed: str = "", **options: Any) -> list[str]:
        """The values offered while an option is being typed."""
        data = self.command(command, options | {option: typed}, focused=option)
        asked = self.server.answers.ask(AUTOCOMPLETE, self.user, self.room, data)
        await self.wait(asked)
        return [str(choice["value"]) for choice in asked.choices or ()]

    # reading
    def posts(self, room: Room | None = None) -> list[Post]:
        """The room from top to bottom, without what Discord itself says in it."""
        return [
            Post(self.server, message)
            for message in (room or self.room).messages.values()
            if message["type"] not in (PINNED, THREAD_STARTER)
        ]

    def direct_posts(self) -> list[Post]:
        """The direct messages from the bot, from top to bottom."""
        return self.posts(self.server.world.direct_room(self.id))

    def all_text(self, room: Room | None = None) -> str:
        return "\n".join(post.text for post in self.posts(room))

    async def wait_for_post(
        self, what: str | Callable[[Post], bool], *, after: Post | None = None, seconds: float = 15
    ) -> Post:
        """The first post below ``after`` with these words."""
        fits = (lambda post: what in post.text) if isinstance(what, str) else what
        floor = int(after.id) if after else 0

        def look() -> Post | None:
            return next((post for post in self.posts() if int(post.id) > floor and fits(post)), None)

        try:
            return await self.server.world.until(look, seconds)
        except TimeoutError:
            raise AssertionError(f"{self.name} waited {seconds} s for {what!r} in:\n{self.all_text()}") from None

    def enter(self, room: Room) -> None:
        self.room = room

    # between phone and server
    async def wait(self, asked: Interaction) -> Answer | Form:
        """Until there is something to see, or Discord gives up on the bot."""
        world = self.server.world
        try:
            await world.until(lambda: asked.answered is not None, asked.patience + 0.5)
            await world.until(lambda: asked.wait_until_posted, self.patience)
            if asked.answered == DEFERRED_UPDATE:
                await world.until(lambda: asked.messages or (asked.shown or {}).get("edited_timestamp"), 5)
        except TimeoutError:
            raise Silence(f"{self.name}: the application did not respond") from None
        return Form(self, asked, asked.modal) if asked.modal else Answer(self, asked)

    def pressed(self, post: Post, label: str) -> Interaction:
        found = next(
            (key for name, key in post.buttons.items() if label in (name, key) or label.lower() in name.lower()), None
        )
        if found is None:
            raise NoSuchThing(f"no button {label!r} on it, only {list(post.buttons)}")
        return self.server.answers.ask(
            COMPONENT, self.user, self.room, {"custom_id": found, "component_type": 2}, post.message
        )

    def command(self, words: str, given: dict[str, Any], focused: str = "") -> Payload:
        """The payload of a command as the client builds it; the client insists on required options."""
        first, *rest = words.split()
        known = self.server.world.commands
        command = next((c for scope in (self.room.guild, "") for c in known.get(scope, ()) if c["name"] == first), None)
        if command is None:
            raise NoSuchThing(f"no command /{first}")
        resolved: Payload = {}
        options = self._options(command, rest, dict(given), focused, resolved)
        return {"id": command["id"], "name": first, "type": 1, "options": options, "resolved": resolved} | (
            {"guild_id": command["guild_id"]} if command.get("guild_id") else {}
        )

    def _options(
        self, level: Payload, rest: list[str], given: dict[str, Any], focused: str, resolved: Payload
    ) -> list[Payload]:
        offered = level.get("options") or []
        if rest:
            inner = next((o for o in offered if o["name"] == rest[0] and o["type"] in SUBCOMMANDS), None)
            if inner is None:
                raise NoSuchThing(f"no subcommand {rest[0]}")
            return [
                {
                    "name": rest[0],
                    "type": inner["type"],
                    "options": self._options(inner, rest[1:], given, focused, resolved),
                }
            ]
        if strange := set(given) - {o["name"] for o in offered}:
            raise NoSuchThing(f"no option {strange} in {[o['name'] for o in offered]}")
        if missing := [o["name"] for o in offered if o.get("required") and o["name"] not in given and not focused]:
            raise NoSuchThing(f"the phone asks for {missing}")
        return [
            self._option(o, given[o["name"]], resolved) | ({"focused": True} if o["name"] == focused else {})
            for o in offered
            if o["name"] in given
        ]

    def _option(self, option: Payload, value: Any, resolved: Payload) -> Payload:
        if option["type"] == ATTACHMENT:
            kept = self.server.world.keep(value.name, value.data)
            resolved.setdefault("attachments", {})[kept["id"]] = kept
            value = kept["id"]
        elif option["type"] == PERSON:
            resolved.setdefault("users", {})[value.id] = value.user
            value = value.id
        elif option["type"] == CHANNEL:
            shown = value.payload(self.server.world.me["id"]) | {"permissions": str(value.allowed())}
            if (kinds := option.get("channel_types")) and shown["type"] not in kinds:
                raise NoSuchThing(f"{option['name']} takes channels of the types {kinds}")
            resolved.setdefault("channels", {})[value.id] = shown
            value = value.id
        elif option["type"] == ROLE:
            resolved.setdefault("roles", {})[value["id"]] = value
            value = value["id"]
        elif isinstance(value, str) and len(value) > option.get("max_length", 6000):
            raise NoSuchThing(f"{option['name']} takes {option['max_length']} characters")
        if (choices := option.get("choices")) and value not in [c["value"] for c in choices]:
            raise NoSuchThing(f"{option['name']} is one of {[c['value'] for c in choices]}")
        return {"name": option["name"], "type": option["type"], "value": value}
