-- Deleted products, newest first.
create index product_history_deleted on product_history (client_id, history_id) where kind = 'deleted';
