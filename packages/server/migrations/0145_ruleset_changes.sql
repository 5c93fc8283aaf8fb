-- Like the other triggers: without a published mapping there is no ruleset that could be outdated, and the list would only grow.
create or replace function note_connection_change() returns trigger language plpgsql as $$
begin
  insert into ruleset_change (client_id, channel_id)
  select new.client_id, new.channel_id
  where exists (
    select
    from channel_mapping
    where channel_mapping.client_id = new.client_id and channel_mapping.channel_id = new.channel_id
      and channel_mapping.version > 0
  );
  return null;
end
$$;
delete from ruleset_change
where not exists (
  select
  from channel_mapping
  where channel_mapping.client_id = ruleset_change.client_id and channel_mapping.channel_id = ruleset_change.channel_id
    and channel_mapping.version > 0
);
