-- Changes of a product after its submission, and its deletion, are changes of its state on the channel. Whether they have been numbered as
-- such:
alter table channel_product
  add column known_changed boolean not null default false,
  add column known_deleted boolean not null default false;

-- The position of the client's product feed up to which changes have been applied to channel_product. Null: all products of the connection
-- have to be compared, because it is older than the feed.
alter table connection add column feed_position bigint;

-- A trigger, so that connections made by older versions of the program that run beside this one have it too.
create function join_at_feed_end() returns trigger language plpgsql as $$
begin
  new.feed_position := feed_end(new.client_id);
  return new;
end
$$;
create trigger join_at_feed_end before insert on connection for each row execute function join_at_feed_end();
