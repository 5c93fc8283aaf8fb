-- Deletions of products take turns: the one whose last step was longest ago is next.
alter table product_deletion add column served_at timestamptz;
