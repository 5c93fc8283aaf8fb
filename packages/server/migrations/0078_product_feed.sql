-- The change feed of products: a row for each statement that wrote products of a client. A product costs an import the bytes of its id and
-- revision, and no entry in an index.
create table product_feed (
  client_id text collate "C" not null,
  -- part of every cursor, so that a cursor from before the database was restored is recognized
  entry_id uuid not null default gen_random_uuid(),
  -- 1, 2, 3, … for each client, in the order of commits; null until the transaction commits
  position bigint,
  at timestamptz,
  kind text not null check (kind in ('created', 'changed', 'deleted')),
  size integer not null,
  product_ids text[] collate "C" not null,
  -- of the products in the same order; a deletion has the revision after the last one
  revisions integer[] not null,
  primary key (client_id, entry_id)
);
alter table product_feed alter column product_ids set storage external;
alter table product_feed alter column revisions set storage external;
create unique index product_feed_position on product_feed (client_id, position);

-- One row a client, locked by each transaction that writes products while it commits.
create table product_feed_state (
  client_id text collate "C" primary key,
  -- false: entries were purged, or products were stored before the feed began
  is_complete boolean not null default true
);

-- The last position of a client's feed; 0 if it is empty.
create function feed_end(for_client text) returns bigint
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
  select coalesce((
    select product_feed.position
    from product_feed
    where product_feed.client_id = for_client and product_feed.position is not null
    order by product_feed.position desc
    limit 1
  ), 0)
$$;

-- A client's entries from a position on, in order.
create function feed_entries(for_client text, from_position bigint, most integer)
returns table ("position" bigint, entry_id uuid, at timestamptz, kind text, size integer, product_ids text[], revisions integer[])
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
  select
    product_feed.position, product_feed.entry_id, product_feed.at, product_feed.kind, product_feed.size,
    product_feed.product_ids, product_feed.revisions
  from product_feed
  where product_feed.client_id = for_client and product_feed.position >= from_position
  order by product_feed.position
  limit most
$$;

-- Gives an entry its position. Runs while the transaction commits, when it has all its other locks, and the next transaction of the client
-- waits until this one is committed: so positions are in the order of commits, and readers of positions never find a gap that is filled later.
-- The state is locked and not updated: an updated row would have thousands of dead versions as soon as one export takes long.
create function place_in_feed() returns trigger language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
begin
  perform from product_feed_state where product_feed_state.client_id = new.client_id for update;
  if not found then
    insert into product_feed_state (client_id) values (new.client_id) on conflict do nothing;
    perform from product_feed_state where product_feed_state.client_id = new.client_id for update;
  end if;
  update product_feed
  set position = feed_end(new.client_id) + 1, at = clock_timestamp()
  where product_feed.client_id = new.client_id and product_feed.entry_id = new.entry_id;
  return null;
end
$$;
create constraint trigger place_in_feed after insert on product_feed
  deferrable initially deferred for each row when (new.position is null) execute function place_in_feed();

-- The trigger that lists changes for the search index lists them for the feed too.
create or replace function note_product_change() returns trigger language plpgsql as $$
declare
  feed_kind constant text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
  step constant integer := case tg_op when 'DELETE' then 1 else 0 end;
  only_client text;
  ids text[];
  revisions integer[];
begin
  -- a batch of an import is of one client and no larger than this; sorting it into pages took 0.85 ms instead of 0.55
  if (select count(*) <= 2000 and min(written.client_id) = max(written.client_id) from written) then
    select min(written.client_id), array_agg(written.product_id), array_agg(written.revision + step)
    into only_client, ids, revisions
    from written;
    insert into product_change (client_id, product_ids, size, delta)
    values (only_client, ids, cardinality(ids), cardinality(ids) * tg_argv[0]::integer);
    insert into product_feed (client_id, kind, size, product_ids, revisions)
    values (only_client, feed_kind, cardinality(ids), ids, revisions);
  else
    with paged as materialized (
      select page.client_id, array_agg(page.product_id) as product_ids, array_agg(page.revision) as revisions
      from (
        select
          written.client_id,
          written.product_id,
          written.revision + step as revision,
          (row_number() over (partition by written.client_id) - 1) / 1000 as page_no
        from written
      ) as page
      group by page.client_id, page.page_no
    ), noted as (
      insert into product_change (client_id, product_ids, size, delta)
      select paged.client_id, paged.product_ids, cardinality(paged.product_ids), cardinality(paged.product_ids) * tg_argv[0]::integer
      from paged
    )
    insert into product_feed (client_id, kind, size, product_ids, revisions)
    select paged.client_id, feed_kind, cardinality(paged.product_ids), paged.product_ids, paged.revisions
    from paged;
  end if;
  return null;
end
$$;

-- Clients that have products already: their feeds begin with an empty entry, at which a walk over all products can end.
insert into product_feed_state (client_id, is_complete)
select client.client_id, false
from client
where exists (select 1 from product where product.client_id = client.client_id);
insert into product_feed (client_id, position, at, kind, size, product_ids, revisions)
select product_feed_state.client_id, 1, now(), 'changed', 0, '{}', '{}'
from product_feed_state;
