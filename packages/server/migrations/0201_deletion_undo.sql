-- The products that a deletion has deleted, a row for each batch, with the history entries from which its undo restores them. The entries
-- are named, because a product may be restored and deleted again before the undo.
create table product_deletion_part (
  client_id text collate "C" not null,
  deletion_id uuid not null,
  part_no integer not null,
  product_ids text[] collate "C" not null,
  history_ids uuid[] not null,
  primary key (client_id, deletion_id, part_no),
  foreign key (client_id, deletion_id) references product_deletion on delete cascade
);

-- True: `undoes` is a deletion of products.
alter table bulk_edit add column undoes_deletion boolean not null default false;
