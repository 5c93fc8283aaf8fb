-- How the numbers of each unit of a quantity are compared: unit → [factor, addend, divisor], all whole; null for other types.
alter table attribute add column unit_scales jsonb;

-- The amount of a number with a unit, such as "1.5 kg", in the base unit: (number * factor + addend) / divisor. Null for any other text.
create function quantity_number(given text, scales jsonb) returns numeric language plpgsql immutable parallel safe as $$
declare
  scale jsonb;
  amount numeric;
begin
  if given !~ '^-?\d{1,60}(\.\d{1,60})? ' then
    return null;
  end if;
  scale := scales -> substr(given, strpos(given, ' ') + 1);
  if scale is null then
    return null;
  end if;
  amount := split_part(given, ' ', 1)::numeric * (scale ->> 0)::numeric + (scale ->> 1)::numeric;
  -- a division keeps at least 16 digits, so it is left out where it changes nothing
  return case scale ->> 2 when '1' then amount else amount / (scale ->> 2)::numeric end;
end
$$;

alter table product_order drop constraint product_order_kind_check;
alter table product_order add constraint product_order_kind_check check (kind in ('text', 'number', 'date', 'exact', 'quantity'));
