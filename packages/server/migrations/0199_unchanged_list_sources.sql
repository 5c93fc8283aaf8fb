-- Of the current row of a value list: a hash of values_hash and of the bytes of the values in the body of the request, so that a body with
-- the same bytes is stored without parsing them. Null: not known, or there were warnings about values, which an answer must repeat.
alter table standard_item add column source_hash bytea;
