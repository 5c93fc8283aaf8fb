-- A client's product on a channel: where it stands, and what of it was submitted last.
create table channel_product (
  client_id text collate "C" not null,
  channel_id text collate "C" not null,
  product_id text collate "C" not null,
  state text not null check (state in ('Progress', 'Ready', 'Submitted', 'Accepted', 'Returned', 'Rejected')),
  change_no bigint not null,
  changed_at timestamptz not null,
  submission_id uuid,
  -- the product's revision and creation when it was submitted last: no cursor in time could tell so surely what has changed since
  submitted_revision integer,
  submitted_created_at timestamptz,
  message text,
  -- [{"attributeId": …, "message": …}]
  errors jsonb,
  external_id text,
  -- what a cancelled submission gives back: the columns state, submission_id, submitted_revision, submitted_created_at, message, errors
  before_submit jsonb,
  primary key (client_id, channel_id, product_id),
  foreign key (client_id, channel_id) references connection on delete cascade
) with (fillfactor = 85);
create index channel_product_change on channel_product (client_id, channel_id, change_no);
create index channel_product_state on channel_product (client_id, channel_id, state, product_id);

-- Attribute definitions as they were when products were submitted; many submissions share one.
create table structure_snapshot (
  client_id text collate "C" not null,
  snapshot_hash bytea not null,
  definitions jsonb not null,
  created_at timestamptz not null default now(),
  primary key (client_id, snapshot_hash)
);

create table submission (
  client_id text collate "C" not null references client on delete cascade,
  submission_id uuid not null,
  channel_id text collate "C" not null,
  account_id text collate "C" not null,
  account_name text not null,
  comment text,
  origin text not null check (origin in ('manual', 'resubmit', 'import', 'schedule')),
  actor text not null,
  product_count integer not null,
  batch_size integer not null,
  snapshot_hash bytea not null,
  status text not null check (status in ('Submitted', 'Pending', 'Success', 'Partial', 'Failed', 'Cancelled')),
  created_at timestamptz not null,
  -- when the adapter asked for it first: from then on it cannot be cancelled
  fetched_at timestamptz,
  finished_at timestamptz,
  -- what was reported of the submission as a whole, and whether that is final
  reported text check (reported in ('Error', 'Pending', 'Sent', 'Success')),
  is_final boolean not null default false,
  -- what became of the products that no report has named, once that is known
  rest_result text check (rest_result in ('Accepted', 'Returned')),
  messages jsonb not null default '[]',
  -- number of products by what was last reported of their part, and by their own result
  part_counts jsonb not null default '{}',
  item_counts jsonb not null default '{}',
  primary key (client_id, submission_id)
) with (fillfactor = 70);
create index submission_channel on submission (client_id, channel_id, submission_id);

-- Finds the client of a submission for the adapter that asks, and for no other.
create table adapter_submission (
  adapter_id text collate "C" not null,
  submission_id uuid not null,
  client_id text collate "C" not null,
  primary key (adapter_id, submission_id)
);

-- Products as they were when they were submitted; written once, together with their submission, which is why no foreign key is checked
-- for each of 100,000 rows.
create table submission_product (
  client_id text collate "C" not null,
  submission_id uuid not null,
  product_id text collate "C" not null,
  revision integer not null,
  created_at timestamptz not null,
  name text,
  family text collate "C",
  category text collate "C",
  primary_asset text collate "C",
  "values" jsonb not null,
  packaging jsonb,
  primary key (client_id, submission_id, product_id)
);

-- What an adapter reported of single products; apart from the snapshot, so that a report rewrites no product.
create table submission_item (
  client_id text collate "C" not null,
  submission_id uuid not null,
  product_id text collate "C" not null,
  -- of the report that named the product last while the submission was not final
  part_status text not null check (part_status in ('Error', 'Pending', 'Sent', 'Success')),
  status text not null check (status in ('Accepted', 'Returned', 'Rejected', 'Pending')),
  message text,
  errors jsonb,
  external_id text,
  reported_at timestamptz not null,
  primary key (client_id, submission_id, product_id)
) with (fillfactor = 85);

-- Rules of a connection for submits without a person. The row is also the claim of the process that carries one out.
create table automatic_submit (
  client_id text collate "C" not null,
  channel_id text collate "C" not null,
  account_id text collate "C",
  -- seconds without further changes after which an import's changes are submitted; null: not after imports
  quiet_seconds integer,
  -- {"weekdays": ["monday", …], "time": "HH:MM", "timeZone": …}; null: not on a schedule
  schedule jsonb,
  check_at timestamptz,
  run_at timestamptz,
  -- what was there to look at when nothing was found to be due, and when that was
  seen text,
  seen_at timestamptz,
  last_run_at timestamptz,
  last_submission_id uuid,
  last_problem text,
  primary key (client_id, channel_id),
  foreign key (client_id, channel_id) references connection on delete cascade
);
create index automatic_submit_check on automatic_submit (check_at) where check_at is not null;
create index automatic_submit_run on automatic_submit (run_at) where run_at is not null;
