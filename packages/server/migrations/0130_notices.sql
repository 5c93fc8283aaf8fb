-- True: the row needs no notice, or has one. False rows are few, so that the worker that creates notices finds them by a small index.
-- Rows from before count as noticed.
alter table import_job add column is_noticed boolean not null default true;
alter table import_job alter column is_noticed set default false;
update import_job set is_noticed = false where import_job.status = 'Importing';
create index import_job_unnoticed on import_job (client_id, job_no)
  where not is_noticed and status <> 'Importing' and origin = 'import' and not dry_run;

alter table submission
  add column is_noticed boolean not null default true,
  -- number of returned and rejected products that the last notice was about
  add column noticed_products integer not null default 0;
create index submission_unnoticed on submission (client_id, submission_no) where not is_noticed;

alter table account add column is_noticed boolean not null default true;
create index account_unnoticed on account (client_id) where not is_noticed;

alter table asset add column is_noticed boolean not null default true;
create index asset_unnoticed on asset (client_id, asset_id) where not is_noticed;

-- The expiry that a notice was about, or that needs no notice.
alter table access_key add column noticed_expiry timestamptz;
create index access_key_expiring on access_key (expires_at) where expires_at is not null and revoked_at is null;

-- Up to which threshold the silence of an adapter was noticed. A new call begins a new silence.
create table adapter_silence (
  adapter_id text collate "C" primary key,
  last_call timestamptz not null,
  noticed_minutes integer not null
);

-- When the quotas of a client were compared with what it uses, and how much of each was used.
create table quota_watch (
  client_id text collate "C" primary key references client on delete cascade,
  checked_at timestamptz not null,
  -- {"quota": "near" | "full"}
  levels jsonb not null
);
create index quota_watch_order on quota_watch (checked_at);

-- How a person is notified for a client; without a row, of everything in the inbox.
create table notice_setting (
  client_id text collate "C" not null references client on delete cascade,
  person_id text collate "C" not null references person on delete cascade,
  -- {"kind": "off" | "inbox" | "mail" | "digest"}
  ways jsonb not null,
  silent_minutes integer not null,
  language text not null,
  time_zone text not null,
  digest_hour integer not null,
  primary key (client_id, person_id)
);
create index notice_setting_person on notice_setting (person_id);

-- The inbox of each person. Unread notices of one kind about one subject are one row.
create table notice (
  client_id text collate "C" not null references client on delete cascade,
  person_id text collate "C" not null references person on delete cascade,
  notice_id uuid not null,
  kind text not null,
  -- what unread notices of the kind are grouped by
  group_key text collate "C" not null,
  -- of the newest occurrence: ids, names, numbers
  subject jsonb not null,
  occurrences bigint not null,
  -- of the occurrences, how many an e-mail was sent for
  mailed bigint not null default 0,
  way text not null check (way in ('inbox', 'mail', 'digest')),
  first_at timestamptz not null,
  last_at timestamptz not null,
  read_at timestamptz,
  primary key (client_id, person_id, notice_id)
) with (fillfactor = 85);
create unique index notice_unread on notice (client_id, person_id, kind, group_key) where read_at is null;
create index notice_newest on notice (client_id, person_id, last_at, notice_id);
create index notice_person on notice (person_id);
create index notice_age on notice (last_at);

-- E-mails with notices: one row a person, client and way. What an e-mail contains is decided when it is sent.
create table notice_mail (
  client_id text collate "C" not null references client on delete cascade,
  person_id text collate "C" not null references person on delete cascade,
  way text not null check (way in ('mail', 'digest')),
  -- null: nothing waits
  due_at timestamptz,
  tries integer not null default 0,
  tried_at timestamptz,
  -- why the last try failed
  problem text check (problem in ('rejected', 'unreachable')),
  primary key (client_id, person_id, way)
);
create index notice_mail_due on notice_mail (due_at) where due_at is not null;
create index notice_mail_person on notice_mail (person_id);
