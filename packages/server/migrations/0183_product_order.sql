-- Fields that products are sorted by, or whose values are counted. Each is indexed in the background at first use.
create table product_order (
  client_id text collate "C" not null references client on delete cascade,
  order_id bigint generated always as identity,
  -- the id of an attribute or the name of a reserved field; null: no longer in use, to be deleted with its keys
  field text collate "C",
  kind text collate "C" not null check (kind in ('text', 'number', 'date', 'exact')),
  -- the last product of the first build that has a key; null: all have one
  built_through text collate "C" default '',
  built bigint not null default 0,
  used_at timestamptz not null,
  primary key (client_id, order_id),
  unique (client_id, field, kind)
);

-- The key of each product in an order; null for a product without a value. Written by the task that writes product_search, from the same list
-- of changes (product_change), so writers of products pay nothing for it.
create table product_order_key (
  client_id text collate "C" not null,
  order_id bigint not null,
  product_id text collate "C" not null,
  key text collate "C",
  primary key (client_id, order_id, product_id)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index product_order_sorted on product_order_key (client_id, order_id, key, product_id);

-- How many products have each key of an order of kind 'exact'; '' for those without a value. Written together with the keys.
create table product_order_count (
  client_id text collate "C" not null,
  order_id bigint not null,
  key text collate "C" not null,
  products bigint not null,
  primary key (client_id, order_id, key)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- Texts are ordered without regard to letter case and accents, by their first 100 characters. In PL/pgSQL, because a function in SQL that
-- cannot be inlined takes ten times as long.
create function order_text(given text) returns text language plpgsql immutable parallel safe as $$
declare
  part text := left(given, 100);
begin
  if octet_length(part) = char_length(part) then
    return lower(part collate "C");
  end if;
  return regexp_replace(normalize(fold_text(part), NFD), '[\u0300-\u036f]', '', 'g');
end
$$;

-- A double as text in the order of numbers: its bytes in hexadecimal, inverted for negative numbers. Null for what is no number of at most
-- 100 characters with an exponent of at most two digits, which always fits into a double.
create function order_number(given text) returns text language plpgsql immutable parallel safe as $$
declare
  number double precision;
  bytes text;
begin
  if length(given) <= 100 and given ~ '^[+-]?(\d{1,90}(\.\d{1,90})?|\.\d{1,90})([eE][+-]?\d{1,2})?$' then
    number := given::float8;
  elsif given ~ '^[+-]?(\d{1,15} )?\d{1,15}/0*[1-9]\d{0,14}$' then
    number := coalesce(substring(given from '^[+-]?(\d+) ')::float8, 0)
      + substring(given from '(\d+)/')::float8 / substring(given from '/(\d+)$')::float8;
    if left(given, 1) = '-' then
      number := -number;
    end if;
  else
    return null;
  end if;
  -- 0 + turns -0 into 0
  bytes := encode(float8send(0 + number), 'hex');
  if left(bytes, 1) < '8' collate "C" then
    return '1' || bytes;
  end if;
  return '0' || translate(bytes, '0123456789abcdef', 'fedcba9876543210');
end
$$;

-- A date or date-time as text in UTC; null for anything else.
create function order_date(given text) returns text language plpgsql stable as $$
begin
  if given ~ '^\d{4}-\d{2}-\d{2}$' then
    return given || 'T00:00:00.000000';
  end if;
  if given !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}' then
    return null;
  end if;
  -- a block of its own, because a block with an exception begins a subtransaction
  begin
    return to_char(given::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US');
  exception when others then
    return null;
  end;
end
$$;

-- The key of a value in an order of a kind. Exact keys have the value itself, cut at 400 characters.
create function order_key(kind text, given text) returns text language sql stable as $$
  select case kind
    when 'text' then order_text(nullif(given, ''))
    when 'number' then order_number(given)
    when 'date' then order_date(given)
    else left(nullif(given, ''), 400)
  end
$$;

-- An indexer of an earlier version that runs beside this one takes changes off the list without writing keys: it does not count its claims.
-- All orders of the client are then given up, and built again at their next use.
alter table search_state add column claims bigint not null default 0;
create function give_up_orders() returns trigger language plpgsql as $$
begin
  update product_order set field = null where product_order.client_id = new.client_id and product_order.field is not null;
  return null;
end
$$;
create trigger give_up_orders after update on search_state
  for each row when (new.worked_at is distinct from old.worked_at and new.claims = old.claims)
  execute function give_up_orders();
