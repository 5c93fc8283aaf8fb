-- Revisions of deleted products, from which restored products continue. They cannot be counted in the history, because its old changes may
-- have been deleted. Not a column of product_history: a ninth column with nulls adds 8 bytes to each entry of an import.
create table deleted_revision (
  client_id text collate "C" not null references client on delete cascade,
  product_id text collate "C" not null,
  -- of the deletion itself, as in product_feed
  revision integer not null,
  primary key (client_id, product_id)
);
