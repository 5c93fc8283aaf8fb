-- What was changed after it is kept: the caller has not seen it like that. Null: whatever matches goes.
alter table product_deletion add column as_of timestamptz;
