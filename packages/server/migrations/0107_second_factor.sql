-- A person's authenticator app. The secret and the recovery codes are encrypted with a key outside of the database.
create table person_second_factor (
  second_factor_id text collate "C" primary key,
  person_id text collate "C" not null unique references person on delete cascade,
  secret text not null,
  recovery_codes text not null,
  -- false until the person has entered a first code
  verified boolean not null default false,
  failures integer not null default 0,
  locked_until timestamptz,
  -- SHA-256 of the code that was accepted last: it is not accepted again
  last_code_hash bytea,
  created_at timestamptz not null default now()
);

alter table person add column has_second_factor boolean not null default false;

create or replace view sign_in_user as
  select person_id as id, email, name, email_verified as "emailVerified", image, created_at as "createdAt", updated_at as "updatedAt",
    has_second_factor as "twoFactorEnabled"
  from person
  where person.disabled_at is null;
create view sign_in_second_factor as
  select second_factor_id as id, person_id as "userId", secret, recovery_codes as "backupCodes", verified,
    failures as "failedVerificationCount", locked_until as "lockedUntil"
  from person_second_factor;
