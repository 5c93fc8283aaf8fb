create table import_job (
  client_id text collate "C" not null references client on delete cascade,
  job_id uuid not null,
  status text not null check (status in ('Importing', 'Completed', 'Failed')),
  import_type text not null,
  atomic boolean not null,
  dry_run boolean not null,
  format text not null check (format in ('json', 'ndjson')),
  encoding text,
  -- true: the body is stored in import_body and a worker does the rest
  durable boolean not null,
  -- false while the body of a durable job is still arriving
  body_complete boolean not null default false,
  actor text not null,
  -- the process that works on it; a job whose heartbeat is old has lost its worker
  owner uuid,
  -- how often a process has taken it up: one that kills its process every time is given up in the end
  claims integer not null default 0,
  heartbeat_at timestamptz not null default now(),
  handled bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  rejected bigint not null default 0,
  error_count bigint not null default 0,
  created_attributes jsonb not null default '[]',
  warnings jsonb not null default '[]',
  warning_count bigint not null default 0,
  fault jsonb,
  bytes_received bigint not null default 0,
  bytes_total bigint,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (client_id, job_id)
) with (fillfactor = 70);

create index import_job_running on import_job (heartbeat_at) where status = 'Importing';

create table import_error (
  client_id text collate "C" not null,
  job_id uuid not null,
  error_no bigint not null,
  index bigint not null,
  product_id text,
  code text not null,
  path text not null,
  message text not null,
  primary key (client_id, job_id, error_no),
  foreign key (client_id, job_id) references import_job on delete cascade
);

create table import_body (
  client_id text collate "C" not null,
  job_id uuid not null,
  chunk_no integer not null,
  bytes bytea not null,
  primary key (client_id, job_id, chunk_no),
  foreign key (client_id, job_id) references import_job on delete cascade
);
-- what arrives is mostly compressed already, and compressing it again costs more than the disk
alter table import_body alter column bytes set storage external;

create table idempotency_key (
  client_id text collate "C" not null references client on delete cascade,
  idempotency_key text not null,
  -- what must be equal for a repeat: path, query, type, encoding and length
  request_hash bytea not null,
  job_id uuid not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (client_id, idempotency_key)
);
create index idempotency_key_age on idempotency_key (created_at);
