-- The history id that is `steps` after another one. Only the last 60 of its random bits are counted up.
create function history_id_after(history_id uuid, steps integer) returns uuid
language sql immutable strict parallel safe
as $$
  select (left(digits.hex, 17) || lpad(to_hex(('x' || right(digits.hex, 15))::bit(60)::bigint + steps), 15, '0'))::uuid
  from (select replace(history_id::text, '-', '') as hex) as digits
$$;
