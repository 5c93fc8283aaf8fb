-- The passkeys of people. Only public keys are stored.
create table passkey (
  -- id that the authenticator chose, in base64url
  credential_id text collate "C" primary key,
  person_id text collate "C" not null references person on delete cascade,
  passkey_id text collate "C" not null unique,
  name text not null,
  public_key bytea not null,
  -- number of signatures that the authenticator reports; 0 if it does not count
  counter bigint not null,
  transports text[] not null,
  -- true if the authenticator copies the passkey to other devices
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id);
