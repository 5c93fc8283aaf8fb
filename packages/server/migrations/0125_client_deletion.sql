-- Set when the client is being deleted: from then on it has no keys and no members, and no request may name it.
alter table client add column ending_since timestamptz;

-- One deletion of a client. The row stays as the certificate when everything else of the client is gone. Its column is not called
-- client_id, because the deletion empties every table that has a column of this name.
create table client_deletion (
  deletion_id uuid primary key,
  deleted_client text collate "C" not null,
  status text not null check (status in ('Deleting', 'Completed')),
  -- key:<keyId> or user:<personId>
  actor text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- deletions take turns: the one that was served longest ago is next
  served_at timestamptz not null default '-infinity',
  -- people without any other role, who were deleted
  people integer not null,
  -- table → deleted rows
  deleted_rows jsonb not null default '{}',
  files bigint not null default 0,
  file_bytes bigint not null default 0,
  -- events that lost their data and keep their position in the stream of their adapter
  stripped_events bigint not null default 0,
  -- the last event that was processed: {"adapterId": …, "created": …}; null before the first one
  events_reached jsonb,
  -- when everything was deleted: the transaction id after which no older transaction may be running before the check at the end
  quiet_after xid8,
  -- what the check at the end looked at: {"tables": …, "rows": …, "files": …}
  final_check jsonb
);
create unique index client_deletion_running on client_deletion (deleted_client) where status = 'Deleting';
create index client_deletion_client on client_deletion (deleted_client, deletion_id);

-- finds the rows of one client; the primary key begins with the adapter
create index adapter_submission_client on adapter_submission (client_id);
