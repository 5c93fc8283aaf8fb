-- The time of a change is that of the statement that writes it, after its transaction has locked something by which the settled time finds it.
-- The start of the transaction was earlier than that lock: a reader in between got a settled time that was too late.
alter table product
  alter column created_at set default statement_timestamp(),
  alter column updated_at set default statement_timestamp();
