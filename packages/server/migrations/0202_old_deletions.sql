-- Finds ended deletions of products by age.
create index product_deletion_finished on product_deletion (finished_at) where status <> 'Deleting';
