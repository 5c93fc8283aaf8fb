create table adapter (
  adapter_id text collate "C" primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table channel (
  channel_id text collate "C" primary key,
  -- fixed for good: events and submissions of a channel lie in the stream of its adapter
  adapter_id text collate "C" not null references adapter,
  name text not null,
  logo_url text,
  batch_size integer not null check (batch_size between 1 and 10000),
  -- [{"id": …, "name": …, "type": "string" | "password", "optional": bool, "patterns": [{"pattern": …, "message": …}]}]
  account_fields jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index channel_adapter on channel (adapter_id, channel_id);

-- A client on a channel. Its row is the lock that orders changes of its accounts and of its products' states, taken as late as possible.
create table connection (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null references channel,
  created_at timestamptz not null default now(),
  -- number of the last change of a product's state: given under the lock, so that who reads changes by number misses none
  last_change bigint not null default 0,
  primary key (client_id, channel_id)
) with (fillfactor = 70);
create index connection_channel on connection (channel_id, client_id);

create table account (
  client_id text collate "C" not null,
  channel_id text collate "C" not null,
  account_id text collate "C" not null,
  name text not null,
  state text not null check (state in ('Authenticating', 'Connected', 'Failed')),
  -- fields of type string: {"fieldId": text}
  properties jsonb not null,
  -- fields of type password, each sealed with a key that is not in the database: {"fieldId": sealed text}
  secrets jsonb not null,
  -- rises with every connect and re-validation; the others follow it: which one an adapter has been given, which one it has reported on
  validation integer not null default 1,
  delivered_validation integer not null default 0,
  reported_validation integer not null default 0,
  -- the AUTHENTICATION_EVENT of the validation
  event_id uuid,
  message text,
  -- [{"fieldId": …, "message": …}]
  field_errors jsonb not null default '[]',
  list_of_values jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  validated_at timestamptz,
  primary key (client_id, channel_id, account_id),
  foreign key (client_id, channel_id) references connection on delete cascade
);

-- Values that a channel offers to a client as a whole, as its adapter has reported them.
alter table connection add column list_of_values jsonb;

-- Which key the secrets of this database are sealed with: a server with another one must not start.
alter table installation add column secret_key_id text;
