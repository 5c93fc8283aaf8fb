-- Sources of files that are imported on a schedule: addresses and watched folders.
create table import_source (
  client_id text collate "C" not null references client on delete cascade,
  name text collate "C" not null,
  -- told apart from a source of the same name that was deleted before
  source_id uuid not null,
  version integer not null,
  -- as put, without secrets
  settings jsonb not null,
  -- password or token for the address
  secret_sealed text,
  -- whether imports may create composites, as the caller that put the settings could
  defines_composites boolean not null,
  is_paused boolean not null,
  -- next run by the schedule or after a failure; null: only on request
  due_at timestamptz,
  -- a run that was requested and has not started
  asked_at timestamptz,
  asked_by text,
  is_forced boolean not null default false,
  -- failed runs since the last one that did not fail
  failures integer not null default 0,
  -- the last imported content: validators, SHA-256, and the version of the stored mapping that it was read with
  etag text,
  last_modified text,
  sha256 bytea,
  mapping_version integer,
  -- the last import; a source does not run again before it has ended
  job_id uuid,
  status text not null default 'Waiting' check (status in ('Waiting', 'Running')),
  owner uuid,
  heartbeat_at timestamptz,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (client_id, name)
);
create index import_source_due on import_source (due_at) where status = 'Waiting' and due_at is not null;
create index import_source_asked on import_source (asked_at) where status = 'Waiting' and asked_at is not null;
create index import_source_running on import_source (client_id, name) where status = 'Running';

-- The last runs of each source.
create table import_source_run (
  client_id text collate "C" not null,
  name text collate "C" not null,
  run_no bigint generated always as identity,
  run_id uuid not null,
  trigger text not null check (trigger in ('schedule', 'retry', 'request')),
  started_at timestamptz not null,
  ended_at timestamptz,
  status text not null check (status in ('Running', 'Imported', 'Unchanged', 'Failed')),
  -- consecutive runs that found nothing new are one row
  times integer not null default 1,
  file_name text,
  bytes bigint,
  sha256 bytea,
  job_id uuid,
  fault jsonb,
  primary key (client_id, name, run_no),
  foreign key (client_id, name) references import_source on delete cascade
);

-- Files of a watched folder that need no further run, as they were listed.
create table import_source_file (
  client_id text collate "C" not null,
  name text collate "C" not null,
  file_key text collate "C" not null,
  bytes bigint not null,
  modified_at timestamptz not null,
  has_failed boolean not null,
  primary key (client_id, name, file_key),
  foreign key (client_id, name) references import_source on delete cascade
);
