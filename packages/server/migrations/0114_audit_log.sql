-- Who did what and when. Rows are only ever added; `audit_seal` makes later changes evident.
create table audit_event (
  -- empty for what concerns the whole installation
  client_id text collate "C" not null,
  -- UUIDv7: in the order of time
  audit_id uuid not null,
  at timestamptz not null,
  actor text collate "C" not null,
  address text,
  user_agent text,
  operation text collate "C" not null,
  object_kind text collate "C" not null,
  object text collate "C",
  failed boolean not null,
  details jsonb not null,
  primary key (client_id, audit_id)
);
create index audit_event_newest on audit_event (audit_id);
create index audit_event_actor on audit_event (actor, audit_id);
create index audit_event_operation on audit_event (operation, audit_id);
create index audit_event_object on audit_event (object, audit_id) where object is not null;
create index audit_event_address on audit_event (address, audit_id) where address is not null;
create index audit_event_failed on audit_event (audit_id) where failed;

-- Events that have no seal yet. A row is added with its event and deleted with the seal, so that no event is ever skipped, whatever the
-- order of commits.
create table audit_unsealed (
  client_id text collate "C" not null,
  audit_id uuid not null,
  primary key (client_id, audit_id)
);

-- The chain of each client: number and seal of the newest event, and of the newest purged one. The row is locked by the worker that seals,
-- never by a transaction that adds an event.
create table audit_chain (
  client_id text collate "C" primary key,
  number bigint not null default 0,
  seal text not null default '',
  purged_number bigint not null default 0,
  purged_seal text not null default ''
);

create table audit_seal (
  client_id text collate "C" not null,
  number bigint not null,
  audit_id uuid not null,
  -- signature over the event and the seal before, with a key that is not in the database
  seal text not null,
  primary key (client_id, number),
  unique (client_id, audit_id)
);

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  if current_setting('pimento.purges_audit', true) = 'on' then
    return old;
  end if;
  raise 'the audit log is only ever added to';
end;
$$;
create trigger audit_event_unchanged before update or delete on audit_event
for each row execute function refuse_audit_change();
create trigger audit_event_kept before truncate on audit_event
for each statement execute function refuse_audit_change();
