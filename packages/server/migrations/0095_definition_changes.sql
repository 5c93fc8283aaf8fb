-- A change of definitions whose stored values are checked, and then converted, slice by slice, by whichever process is free.
create table definition_change (
  client_id text collate "C" not null references client on delete cascade,
  change_id uuid not null,
  status text not null check (status in ('Checking', 'Converting', 'Completed', 'Previewed', 'Refused', 'Cancelled')),
  dry_run boolean not null,
  actor text not null,
  -- as they were sent; null once they are stored or refused
  definitions jsonb,
  -- the changed definitions: [{"key": …, "path": …, "name": …, "from": {"id": …, "multiValue": …}, "to": {…}}]
  attributes jsonb not null default '[]',
  -- of what the values are checked for; null before the check. Another hash at the end of the check starts it again
  checks_hash text,
  -- whether writers record the products that they write, see definition_change_write
  watching boolean not null default false,
  -- whether all products were checked once
  scanned boolean not null default false,
  products bigint not null,
  checked bigint not null default 0,
  holders bigint not null default 0,
  to_convert bigint not null default 0,
  converted bigint not null default 0,
  misfits bigint not null default 0,
  -- index of the definition in the request → products
  misfit_counts jsonb not null default '{}',
  samples jsonb not null default '[]',
  -- why it was refused: {"code": …, "message": …, "params": …, "extra": …}
  problem jsonb,
  -- the answer to the request, once the definitions are stored
  answer jsonb,
  -- the last product that was checked or converted
  reached text collate "C" not null default '',
  started_at timestamptz not null default now(),
  switched_at timestamptz,
  finished_at timestamptz,
  -- changes take turns: the one that was served longest ago is next. In the future after a wait for the definitions was given up
  served_at timestamptz not null default '-infinity',
  lock_tries integer not null default 0,
  primary key (client_id, change_id)
);
create index definition_change_open on definition_change (served_at)
  where status in ('Checking', 'Converting') or watching;

-- Products that were written while a change checks the stored values: a row a batch, written with the batch. No key but its own and no
-- foreign key, so that batches never wait for each other or for the check.
create table definition_change_write (
  client_id text collate "C" not null,
  change_id uuid not null,
  write_id uuid not null,
  product_ids text[] collate "C" not null,
  primary key (client_id, change_id, write_id)
);

-- The change that checks stored values now; writers read it under the lock that they take anyway.
alter table structure_state add column watched_change uuid;
