-- Processes of the installation. A process renews its row every few seconds and deletes it when it stops; rows of processes that were
-- killed are deleted after a day.
create table node (
  node_id uuid primary key,
  host text not null,
  process integer not null,
  role text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- the last run of each worker of this process
  workers jsonb not null
);

-- What each client stores, measured in the background: counting it for a page would read a row for each file of each client.
create table client_storage (
  client_id text collate "C" primary key references client on delete cascade,
  products bigint not null default 0,
  -- estimated from a sample of the products
  product_bytes bigint not null default 0,
  files bigint not null default 0,
  file_bytes bigint not null default 0,
  body_bytes bigint not null default 0,
  total_bytes bigint not null generated always as (product_bytes + file_bytes + body_bytes) stored,
  -- null before the first measurement
  measured_at timestamptz,
  -- the next measurement
  due_at timestamptz not null
);
create index client_storage_due on client_storage (due_at);
create index client_storage_bytes on client_storage (total_bytes desc, client_id) where measured_at is not null;
create index client_storage_products on client_storage (products desc, client_id) where measured_at is not null;
