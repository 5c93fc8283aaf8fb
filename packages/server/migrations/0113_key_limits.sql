-- What limits a key besides its scopes, and who made it.
alter table access_key
  -- IP addresses and ranges from which the key works; empty: from all
  add column addresses text[] not null default '{}',
  -- actor: key:<keyId> or user:<personId>
  add column created_by text,
  add column last_address text,
  -- seconds from the creation to the expiry, if that was stated: a rotated key lives as long again
  add column lifetime bigint;

-- Scopes of a token that has fewer than its key; null: those of the key.
alter table access_token add column scopes text[];
-- The valid tokens of a key, oldest first.
create index access_token_key on access_token (key_id, expires_at);
