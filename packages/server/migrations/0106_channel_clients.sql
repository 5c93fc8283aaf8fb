-- A private channel is shown only to the clients that are named here, and to those that are connected already.
alter table channel add column is_private boolean not null default false;
create table channel_client (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null references channel on delete cascade,
  primary key (client_id, channel_id)
);
create index channel_client_channel on channel_client (channel_id, client_id);
