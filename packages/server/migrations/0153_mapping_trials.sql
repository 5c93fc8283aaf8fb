-- Trials of drafts of mappings over all products of a client; only the number of products by outcome is stored.
create table mapping_trial (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  trial_id uuid not null,
  -- `outdated`: the draft or the data standard changed before all products were evaluated
  status text not null check (status in ('running', 'completed', 'outdated', 'failed')),
  -- of the draft
  revision integer not null,
  standard_version integer not null,
  -- products up to this id were evaluated
  built_through text collate "C" not null default '',
  checked bigint not null default 0,
  -- stored outcome and outcome with the draft, as `ready>invalid` → number of products
  outcomes jsonb not null default '{}',
  actor text not null,
  started_at timestamptz not null,
  worked_at timestamptz not null,
  finished_at timestamptz,
  primary key (client_id, channel_id, trial_id)
);
create index mapping_trial_running on mapping_trial (worked_at) where status = 'running';
