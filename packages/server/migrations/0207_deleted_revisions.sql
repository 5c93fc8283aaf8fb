-- Revisions of deleted products, from which restored products continue. Kept as long as the client, because an id may return at any time.
-- They cannot be counted in the history, because its old changes may have been deleted. Not a column of product_history: a ninth column with
-- nulls adds 8 bytes to each entry of an import. No foreign key to client, like product_history: with one, storing 500 rows took 21 ms
-- instead of 8.
create table deleted_revision (
  client_id text collate "C" not null,
  product_id text collate "C" not null,
  -- of the deletion itself, as in product_feed
  revision integer not null,
  primary key (client_id, product_id)
);
