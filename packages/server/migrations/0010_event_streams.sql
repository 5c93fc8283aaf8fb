-- One row a stream: the lock that gives events their order. Whoever appends holds it until the commit, so that no event ever appears
-- before one that was already read. The row is locked and never updated: those who wait for it form a queue, whereas a commit that updates
-- it wakes all of them at once to look for the new version.
create table stream (
  adapter_id text collate "C" primary key
);

-- The time of the newest event of each stream, changed under its lock.
create table stream_end (
  adapter_id text collate "C" primary key,
  last_created timestamptz not null
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200, vacuum_truncate = false);

-- Append-only, one partition a day: what is older than the retention goes away with its partition.
-- `created` is the position: whole milliseconds, strictly rising within a stream, and told by event_id (UUIDv7) as well.
create table event (
  adapter_id text collate "C" not null,
  created timestamptz not null,
  event_id uuid not null,
  client_id text collate "C" not null,
  channel_id text collate "C" not null,
  event_type text collate "C" not null,
  -- hash of adapter, type and subject, where one event is enough for a subject
  subject_key uuid,
  data jsonb not null,
  primary key (adapter_id, created)
) partition by range (created);

-- A filter that matches few of many events must not walk them all.
create index event_client on event (adapter_id, client_id, created);
create index event_channel on event (adapter_id, channel_id, created);
create index event_type on event (adapter_id, event_type, created);
create index event_subject on event (subject_key) where subject_key is not null;

-- What is not acknowledged. A row is written once and deleted once; its dead entries cost each poll until vacuum takes them away.
create table pending (
  adapter_id text collate "C" not null,
  created timestamptz not null,
  client_id text collate "C" not null,
  channel_id text collate "C" not null,
  event_type text collate "C" not null,
  primary key (adapter_id, created)
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 10000,
  autovacuum_vacuum_cost_delay = 0,
  -- giving pages back to the disk would lock polls out for a moment
  vacuum_truncate = false
);

create index pending_client on pending (adapter_id, client_id, created);
create index pending_channel on pending (adapter_id, channel_id, created);
create index pending_type on pending (adapter_id, event_type, created);

-- The partition of a day (UTC). A table that is made first and attached then takes no lock that a reader or writer would wait for.
create function ensure_event_partition(day date) returns void
language plpgsql as $$
declare
  partition_name constant text := 'event_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(partition_name) is not null then
    return;
  end if;
  lock table event in share update exclusive mode;
  if to_regclass(partition_name) is not null then
    return;
  end if;
  execute format('create table %I (like event including all)', partition_name);
  execute format(
    'alter table event attach partition %I for values from (%L) to (%L)',
    partition_name, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00'
  );
end;
$$;

-- UUIDv7 (RFC 9562) of a point in time: 48 bits of milliseconds, the rest random.
create function event_id_at(created timestamptz) returns uuid
language sql volatile as $$
  select (
    lpad(to_hex((extract(epoch from created) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)
  )::uuid
$$;

-- Appends events to a stream, in the order given, as the last act of the writing transaction.
-- new_events: [{client_id, channel_id, event_type, subject?, data}]; at: what the clock says, null for the clock of the database.
-- Answers one row an event. For a type and subject that the stream knows already nothing is appended and the known event is answered.
create function append_events(for_adapter text, new_events jsonb, at timestamptz)
returns table (place bigint, event_id uuid)
language plpgsql
-- its plans live as long as the connection, and one that was made when a day had few events must not read them all in the evening
set enable_seqscan = off
as $$
declare
  step constant interval := interval '1 millisecond';
  first_created timestamptz;
  last_created timestamptz;
begin
  perform
  from stream
  where stream.adapter_id = for_adapter
  for update;
  if not found then
    raise 'there is no stream of adapter %', for_adapter;
  end if;
  select greatest(max(stream_end.last_created) + step, date_trunc('milliseconds', coalesce(at, clock_timestamp())))
  into strict first_created
  from stream_end
  where stream_end.adapter_id = for_adapter;
  last_created := first_created + jsonb_array_length(new_events) * step;
  perform ensure_event_partition(day::date)
  from generate_series(date_trunc('day', first_created, 'UTC') at time zone 'UTC', last_created at time zone 'UTC', interval '1 day') as day;

  return query
  with given as (
    select
      g.place,
      g.client_id,
      g.channel_id,
      g.event_type,
      g.data,
      s.subject_key,
      min(g.place) over (partition by s.subject_key, case when s.subject_key is null then g.place end) as first_place
    from rows from (
      jsonb_to_recordset(new_events) as (client_id text, channel_id text, event_type text, subject text, data jsonb)
    ) with ordinality as g (client_id, channel_id, event_type, subject, data, place)
    cross join lateral (
      select case when g.subject is not null then md5(jsonb_build_array(for_adapter, g.event_type, g.subject)::text)::uuid end
    ) as s (subject_key)
  ), judged as (
    select
      given.place,
      given.client_id,
      given.channel_id,
      given.event_type,
      given.subject_key,
      given.data,
      given.first_place,
      known.event_id as known_id,
      first_created + (given.place - 1) * step as created
    from given
    left join lateral (
      select event.event_id
      from event
      -- by this alone: given the adapter as well, the planner may walk its whole stream instead
      where event.subject_key = given.subject_key
      limit 1
    ) as known on given.subject_key is not null
  ), added as (
    insert into event (adapter_id, created, event_id, client_id, channel_id, event_type, subject_key, data)
    select
      for_adapter,
      judged.created,
      event_id_at(judged.created),
      judged.client_id,
      judged.channel_id,
      judged.event_type,
      judged.subject_key,
      judged.data
    from judged
    where judged.known_id is null and judged.place = judged.first_place
    order by judged.place
    returning event.created, event.event_id, event.client_id, event.channel_id, event.event_type
  ), waiting as (
    insert into pending (adapter_id, created, client_id, channel_id, event_type)
    select for_adapter, added.created, added.client_id, added.channel_id, added.event_type
    from added
    order by added.created
  ), moved as (
    insert into stream_end (adapter_id, last_created)
    select for_adapter, max(added.created)
    from added
    having count(*) > 0
    on conflict (adapter_id) do update
    set last_created = excluded.last_created
  )
  select judged.place, coalesce(judged.known_id, added.event_id)
  from judged
  left join added on added.created = first_created + (judged.first_place - 1) * step
  order by judged.place;
end;
$$;
