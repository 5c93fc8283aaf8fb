-- The undo of an import is a bulk edit that restores values, and a deletion of the products that the import created.
alter table bulk_edit
  -- true: `undoes` is an import, whose products are found in the history
  add column undoes_import boolean not null default false,
  -- products that the undone import created, by whether they have changed since; null until all products have been looked at
  add column created_unchanged bigint,
  add column created_changed bigint;

-- The import whose created products are deleted, if they have not changed since.
alter table product_deletion add column created_by_job uuid;
create index product_deletion_import on product_deletion (client_id, created_by_job) where created_by_job is not null;
