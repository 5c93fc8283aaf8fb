-- The data standards of channels. They belong to adapters, not to clients.
alter table channel add column standard_version integer;

create table channel_standard (
  adapter_id text collate "C" not null,
  channel_id text collate "C" not null references channel on delete cascade,
  version integer not null,
  state text not null check (state in ('current', 'past', 'withdrawn')),
  document_hash bytea not null,
  -- everything except the items; json, not jsonb, because members are returned in the order in which they were sent
  head json not null,
  -- JSON Schema of the channel shape; stored, because making it needs the whole standard
  json_schema json not null,
  -- {"attributes": n, "categories": n, "valueLists": n, "values": n, "rules": n}
  counts jsonb not null,
  -- changes by class compared with the version before; null for the first version
  changes jsonb,
  publisher text not null check (publisher in ('adapter', 'operator')),
  published_by text not null,
  published_at timestamptz not null,
  primary key (adapter_id, channel_id, version)
);

-- An item and the versions that have it, from first_version to last_version (null: up to the current one). A version that changes ten
-- items writes ten rows.
create table standard_item (
  adapter_id text collate "C" not null,
  channel_id text collate "C" not null,
  kind text not null check (kind in ('attribute', 'category', 'rule', 'value-list')),
  -- path of a target, otherwise the id
  item_id text collate "C" not null,
  first_version integer not null,
  last_version integer,
  -- order in the document; numeric, so that an item between two others changes neither of them
  position numeric not null,
  name text not null,
  -- of categories
  parent_id text collate "C",
  is_leaf boolean not null,
  body json not null,
  body_hash bytea not null,
  primary key (adapter_id, channel_id, kind, item_id, first_version)
);
create index standard_item_order on standard_item (adapter_id, channel_id, kind, position);
create index standard_item_parent on standard_item (adapter_id, channel_id, parent_id, position) where kind = 'category';

create table standard_value (
  adapter_id text collate "C" not null,
  channel_id text collate "C" not null,
  list_id text collate "C" not null,
  value text collate "C" not null,
  first_version integer not null,
  last_version integer,
  position numeric not null,
  label text,
  parent_value text,
  -- the other members, such as synonyms
  more json,
  primary key (adapter_id, channel_id, list_id, value, first_version)
);
create index standard_value_order on standard_value (adapter_id, channel_id, list_id, position);

-- Items and values have no foreign key: checking one for each of two million values would take longer than writing them.
create function delete_standard_items() returns trigger language plpgsql as $$
begin
  delete from standard_item
  using gone
  where standard_item.adapter_id = gone.adapter_id and standard_item.channel_id = gone.channel_id;
  delete from standard_value
  using gone
  where standard_value.adapter_id = gone.adapter_id and standard_value.channel_id = gone.channel_id;
  return null;
end $$;
create trigger channel_standard_deleted after delete on channel_standard
  referencing old table as gone for each statement execute function delete_standard_items();
