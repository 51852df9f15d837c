"""The tables of the journal and of its rows in PostgreSQL, with the triggers that keep entries as they are.

Texts compare by their bytes (collation C), as in SQLite.  ``head.change`` is counted at the end of a transaction, under
a lock that lasts until it is stored: whoever has seen a change has seen all smaller ones.
"""

VERSION = 1
PROGRAM = 0x46505354
"""The first number of all advisory locks but those of games: FPST."""
GAMES = PROGRAM + 1
"""The first number of the locks of games."""
COUNTING, MAKING, SERVING = 1, 2, 3
"""The second number: of a transaction that counts a change, of a program that makes tables, of a bot."""
SHARDS, SHARD_COUNTS = PROGRAM + 2, PROGRAM + 3
"""The first numbers of the locks of a bot's shards, by their numbers, and of their count."""
CHANNEL = "fieldpost"
"""The channel on which each changed game is notified."""

_LAST = "new.kind not in ('locked', 'happened', 'done', 'revealed') and not starts_with(new.body, '{\"as\":\"orders\"')"

SCHEMA = f"""
create table fieldpost (version integer not null);
insert into fieldpost values ({VERSION});
create table entry (
    game text collate "C" not null, seq bigint not null check (seq > 0), kind text not null, side text not null,
    at text collate "C" not null, body text not null, salt text not null, link text not null, primary key (game, seq));
create index entry_opened on entry (at, game) where seq = 1;
create table secret (
    game text collate "C" not null, promise text not null, secret bytea not null, primary key (game, promise));
create table head (
    game text collate "C" primary key, change bigint unique, seq bigint not null, link text not null);
create table game_row (
    game text collate "C" primary key, seq bigint not null, link text not null, form integer not null,
    name text not null, over integer not null, started integer not null, due text collate "C" not null,
    began text collate "C" not null, stopped integer not null, news bigint not null, info text not null);
create index game_row_due on game_row (due) where due != '';
create index game_row_began on game_row (stopped, began);

create function entry_append_only() returns trigger language plpgsql as $$ begin
    raise exception 'the journal is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger entry_no_change before update or delete on entry for each row execute function entry_append_only();
create trigger entry_no_truncate before truncate on entry for each statement execute function entry_append_only();

create function entry_continues() returns trigger language plpgsql as $$ begin
    if exists (select 1 from entry where game = new.game and seq >= new.seq) then
        raise exception 'the journal is append-only' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end $$;
create trigger entry_no_replace before insert on entry for each row execute function entry_continues();

create function entry_head() returns trigger language plpgsql as $$ begin
    insert into head (game, seq, link) values (new.game, new.seq, new.link)
        on conflict (game) do update set seq = excluded.seq, link = excluded.link;
    return null;
end $$;
create trigger entry_head after insert on entry for each row when ({_LAST}) execute function entry_head();

create function entry_change() returns trigger language plpgsql as $$ begin
    if exists (select 1 from head where game = new.game and seq = new.seq) then
        perform pg_advisory_xact_lock({PROGRAM}, {COUNTING});
        update head set change = (select coalesce(max(change), 0) + 1 from head) where game = new.game;
        perform pg_notify('{CHANNEL}', new.game);
    end if;
    return null;
end $$;
create constraint trigger entry_change after insert on entry deferrable initially deferred
    for each row when ({_LAST}) execute function entry_change();
"""
