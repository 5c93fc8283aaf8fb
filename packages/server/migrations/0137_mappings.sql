-- How the products of a client become those of a channel: the draft (version 0) and its immutable published versions. They stay when the
-- client leaves the channel, so that a client that connects again finds its mapping.
create table channel_mapping (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null references channel on delete cascade,
  version integer not null,
  -- rises with each change of the draft; of a published version the revision that was published
  revision integer not null,
  -- the document without entries of value maps and rows of tables; json, because the order of members is kept
  document json not null,
  -- JSON Pointer of a formula → keys of the attributes that it names, so that renaming an attribute changes nothing
  formula_keys jsonb not null,
  document_hash bytea not null,
  -- the version of the data standard at the time of publishing
  standard_version integer,
  actor text not null,
  comment text,
  published_at timestamptz,
  primary key (client_id, channel_id, version)
);

-- One entry of a value map or one row of a table, with the published versions that have it. Rows of the draft that are not published yet
-- begin with the next version.
create table mapping_value (
  client_id text collate "C" not null,
  channel_id text collate "C" not null,
  kind text not null check (kind in ('map', 'table')),
  owner_id text collate "C" not null,
  -- the client's value; of a table the number of the row
  source text collate "C" not null,
  first_version integer not null,
  last_version integer,
  -- the channel's value; of a table the cells as JSON
  target text not null,
  primary key (client_id, channel_id, kind, owner_id, source, first_version)
);

-- Entries have no foreign key: checking one for each of 200,000 entries would take longer than writing them.
create function delete_mapping_values() returns trigger language plpgsql as $$
begin
  delete from mapping_value
  using gone
  where mapping_value.client_id = gone.client_id and mapping_value.channel_id = gone.channel_id and gone.version = 0;
  return null;
end $$;
create trigger channel_mapping_deleted after delete on channel_mapping
  referencing old table as gone for each statement execute function delete_mapping_values();
