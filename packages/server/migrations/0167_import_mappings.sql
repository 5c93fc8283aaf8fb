-- Mappings of the columns of files, one row for each kept version. A deletion is a version without document, so that versions go on rising.
create table import_mapping (
  client_id text collate "C" not null references client on delete cascade,
  name text collate "C" not null,
  version integer not null,
  is_current boolean not null,
  -- json keeps the order of the members as it was sent
  document json,
  -- hash of the headers
  fingerprint text not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (client_id, name, version)
);
create unique index import_mapping_current on import_mapping (client_id, name) where is_current;
create index import_mapping_fingerprint on import_mapping (client_id, fingerprint) where is_current;
