-- Answers of submits, withdrawals and resubmits with an Idempotency-Key. A row is written by the transaction of the submit, so a key
-- without a row means that nothing was submitted.
create table submit_key (
  client_id text collate "C" not null references client on delete cascade,
  idempotency_key text not null,
  -- of the operation, its parameters and its body, which must be equal in a repeat
  request_hash bytea not null,
  -- null only inside the transaction that submits
  answer jsonb,
  created_at timestamptz not null,
  primary key (client_id, idempotency_key)
);
create index submit_key_age on submit_key (client_id, created_at);
