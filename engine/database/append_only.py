"""Logs beside the journal: the triggers that let their rows be added in order, and neither changed nor deleted."""

from collections.abc import Mapping

from .database import Dialect

_SQLITE = """
create trigger if not exists {table}_no_update before update on {table}
  begin select raise(abort, '{called} is append-only'); end;
create trigger if not exists {table}_no_delete before delete on {table}
  begin select raise(abort, '{called} is append-only'); end;
create trigger if not exists {table}_no_replace before insert on {table}
  when exists (select 1 from {table} where game = new.game and seq >= new.seq)
  begin select raise(abort, '{called} is append-only'); end;
"""
_POSTGRESQL = """
create or replace function {table}_continues() returns trigger language plpgsql as $$ begin
  if exists (select 1 from {table} where game = new.game and seq >= new.seq) then
    raise exception '{called} is append-only' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
drop trigger if exists {table}_no_change on {table};
create trigger {table}_no_change before update or delete on {table}
  for each row execute function entry_append_only();
drop trigger if exists {table}_no_truncate on {table};
create trigger {table}_no_truncate before truncate on {table}
  for each statement execute function entry_append_only();
drop trigger if exists {table}_no_replace on {table};
create trigger {table}_no_replace before insert on {table} for each row execute function {table}_continues();
"""


def append_only(table: str, called: str) -> Mapping[Dialect, str]:
    """Statements for a table with columns ``game`` and ``seq``.  ``called``: what the log is called in a refusal."""
    both: dict[Dialect, str] = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}
    return {dialect: text.replace("{table}", table).replace("{called}", called) for dialect, text in both.items()}
