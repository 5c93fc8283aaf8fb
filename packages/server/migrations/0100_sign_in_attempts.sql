-- How often a sign-in was tried lately, by what is counted: a pair of address and e-mail, an e-mail, an address, a known device, a person's
-- present password. One row each, so that concurrent attempts are counted one after the other.
create table sign_in_attempt (
  tried text collate "C" primary key,
  attempts integer not null,
  -- begin of the time window of the count
  since timestamptz not null,
  last_at timestamptz not null
);
create index sign_in_attempt_old on sign_in_attempt (last_at);
