-- Products on a channel by their state, for filters of products. The feature that lists products reads them through these functions.

create function channel_states(for_client text, for_channel text)
returns table (product_id text, state text)
language sql stable parallel safe
as $$
  select channel_product.product_id, channel_product.state
  from channel_product
  where channel_product.client_id = for_client and channel_product.channel_id = for_channel
$$;

-- The ids after `after` in one of the states, in their order, also those of deleted products.
create function search_channel_states(for_client text, for_channel text, states text[], after text, max_products integer)
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
  order by next.product_id collate "C"
  limit max_products
$$;

-- How many products are in one of the states, up to `max_products`.
create function count_channel_states(for_client text, for_channel text, states text[], max_products integer) returns bigint
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
  select count(*)
  from (
    select
    from channel_product
    where channel_product.client_id = for_client and channel_product.channel_id = for_channel
      and channel_product.state = any(states)
    limit max_products
  ) as found
$$;
