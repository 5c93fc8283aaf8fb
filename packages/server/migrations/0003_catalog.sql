create table product (
  client_id text collate "C" not null,
  product_id text collate "C" not null,
  name text,
  family text collate "C",
  category text collate "C",
  primary_asset text collate "C",
  -- attribute id → text, list of texts, or rows; never a bare number, so that every digit survives
  "values" jsonb not null,
  -- [{"__ID": child, "QUANTITY": "10"}] in the order of the parent
  packaging jsonb,
  -- hash of the bytes, import type and judged version that led to this row; null after any other change
  fingerprint uuid,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  created_job uuid,
  updated_at timestamptz not null default now(),
  primary key (client_id, product_id)
);

-- without the id: with it, a table that was never analysed was searched for ids through this index, all of it for each of them
create index product_updated on product (client_id, updated_at);
create index product_family on product (client_id, family, product_id) where family is not null;
create index product_category on product (client_id, category, product_id) where category is not null;
-- parents of a child: packaging @> '[{"__ID": child}]'
-- every look-up reads the whole list of pending entries: 4 ms with the default of 4 MB, 0.09 ms with 256 kB, for 6 microseconds a product
create index product_packaging on product using gin (packaging jsonb_path_ops)
  with (gin_pending_list_limit = 256)
  where packaging is not null;

-- One row a client: taken for update by every batch that changes packaging, so that two imports cannot close a cycle together.
create table packaging_state (
  client_id text collate "C" primary key references client on delete cascade
);

create table product_history (
  client_id text collate "C" not null,
  product_id text collate "C" not null,
  history_id uuid not null,
  at timestamptz not null default now(),
  kind text not null check (kind in ('created', 'updated', 'deleted')),
  actor text not null,
  job_id uuid,
  -- [{"attribute": …, "old": …, "new": …}]
  changes jsonb not null,
  primary key (client_id, product_id, history_id)
);
