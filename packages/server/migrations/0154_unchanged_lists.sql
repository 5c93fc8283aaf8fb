-- Of the current row of a value list: a hash of its values, so that a new version writes and compares only lists that changed. Null: not known.
alter table standard_item add column values_hash bytea;

-- What a version began and ended, so that two versions are compared without reading all values.
create index standard_value_begun on standard_value (adapter_id, channel_id, first_version) where first_version > 1;
create index standard_value_ended on standard_value (adapter_id, channel_id, last_version) where last_version is not null;
