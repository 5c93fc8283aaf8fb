-- Stored texts that hold several addresses are split into several values of their attribute, in the background.
create table value_split (
  client_id text collate "C" not null references client on delete cascade,
  attribute_key text collate "C" not null,
  job_id uuid not null,
  -- who started it: the author of the changes
  actor text not null,
  status text not null check (status in ('Splitting', 'Completed')),
  -- the last product that was processed
  reached text collate "C" not null default '',
  products bigint not null default 0,
  changed bigint not null default 0,
  owner uuid,
  heartbeat_at timestamptz,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (client_id, attribute_key)
);
create index value_split_running on value_split (job_id) where status = 'Splitting';
