-- Time for which the service has been running, counted by the retention of events. A jump of the clock adds two hours at most.
create table service_running (
  only_row boolean primary key default true check (only_row),
  running_ms bigint not null,
  counted_at timestamptz not null
);
insert into service_running (running_ms, counted_at)
values (60 * 86400000::bigint, now());

-- Running time at which a day of events was over; unread events of the day are kept for 30 days of running time from then on.
create table event_day_end (
  day date primary key,
  running_ms bigint not null
);
insert into event_day_end (day, running_ms)
select ended.day, 60 * 86400000::bigint - (extract(epoch from now() - (ended.day + 1)::timestamp at time zone 'UTC') * 1000)::bigint
from (
  select to_date(substr(pg_class.relname, 7), 'YYYYMMDD') as day
  from pg_class
  where pg_class.relkind = 'r' and pg_class.relname ~ '^event_[0-9]{8}$'
) as ended
where ended.day < (now() at time zone 'UTC')::date;

-- Unread events that outlive their day: each has its row in "pending" until it is acknowledged.
create table kept_event (
  adapter_id text collate "C" not null,
  created timestamptz not null,
  event_id uuid not null,
  client_id text collate "C" not null,
  channel_id text collate "C" not null,
  event_type text collate "C" not null,
  data jsonb not null,
  acknowledged_at timestamptz,
  primary key (adapter_id, created)
);

-- Purged unread events whose submissions and accounts do not show it yet.
create table purged_event (
  adapter_id text collate "C" not null,
  created timestamptz not null,
  event_id uuid not null,
  client_id text collate "C" not null,
  channel_id text collate "C" not null,
  event_type text collate "C" not null,
  data jsonb not null,
  primary key (adapter_id, created)
);

-- Number of events that were purged unread.
create table event_purge (
  adapter_id text collate "C" not null,
  client_id text collate "C" not null,
  event_type text collate "C" not null,
  purged bigint not null,
  last_purged_at timestamptz not null,
  primary key (adapter_id, client_id, event_type)
);
