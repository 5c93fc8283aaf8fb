-- In the order of all writers of states, because the foreign key below is one of both tables. An export that reads states can hold its lock
-- for an hour, and everything that the former release does would wait behind this statement. The migration fails instead and can be repeated.
-- The limit also holds for the later migrations, which run in the same transaction and keep these locks.
set local lock_timeout = '5s';
lock table connection, channel_product in access exclusive mode;

-- Numbers of products on a channel by state, so that no poll counts the products. Triggers keep them, so that the former release does, too.
-- All writers of states hold the lock of the connection, so the rows of a connection have one writer at a time.
create table channel_product_tally (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  state text collate "C" not null,
  products bigint not null,
  primary key (client_id, channel_id, state)
) with (fillfactor = 50);

create function tally_channel_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into channel_product_tally as tally (client_id, channel_id, state, products)
    select written.client_id, written.channel_id, written.state, count(*)
    from written
    group by written.client_id, written.channel_id, written.state
    order by written.client_id, written.channel_id, written.state collate "C"
    on conflict (client_id, channel_id, state) do update set products = tally.products + excluded.products;
  elsif tg_op = 'UPDATE' then
    insert into channel_product_tally as tally (client_id, channel_id, state, products)
    select changed.client_id, changed.channel_id, changed.state, sum(changed.products)
    from (
      select written.client_id, written.channel_id, written.state, 1 as products
      from written
      union all
      select former.client_id, former.channel_id, former.state, -1
      from former
    ) as changed
    group by changed.client_id, changed.channel_id, changed.state
    having sum(changed.products) <> 0
    order by changed.client_id, changed.channel_id, changed.state collate "C"
    on conflict (client_id, channel_id, state) do update set products = tally.products + excluded.products;
  else
    perform
    from channel_product_tally
    where (channel_product_tally.client_id, channel_product_tally.channel_id, channel_product_tally.state) in (
      select former.client_id, former.channel_id, former.state
      from former
    )
    order by channel_product_tally.client_id, channel_product_tally.channel_id, channel_product_tally.state
    for update;
    -- inserts nothing, because the client may be gone
    update channel_product_tally
    set products = channel_product_tally.products - gone.products
    from (
      select former.client_id, former.channel_id, former.state, count(*) as products
      from former
      group by former.client_id, former.channel_id, former.state
    ) as gone
    where channel_product_tally.client_id = gone.client_id
      and channel_product_tally.channel_id = gone.channel_id
      and channel_product_tally.state = gone.state;
  end if;
  return null;
end
$$;
create trigger tally_insert after insert on channel_product
  referencing new table as written for each statement execute function tally_channel_products();
create trigger tally_update after update on channel_product
  referencing old table as former new table as written for each statement execute function tally_channel_products();
create trigger tally_delete after delete on channel_product
  referencing old table as former for each statement execute function tally_channel_products();

insert into channel_product_tally (client_id, channel_id, state, products)
select channel_product.client_id, channel_product.channel_id, channel_product.state, count(*)
from channel_product
group by channel_product.client_id, channel_product.channel_id, channel_product.state;

-- The states of an ended connection are deleted in the background, batch by batch, instead of with the connection. A million of them took
-- the time of a request.
alter table channel_product drop constraint channel_product_client_id_channel_id_fkey;

-- A client that connects again before all of them are deleted begins without them, whichever release connects it.
create function delete_former_states() returns trigger language plpgsql as $$
begin
  perform
  from channel_product_tally
  where channel_product_tally.client_id = new.client_id and channel_product_tally.channel_id = new.channel_id
  order by channel_product_tally.state
  for update;
  if found then
    delete from channel_product
    where channel_product.client_id = new.client_id and channel_product.channel_id = new.channel_id;
    delete from channel_product_tally
    where channel_product_tally.client_id = new.client_id and channel_product_tally.channel_id = new.channel_id;
  end if;
  return null;
end
$$;
create trigger delete_former_states after insert on connection for each row execute function delete_former_states();

-- Filters of products find no state on a channel that the client is not connected to.
create or replace function channel_states(for_client text, for_channel text)
returns table (product_id text, state text)
language sql stable parallel safe
as $$
  select channel_product.product_id, channel_product.state
  from channel_product
  where channel_product.client_id = for_client and channel_product.channel_id = for_channel
    and exists (
      select
      from connection
      where connection.client_id = for_client and connection.channel_id = for_channel
    )
$$;

create or replace function search_channel_states(for_client text, for_channel text, states text[], after text, max_products integer)
returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = on set jit = off
as $$
  select next.product_id
  from unnest(states) as wanted (state)
  cross join lateral (
    select channel_product.product_id
    from channel_product
    where channel_product.client_id = for_client and channel_product.channel_id = for_channel
      and channel_product.state = wanted.state and channel_product.product_id > after
    order by channel_product.product_id
    limit max_products
  ) as next
  where exists (
    select
    from connection
    where connection.client_id = for_client and connection.channel_id = for_channel
  )
  order by next.product_id collate "C"
  limit max_products
$$;

create or replace function count_channel_states(for_client text, for_channel text, states text[], max_products integer) returns bigint
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
  select count(*)
  from (
    select
    from channel_product
    where channel_product.client_id = for_client and channel_product.channel_id = for_channel
      and channel_product.state = any(states)
      and exists (
        select
        from connection
        where connection.client_id = for_client and connection.channel_id = for_channel
      )
    limit max_products
  ) as found
$$;
