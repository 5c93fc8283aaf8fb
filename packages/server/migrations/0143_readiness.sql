-- How complete and valid each product is on each channel of its client.
alter table connection add column ruleset_no integer, add column evaluation_account_id text collate "C";

-- Everything that the evaluations of a connection depend on, besides products, files and overrides. Never changed, and kept when the client
-- leaves the channel, so that numbers never restart.
create table channel_ruleset (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  ruleset_no integer not null,
  standard_version integer not null,
  mapping_version integer not null,
  -- what is used of definitions, reported lists and the account
  facts jsonb not null,
  content_hash bytea not null,
  -- the point in time of `today`
  as_of timestamptz not null,
  -- time zones whose midnight replaces the ruleset
  zones text[] not null,
  -- version of the checks
  engine integer not null,
  -- evaluations by rulesets from this number on are valid
  compatible_from integer not null,
  created_at timestamptz not null default now(),
  primary key (client_id, channel_id, ruleset_no)
);

-- Connections whose ruleset may be outdated.
create table ruleset_change (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  change_id uuid not null default gen_random_uuid(),
  primary key (client_id, channel_id, change_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- The row with channel '' locks the client while its products are evaluated; without it, no change of its products is listed. The rows of
-- channels hold the progress of passes.
create table evaluation_state (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  -- of the row with channel '': transactions from this one on list their changes; null: not known yet
  listed_from xid8,
  worked_at timestamptz not null default '-infinity',
  -- the ruleset of the last pass
  pass_no integer not null default 0,
  -- not null: the pass is in progress and has evaluated the products up to this id
  built_through text collate "C",
  -- number of products that the pass has evaluated
  pass_done bigint not null default 0,
  pass_started_at timestamptz,
  -- all products have been evaluated by this ruleset or a later one; rows whose result is the same keep their number
  proven_no integer not null default 0,
  primary key (client_id, channel_id)
);

-- Products that were written, and products whose files or overrides have changed, since they were evaluated.
create table evaluation_change (
  client_id text collate "C" not null references client on delete cascade,
  change_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('product', 'input')),
  product_ids text[] collate "C" not null,
  size integer not null,
  primary key (client_id, change_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
alter table evaluation_change alter column product_ids set storage external;

create table channel_evaluation (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  product_id text collate "C" not null,
  ruleset_no integer not null,
  product_revision integer not null,
  product_created_at timestamptz not null,
  outcome text not null check (outcome in ('ready', 'incomplete', 'invalid', 'unmapped')),
  is_complete boolean not null,
  is_valid boolean not null,
  channel_category text collate "C",
  required smallint not null,
  filled smallint not null,
  recommended smallint not null,
  recommended_filled smallint not null,
  errors integer not null,
  warnings integer not null,
  -- at most 100
  problems jsonb not null,
  problem_ids integer[] not null,
  -- of the product in the channel shape
  output_hash bigint not null,
  -- of everything above except the ruleset and the revision: a row with the same result is not written again
  result_hash bytea not null,
  primary key (client_id, channel_id, product_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index channel_evaluation_outcome on channel_evaluation (client_id, channel_id, outcome, product_id);
create index channel_evaluation_problems on channel_evaluation using gin (problem_ids) with (gin_pending_list_limit = 4096);

-- Numbers of problems: a hash of client, channel, target, code and level, so that the index does not mix clients.
create table channel_problem (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  problem_id integer not null,
  -- '' for problems of the whole product
  target text collate "C" not null,
  code text collate "C" not null,
  level text not null,
  primary key (client_id, channel_id, problem_id),
  unique (client_id, channel_id, target, code, level)
);

-- Numbers of products, changed by the difference of each batch.
create table evaluation_tally (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  kind text not null check (kind in ('outcome', 'problem', 'category')),
  -- outcome, number of the problem, or id of the category
  key text collate "C" not null,
  products bigint not null,
  primary key (client_id, channel_id, kind, key)
) with (fillfactor = 50);

-- Values and categories (target '') that a person set for one product on one channel.
create table channel_override (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  product_id text collate "C" not null,
  target text collate "C" not null,
  value jsonb not null,
  product_revision integer not null,
  actor text not null,
  created_at timestamptz not null,
  primary key (client_id, channel_id, product_id, target)
);
