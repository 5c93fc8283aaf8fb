-- What products can be found by: a row for some two dozen of them that follow each other by id. Written in the background; product_change
-- tells what is not in it yet.
create table product_search (
  client_id text collate "C" not null,
  -- its products are those from here on up to the last, both included
  first_id text collate "C" not null,
  last_id text collate "C" not null,
  -- hashes of what any of them can be found by, the client's id among what is hashed; sorted
  tokens integer[] not null,
  primary key (client_id, first_id)
) with (toast_tuple_target = 128, autovacuum_vacuum_scale_factor = 0.05);
-- Out of line and as they are: what is found is read from narrow rows, and hashes cannot be compressed.
alter table product_search alter column tokens set storage external;
-- Entries that wait for their place are read by every search; the indexer puts them there after each round.
create index product_search_tokens on product_search using gin (tokens) with (gin_pending_list_limit = 65536);

-- Products that were written and are not in product_search as they are now. Whoever writes products writes this in the same transaction.
create table product_change (
  client_id text collate "C" not null,
  change_id uuid not null default gen_random_uuid(),
  product_ids text[] collate "C" not null,
  size integer not null,
  -- what they add to the number of products
  delta integer not null,
  -- by the pass over all products that is under way
  is_taken boolean not null default false,
  primary key (client_id, change_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
alter table product_change alter column product_ids set storage external;

-- One row a client that was indexed before; taken for update by whoever indexes it. None: all its products stand in product_change.
create table search_state (
  client_id text collate "C" primary key,
  -- the number of products without what product_change adds to it; null where they were never counted
  products bigint default 0,
  -- not null: a pass over all products, in the order of their ids, is under way and has come this far
  built_through text collate "C",
  worked_at timestamptz not null default '-infinity'
);

-- A trigger, so that no writer can forget it, older versions of the program included that run beside this one for a while.
create function note_product_change() returns trigger language plpgsql as $$
begin
  -- a batch of an import is of one client and no larger than this; sorting it into pages took 0.85 ms instead of 0.55
  if (select count(*) <= 2000 and min(written.client_id) = max(written.client_id) from written) then
    insert into product_change (client_id, product_ids, size, delta)
    select min(written.client_id), array_agg(written.product_id), count(*), count(*) * tg_argv[0]::integer
    from written;
  else
    insert into product_change (client_id, product_ids, size, delta)
    select page.client_id, array_agg(page.product_id), count(*), count(*) * tg_argv[0]::integer
    from (
      select
        written.client_id,
        written.product_id,
        (row_number() over (partition by written.client_id) - 1) / 1000 as page_no
      from written
    ) as page
    group by page.client_id, page.page_no;
  end if;
  return null;
end
$$;
create trigger note_insert after insert on product
  referencing new table as written for each statement execute function note_product_change('1');
create trigger note_update after update on product
  referencing new table as written for each statement execute function note_product_change('0');
create trigger note_delete after delete on product
  referencing old table as written for each statement execute function note_product_change('-1');

insert into search_state (client_id, products, built_through)
select client.client_id, null, ''
from client
where exists (select 1 from product where product.client_id = client.client_id);

-- The ways to candidates. Each is the only right one for its question, whatever the planner knows of tables that have just grown.

-- Groups with all wanted tokens, in any order. The concatenations keep the planner from the primary key, by which it would read the
-- tokens of all groups of the client.
create function search_groups(for_client text, wanted integer[]) returns table (first_id text, last_id text)
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = on set enable_indexscan = off set enable_indexonlyscan = off set jit = off
as $$
  select product_search.first_id, product_search.last_id
  from product_search
  where product_search.tokens @> wanted and product_search.client_id || '' = for_client
$$;

-- The first of them that reach beyond an id, in the order of ids.
create function search_groups_after(for_client text, wanted integer[], after text, most integer)
returns table (first_id text, last_id text)
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = on set enable_indexscan = off set enable_indexonlyscan = off set enable_sort = on set jit = off
as $$
  select product_search.first_id, product_search.last_id
  from product_search
  where product_search.tokens @> wanted
    and product_search.client_id || '' = for_client
    and product_search.last_id || '' > after
  order by product_search.first_id
  limit most
$$;

-- Changed products that none of those groups holds.
create function search_changes(for_client text, wanted integer[]) returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_sort = on set jit = off
as $$
  select changed.product_id
  from (
    select distinct listed.product_id
    from product_change
    cross join lateral unnest(product_change.product_ids) as listed (product_id)
    where product_change.client_id = for_client
  ) as changed
  where coalesce((
    select holder.last_id < changed.product_id or not holder.tokens @> wanted
    from product_search as holder
    where holder.client_id = for_client and holder.first_id <= changed.product_id
    order by holder.first_id desc
    limit 1
  ), true)
$$;

create function walk_products(for_client text, after text, most integer) returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
  select product.product_id
  from product
  where product.client_id = for_client and product.product_id > after
  order by product.product_id
  limit most
$$;

-- Products that changed at a time or after it, in the order of ids.
create function search_since(for_client text, since timestamptz, after text, most integer) returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = on set enable_sort = on set jit = off
as $$
  select product.product_id
  from product
  where product.client_id = for_client and product.updated_at >= since and product.product_id || '' > after
  order by product.product_id || ''
  limit most
$$;
