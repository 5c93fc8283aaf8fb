-- The last version of the data standard of a channel that was deleted. A channel that is created again with the same id continues the
-- numbers: unfinished submissions, rulesets and caches name versions by number and must not find another standard under it.
create table former_standard (
  channel_id text collate "C" primary key,
  last_version integer not null
);

create or replace function delete_standard_items() returns trigger language plpgsql as $$
begin
  insert into former_standard as former (channel_id, last_version)
  select gone.channel_id, max(gone.version)
  from gone
  group by gone.channel_id
  order by gone.channel_id
  on conflict (channel_id) do update
  set last_version = greatest(former.last_version, excluded.last_version);
  delete from standard_item
  using gone
  where standard_item.adapter_id = gone.adapter_id and standard_item.channel_id = gone.channel_id;
  delete from standard_value
  using gone
  where standard_value.adapter_id = gone.adapter_id and standard_value.channel_id = gone.channel_id;
  return null;
end $$;
