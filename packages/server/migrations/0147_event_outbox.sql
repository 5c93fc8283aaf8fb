-- Events whose transaction is committed, and which the stream of their adapter does not contain yet. A relay moves them to the stream
-- within milliseconds, see relay_events. The writer of an event holds the lock of its connection (client and channel) until the commit, so
-- event_no rises in the order of the commits for each client and channel. No key refers to the client: a client is deleted only when it has
-- no rows here.
create table event_outbox (
  client_id text collate "C" not null,
  event_no bigint generated always as identity,
  adapter_id text collate "C" not null,
  channel_id text collate "C" not null,
  event_type text collate "C" not null,
  subject text,
  data jsonb not null,
  -- size of the data, so that a relay can limit its batch without reading the data
  bytes integer not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (client_id, event_no)
) with (
  -- as for the table pending: rows are written once and deleted once, and dead index entries cost each relay until they are removed
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 10000,
  autovacuum_vacuum_cost_delay = 0,
  vacuum_truncate = false
);

create index event_outbox_adapter on event_outbox (adapter_id, event_no);

alter function append_events(text, jsonb, timestamptz) rename to append_to_stream;

-- Records the ids of new AUTHENTICATION_EVENT events in their accounts, by which processes of the former version recognise a report. Skips
-- locked accounts, because a relay must not wait for a transaction of a client; the present version recognises a report by its validation.
create function record_validation_events(moved jsonb, event_ids jsonb) returns void
language plpgsql as $$
begin
  -- few events: the others need no search for accounts
  if not moved @> '[{"event_type": "AUTHENTICATION_EVENT"}]' then
    return;
  end if;
  update account
  set event_id = validated.event_id
  from (
    select account.client_id, account.channel_id, account.account_id, (event_ids ->> (given.place - 1)::integer)::uuid as event_id
    from jsonb_array_elements(moved) with ordinality as given (event, place)
    join account on account.client_id = given.event ->> 'client_id'
      and account.channel_id = given.event ->> 'channel_id'
      and account.account_id = given.event #>> '{data,accountId}'
      and account.validation = (given.event #>> '{data,validation}')::integer
    where given.event ->> 'event_type' = 'AUTHENTICATION_EVENT'
    for update of account skip locked
  ) as validated
  where account.client_id = validated.client_id
    and account.channel_id = validated.channel_id
    and account.account_id = validated.account_id;
end;
$$;

-- Moves the oldest events of an adapter from the outbox to its stream, at most max_events and about 8 MB. Returns their number, and whether
-- there may be more; no row if another transaction has locked the stream, which is usually another relay. Call it outside of a transaction:
-- then its locks are held for one statement, and no process can be halted between its steps.
create function relay_events(for_adapter text, max_events integer) returns table (relayed integer, has_more boolean)
language plpgsql
-- as in append_to_stream
set enable_seqscan = off
set lock_timeout = '4s'
as $$
declare
  found_count integer;
  numbers bigint[];
  moved jsonb;
  event_ids jsonb;
begin
  perform
  from stream
  where stream.adapter_id = for_adapter
  for update skip locked;
  if not found then
    return;
  end if;
  -- A statement of its own: its snapshot is newer than the lock, so it contains everything that former relays and writers have committed.
  select
    count(*),
    array_agg(due.event_no) filter (where due.fits),
    jsonb_agg(
      jsonb_build_object(
        'client_id', due.client_id, 'channel_id', due.channel_id, 'event_type', due.event_type, 'subject', due.subject, 'data', due.data
      )
      order by due.event_no
    ) filter (where due.fits)
  into found_count, numbers, moved
  from (
    select
      oldest.event_no, oldest.client_id, oldest.channel_id, oldest.event_type, oldest.subject, oldest.data,
      coalesce(sum(oldest.bytes) over (order by oldest.event_no rows between unbounded preceding and 1 preceding), 0) < 8000000 as fits
    from (
      select
        event_outbox.event_no, event_outbox.client_id, event_outbox.channel_id, event_outbox.event_type, event_outbox.subject,
        event_outbox.data, event_outbox.bytes
      from event_outbox
      where event_outbox.adapter_id = for_adapter
      order by event_outbox.event_no
      limit max_events
    ) as oldest
  ) as due;
  if found_count > 0 then
    select jsonb_agg(appended.event_id order by appended.place)
    into event_ids
    from append_to_stream(for_adapter, moved, null) as appended;
    perform record_validation_events(moved, event_ids);
    delete from event_outbox
    where event_outbox.adapter_id = for_adapter and event_outbox.event_no = any(numbers);
  end if;
  numbers := coalesce(numbers, '{}');
  return query select cardinality(numbers), found_count > 0 and (found_count = max_events or found_count > cardinality(numbers));
end;
$$;

-- Appends events directly, for processes of the former version. Relays first: an event that is in the outbox was committed before.
create function append_events(for_adapter text, new_events jsonb, at timestamptz)
returns table (place bigint, event_id uuid)
language plpgsql
set lock_timeout = '4s'
as $$
begin
  perform
  from stream
  where stream.adapter_id = for_adapter
  for update;
  while exists (select from relay_events(for_adapter, 1000) as done where done.has_more) loop
  end loop;
  return query
  select appended.place, appended.event_id
  from append_to_stream(for_adapter, new_events, at) as appended
  order by appended.place;
end;
$$;
