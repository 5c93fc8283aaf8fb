-- Archives of everything that is stored of a client. The file is in the object store until it expires.
create table client_archive (
  client_id text collate "C" not null references client on delete cascade,
  archive_id uuid not null,
  status text not null check (status in ('Waiting', 'Writing', 'Ready', 'Failed', 'Expired')),
  -- key:<keyId> or user:<personId>
  actor text not null,
  -- the process that writes it, see the lease
  owner uuid,
  heartbeat_at timestamptz not null default now(),
  -- how often a process has begun to write it
  tries integer not null default 0,
  created_at timestamptz not null,
  -- the time of the snapshot
  snapshot_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  size bigint,
  sha256 text collate "C",
  row_count bigint,
  file_count bigint,
  primary key (client_id, archive_id)
) with (fillfactor = 70);
create unique index client_archive_unfinished on client_archive (client_id) where status in ('Waiting', 'Writing');
create index client_archive_due on client_archive (created_at) where status in ('Waiting', 'Writing');
create index client_archive_expiry on client_archive (expires_at) where status = 'Ready';
