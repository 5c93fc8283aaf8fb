create table client (
  client_id text collate "C" primary key,
  name text not null,
  created_at timestamptz not null default now()
);

-- People who sign in. Passwords live in person_account, as the sign-in library expects them.
create table person (
  person_id text collate "C" primary key,
  email text not null unique,
  name text not null,
  email_verified boolean not null default false,
  image text,
  is_operator boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table person_account (
  account_id text collate "C" primary key,
  person_id text collate "C" not null references person on delete cascade,
  provider_id text not null,
  provider_account_id text not null,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, provider_account_id)
);

create table access_key (
  key_id text collate "C" primary key,
  -- SHA-256 of the 256-bit secret: nothing to guess, so no slow hash is needed
  secret_hash bytea not null unique,
  kind text not null check (kind in ('client', 'adapter', 'operator')),
  client_id text collate "C" references client,
  adapter_id text collate "C",
  name text not null,
  scopes text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  check ((kind = 'client') = (client_id is not null)),
  check ((kind = 'adapter') = (adapter_id is not null))
);

create index access_key_client on access_key (client_id);

create table access_token (
  token_hash bytea primary key,
  key_id text collate "C" not null references access_key on delete cascade,
  expires_at timestamptz not null
);

create index access_token_expiry on access_token (expires_at);
