-- What is not ready is rare, and looked for. The ready ones are nearly all.
create index asset_unready on asset (client_id, status, asset_id) where status <> 'READY';

-- Products that refer to an asset in one of some states other than READY, in the order of ids. The assets first: else, with `most` of them
-- wanted in this order, the planner reads the uses of all products.
create function search_asset_states(for_client text, states text[], after text, most integer) returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = on set jit = off
as $$
  with unready as materialized (
    select asset.asset_id
    from asset
    where asset.client_id = for_client
      and asset.status <> 'READY'
      and asset.status = any(states)
  )
  select used.product_id
  from (
    select distinct asset_use.product_id
    from unready
    join asset_use on asset_use.client_id = for_client and asset_use.asset_id = unready.asset_id
    where asset_use.product_id || '' > after
    offset 0
  ) as used
  order by used.product_id
  limit most
$$;

-- How many such references there are, as far as `most`; `most` where there are as many such assets.
create function search_asset_uses(for_client text, states text[], most integer) returns bigint
language sql stable parallel safe
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with unready as materialized (
    select asset.asset_id
    from asset
    where asset.client_id = for_client
      and asset.status <> 'READY'
      and asset.status = any(states)
    limit most
  ), used as materialized (
    select 1
    from unready
    join asset_use on asset_use.client_id = for_client and asset_use.asset_id = unready.asset_id
    limit most
  )
  select greatest(
    (select count(*) from used),
    (select case when count(*) >= most then most else 0 end from unready)
  )
$$;
