-- Sessions are found by a hash of their token and signed with a key outside of the database. The tokens until now were stored as they are, so they end here.
delete from person_session;
alter table person_session add column last_used_at timestamptz not null default now();

alter table person
  add column disabled_at timestamptz,
  add column must_change_password boolean not null default false;
create index person_email_order on person (email collate "C");

-- When the person last worked for this client. Nothing of other clients is shown to an owner.
alter table person_client_role add column last_used_at timestamptz;

-- The sign-in library does not see disabled people.
create or replace view sign_in_user as
  select person_id as id, email, name, email_verified as "emailVerified", image, created_at as "createdAt", updated_at as "updatedAt"
  from person
  where person.disabled_at is null;

-- E-mails that wait to be sent. Their rows stay for a day, so that the e-mails to one recipient can be counted.
create table outgoing_mail (
  mail_id uuid primary key,
  -- SHA-256 of the e-mail address
  recipient_hash bytea not null,
  -- SHA-256 of the IP address of an anonymous request for the e-mail
  requester_hash bytea,
  -- recipient, subject and text, sealed because the text holds a link that lets a person in; null when there is nothing (more) to send
  sealed text,
  due_at timestamptz not null,
  tries integer not null default 0,
  sent_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index outgoing_mail_due on outgoing_mail (due_at) where sealed is not null;
create index outgoing_mail_recipient on outgoing_mail (recipient_hash, created_at);
create index outgoing_mail_requester on outgoing_mail (requester_hash, created_at) where requester_hash is not null;
create index outgoing_mail_expiry on outgoing_mail (expires_at);

-- One open invitation a client and e-mail address: a new one replaces the old one, and its link.
create table member_invitation (
  client_id text collate "C" not null references client on delete cascade,
  email text collate "C" not null,
  invitation_id text collate "C" not null,
  -- SHA-256 of the 256-bit secret in the link
  secret_hash bytea not null unique,
  name text not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  -- actor: user:<personId> or key:<keyId>
  invited_by text not null,
  mail_id uuid references outgoing_mail on delete set null,
  is_mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (client_id, email)
);
create index member_invitation_mail on member_invitation (mail_id);

-- One open link a person to set a new password.
create table password_link (
  person_id text collate "C" primary key references person on delete cascade,
  secret_hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_link_creator on password_link (created_by);
