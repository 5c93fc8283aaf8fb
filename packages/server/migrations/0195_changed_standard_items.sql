-- What a version began and ended, so that two versions are compared without reading all items.
create index standard_item_begun on standard_item (adapter_id, channel_id, first_version) where first_version > 1;
create index standard_item_ended on standard_item (adapter_id, channel_id, last_version) where last_version is not null;
