-- The key of a number in the order of numbers, to the last digit; for fractions to 40 digits. Null for anything else, for more than 300
-- characters, and for an exponent of more than six digits.
-- The first 17 characters are the nearest double, as in order_number, so keys of both functions can be in one index; the rest is the
-- difference of the number from the first 15 digits of the double: below, equal or above, then its digits. Numbers beyond the range of
-- doubles have the prefix of 1e308 or 1e-307, and their magnitude before the digits.
create function exact_order_number(given text) returns text language plpgsql immutable parallel safe as $$
declare
  negative boolean := left(given, 1) = '-';
  parts text[];
  digits text;
  -- the number is 0.digits * 10 ^ magnitude
  magnitude integer;
  scale integer;
  number numeric;
  rough double precision;
  tail text := '5';
  bytes text;
begin
  if given ~ '^-?\d{1,8}(\.\d{1,7})?$' then
    -- most numbers: a double has all of their digits
    rough := abs(given::float8);
  elsif length(given) > 300 then
    return null;
  else
    parts := regexp_match(given, '^[+-]?(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$');
    if parts is not null and coalesce(parts[1], '') || coalesce(parts[2], '') <> '' then
      digits := parts[1] || coalesce(parts[2], '');
      magnitude := length(parts[1]) + coalesce(parts[3], '0')::integer;
    else
      parts := regexp_match(given, '^[+-]?(?:(\d+) )?(\d+)/(\d+)$');
      if parts is null or parts[3] ~ '^0*$' then
        return null;
      end if;
      scale := 40 + length(parts[3]);
      number := coalesce(parts[1], '0')::numeric * parts[3]::numeric + parts[2]::numeric;
      digits := div((number::text || repeat('0', scale))::numeric, parts[3]::numeric)::text;
      magnitude := length(digits) - scale;
    end if;
    magnitude := magnitude - (length(digits) - length(ltrim(digits, '0')));
    digits := trim(both '0' from digits);
    if digits = '' then
      rough := 0;
    elsif magnitude > 308 then
      rough := '1e308';
      tail := '9' || to_char(magnitude, 'FM0000000') || digits;
    elsif magnitude < -306 then
      rough := '1e-307';
      tail := '0' || to_char(magnitude + 2000000, 'FM0000000') || digits;
    else
      number := ('0.' || digits || 'e' || magnitude)::numeric;
      rough := number::float8;
      tail := case sign(number - rough::numeric) when 0 then '5' when 1 then '9' || digits else '0' || digits end;
    end if;
  end if;
  bytes := encode(float8send(rough), 'hex');
  if not negative or rough = 0 then
    return '1' || bytes || tail;
  end if;
  return '0' || translate(encode(float8send(-rough), 'hex'), '0123456789abcdef', 'fedcba9876543210')
    || translate(tail, '0123456789', '9876543210') || '~';
end
$$;

-- Orders of numbers with keys of 15 digits are built again at their next use. A new database does not have the table yet.
do $$
begin
  if to_regclass('product_order') is not null then
    update product_order set field = null where product_order.kind = 'number' and product_order.field is not null;
  end if;
end
$$;
