-- One row a client and value of an asset attribute: what is known about the file that the value names.
create table asset (
  client_id text collate "C" not null references client on delete cascade,
  -- the value itself; a digest of it where it is too long for an index
  asset_id text collate "C" not null,
  -- where it is downloaded from; null: it waits for an upload
  url text,
  -- lower-case host and port of the url, so that downloads can be spread over hosts
  host text collate "C",
  origin text not null check (origin in ('upload', 'download')),
  status text not null check (status in ('WAITING_FOR_UPLOAD', 'WAITING_FOR_DOWNLOAD', 'DOWNLOADING', 'READY', 'FAILED')),
  status_code text,
  status_info text,
  name text not null,
  content_type text,
  size bigint,
  sha256 text collate "C",
  width integer,
  height integer,
  -- the thumbnails; none: there is nothing to show
  preview text not null default 'none' check (preview in ('none', 'due', 'made', 'failed')),
  -- when a worker may take it up; a worker that does moves it on, so that another one comes only when the first is gone
  preview_due_at timestamptz,
  preview_tries integer not null default 0,
  -- validators of the last answer, for asking whether there is a newer one
  etag text,
  last_modified text,
  tries integer not null default 0,
  due_at timestamptz,
  -- the process that downloads it; one whose heartbeat is old is gone
  owner uuid,
  heartbeat_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, asset_id),
  check (status <> 'READY' or sha256 is not null),
  check ((url is null) = (host is null))
) with (fillfactor = 80);

create index asset_waiting on asset (host, due_at, client_id, asset_id) where status = 'WAITING_FOR_DOWNLOAD';
create index asset_owned on asset (heartbeat_at) where owner is not null;
create index asset_preview on asset (preview_due_at) where preview = 'due';
create index asset_bytes on asset (client_id, sha256) where sha256 is not null;

-- Which product refers to which asset, and through which attributes.
create table asset_use (
  client_id text collate "C" not null,
  product_id text collate "C" not null,
  asset_id text collate "C" not null,
  -- keys of attributes, or PRIMARY_ASSET
  places text[] not null,
  primary key (client_id, product_id, asset_id)
);
create index asset_use_asset on asset_use (client_id, asset_id, product_id);

-- One row for the bytes of each stored file of a client. Who begins to refer to bytes and who deletes them meet on this row.
create table asset_content (
  client_id text collate "C" not null references client on delete cascade,
  sha256 text collate "C" not null,
  size bigint not null,
  stored_at timestamptz not null default now(),
  primary key (client_id, sha256)
);

-- Values that are stored already are gone through when their attribute becomes an asset, or no longer is one.
create table asset_conversion (
  client_id text collate "C" not null references client on delete cascade,
  attribute_key text collate "C" not null,
  job_id uuid not null,
  type_id text not null,
  status text not null check (status in ('Converting', 'Completed')),
  -- the last product that was gone through
  reached text collate "C" not null default '',
  products bigint not null default 0,
  owner uuid,
  heartbeat_at timestamptz,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (client_id, attribute_key)
);
create index asset_conversion_running on asset_conversion (job_id) where status = 'Converting';
