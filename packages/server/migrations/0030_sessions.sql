create table person_client_role (
  client_id text collate "C" not null references client on delete cascade,
  person_id text collate "C" not null references person on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (client_id, person_id)
);
create index person_client_role_person on person_client_role (person_id);

create table person_session (
  session_id text collate "C" primary key,
  token text collate "C" not null unique,
  person_id text collate "C" not null references person on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index person_session_person on person_session (person_id);

create table person_verification (
  verification_id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One row a sign-in that failed, for as long as it counts: by e-mail and by address.
create table sign_in_failure (
  failure_id uuid primary key,
  tried text not null,
  at timestamptz not null
);
create index sign_in_failure_tried on sign_in_failure (tried, at);

-- The sign-in library calls every key "id" and cannot be told otherwise: it reads and writes through these views.
create view sign_in_user as
  select person_id as id, email, name, email_verified as "emailVerified", image, created_at as "createdAt", updated_at as "updatedAt"
  from person;
create view sign_in_account as
  select account_id as id, person_id as "userId", provider_id as "providerId", provider_account_id as "accountId", password,
    -- of other ways to sign in, which there are none of
    null::text as "accessToken", null::text as "refreshToken", null::text as "idToken", null::timestamptz as "accessTokenExpiresAt",
    null::timestamptz as "refreshTokenExpiresAt", null::text as scope,
    created_at as "createdAt", updated_at as "updatedAt"
  from person_account;
create view sign_in_session as
  select session_id as id, token, person_id as "userId", expires_at as "expiresAt", ip_address as "ipAddress", user_agent as "userAgent",
    created_at as "createdAt", updated_at as "updatedAt"
  from person_session;
create view sign_in_verification as
  select verification_id as id, identifier, value, expires_at as "expiresAt", created_at as "createdAt", updated_at as "updatedAt"
  from person_verification;

-- Signs session cookies: the same for every process that works on this database.
alter table installation add column session_secret text not null default gen_random_uuid()::text || gen_random_uuid()::text;
