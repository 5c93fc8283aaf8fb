-- One row a client: the lock that orders changes of definitions against batches of imports.
-- Batches take it for share, changes of definitions and batches that create attributes for update, always before any product row.
create table structure_state (
  client_id text collate "C" primary key references client on delete cascade,
  judged_version bigint not null default 1,
  next_position integer not null default 1
);

create table attribute (
  client_id text collate "C" not null references client on delete cascade,
  attribute_key text collate "C" not null,
  parent_key text collate "C",
  id text collate "C" not null,
  name text collate "C" not null,
  storage_name text collate "C" not null,
  type_id text not null,
  multi_value boolean not null,
  external_id text,
  description text,
  restriction jsonb,
  units jsonb,
  group_ids jsonb,
  display_sequence integer,
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, attribute_key),
  foreign key (client_id, parent_key) references attribute (client_id, attribute_key) deferrable initially deferred
);

create table category (
  client_id text collate "C" not null references client on delete cascade,
  category_id text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (client_id, category_id)
);
