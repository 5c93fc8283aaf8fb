-- Uploaded files of products. They are kept until `expires_at`; an import of the file moves it.
create table import_file (
  client_id text collate "C" not null references client on delete cascade,
  file_id uuid not null,
  name text not null,
  -- false while the file is still arriving; such a file is not listed
  is_complete boolean not null default false,
  bytes bigint not null default 0,
  sha256 bytea,
  uploaded_by text not null,
  uploaded_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (client_id, file_id)
);
create index import_file_newest on import_file (client_id, uploaded_at, file_id);
create index import_file_expiry on import_file (expires_at);

-- Each chunk but the last has 1 MiB, so that a file can be read at any position.
create table import_file_chunk (
  client_id text collate "C" not null,
  file_id uuid not null,
  chunk_no integer not null,
  bytes bytea not null,
  primary key (client_id, file_id, chunk_no),
  foreign key (client_id, file_id) references import_file on delete cascade
);
-- workbooks are compressed already
alter table import_file_chunk alter column bytes set storage external;

-- The uploaded file of an import; null for a body. The plan (format and mapping) is fixed when the import is started.
alter table import_job
  add column file_id uuid,
  add column file_name text,
  add column file_kind text,
  add column file_sheet text,
  add column file_plan jsonb;
create index import_job_of_file on import_job (client_id, file_id) where file_id is not null and status = 'Importing';

-- Sheet, row, column, header and value of the cell that an error is about.
alter table import_error add column cell jsonb;
