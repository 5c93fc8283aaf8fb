-- OpenID Connect providers with which people sign in, set up by operators for the whole installation.
create table identity_provider (
  provider_id text collate "C" primary key,
  name text not null,
  issuer text not null,
  oidc_client_id text not null,
  -- sealed with a key outside of the database
  sealed_secret text not null,
  -- claim with the groups of a person; null if groups decide nothing
  groups_claim text,
  -- true: shown on the sign-in page; false: found by e-mail address only
  is_listed boolean not null,
  -- true: people with an e-mail address of its domains sign in with this provider only
  is_required boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The e-mail domains that a provider vouches for: one provider each.
create table identity_provider_domain (
  domain text collate "C" primary key,
  provider_id text collate "C" not null references identity_provider on delete cascade
);
create index identity_provider_domain_provider on identity_provider_domain (provider_id);

-- The clients whose members a provider makes.
create table identity_provider_client (
  client_id text collate "C" not null references client on delete cascade,
  provider_id text collate "C" not null references identity_provider on delete cascade,
  -- role of a person in none of the groups; null for no role
  default_role text check (default_role in ('owner', 'editor', 'viewer')),
  primary key (client_id, provider_id)
);
create index identity_provider_client_provider on identity_provider_client (provider_id);

create table identity_provider_group (
  client_id text collate "C" not null,
  provider_id text collate "C" not null,
  group_name text collate "C" not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  primary key (client_id, provider_id, group_name),
  foreign key (client_id, provider_id) references identity_provider_client on delete cascade
);
create index identity_provider_group_provider on identity_provider_group (provider_id);

-- The provider that made a person a member; null if a person did.
alter table person_client_role
  add column provider_id text collate "C" references identity_provider on delete set null;
create index person_client_role_provider on person_client_role (provider_id) where provider_id is not null;

-- How a person signed in. A session that the former version creates was signed in with a password, perhaps with a code as well.
alter table person_session
  add column signed_in_by text not null default 'password'
    check (signed_in_by in ('password', 'code', 'provider', 'passkey')),
  add column provider_id text collate "C" references identity_provider on delete cascade;
create index person_session_provider on person_session (provider_id) where provider_id is not null;

-- Tickets of completed sign-ins and codes of authenticator apps, until they expire, so that none is used twice.
create table used_sign_in_ticket (
  ticket_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_sign_in_ticket_expiry on used_sign_in_ticket (expires_at);
