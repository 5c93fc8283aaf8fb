-- What is not ready is rare, and looked for. The ready ones are nearly all.
create index asset_unready on asset (client_id, status, asset_id) where status <> 'READY';

-- Products that refer to an asset in one of some states other than READY, in the order of ids.
create function search_asset_states(for_client text, states text[], after text, most integer) returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = on set jit = off
as $$
  select distinct asset_use.product_id
  from asset
  join asset_use on asset_use.client_id = asset.client_id and asset_use.asset_id = asset.asset_id
  where asset.client_id = for_client
    and asset.status <> 'READY'
    and asset.status = any(states)
    and asset_use.product_id || '' > after
  order by asset_use.product_id
  limit most
$$;
