-- What each product can be found by. Written in the background: product_change tells what is not in it yet.
create table product_search (
  client_id text collate "C" not null,
  product_id text collate "C" not null,
  -- hashes, the client's id among what is hashed; sorted
  tokens integer[] not null,
  primary key (client_id, product_id)
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
  primary key (client_id, change_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
alter table product_change alter column product_ids set storage external;

-- One row a client that was indexed before; taken for update by whoever indexes it. None: all its products stand in product_change.
create table search_state (
  client_id text collate "C" primary key,
  -- the number of products without what product_change adds to it
  products bigint not null default 0,
  -- not null: products older than the index are still being read, in the order of their ids, and the last was this one
  built_through text collate "C",
  worked_at timestamptz not null default '-infinity'
);

-- A trigger, so that no writer can forget it, older versions of the program included that run beside this one for a while.
create function note_product_change() returns trigger language plpgsql as $$
begin
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
  return null;
end
$$;
create trigger note_insert after insert on product
  referencing new table as written for each statement execute function note_product_change('1');
create trigger note_update after update on product
  referencing new table as written for each statement execute function note_product_change('0');
create trigger note_delete after delete on product
  referencing old table as written for each statement execute function note_product_change('-1');

insert into search_state (client_id, built_through)
select client.client_id, ''
from client
where exists (select 1 from product where product.client_id = client.client_id);

-- The ways to candidates. Each is the only right one for its question, whatever the planner knows of tables that have just grown.

-- All candidates, in any order. The concatenations keep the planner from the primary key, by which it would read all tokens of the client.
create function search_candidates(for_client text, wanted integer[]) returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set jit = off
as $$
  select product_search.product_id
  from product_search
  where product_search.tokens @> wanted and product_search.client_id || '' = for_client
$$;

-- The first candidates after an id, in the order of ids.
create function search_candidates_after(for_client text, wanted integer[], after text, most integer) returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set jit = off
as $$
  select product_search.product_id
  from product_search
  where product_search.tokens @> wanted
    and product_search.client_id || '' = for_client
    and product_search.product_id || '' > after
  order by product_search.product_id
  limit most
$$;

-- Products that candidates may be missing.
create function changed_products(for_client text) returns setof text
language sql stable parallel safe
as $$
  select distinct listed.product_id
  from product_change
  cross join lateral unnest(product_change.product_ids) as listed (product_id)
  where product_change.client_id = for_client
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
