-- Numbers of products by outcome at the end of each day (UTC), of each client on each channel; the row of the present day is updated.
create table readiness_day (
  client_id text collate "C" not null references client on delete cascade,
  channel_id text collate "C" not null,
  day date not null,
  ready bigint not null,
  incomplete bigint not null,
  invalid bigint not null,
  unmapped bigint not null,
  primary key (client_id, channel_id, day)
);
create index readiness_day_age on readiness_day (day);
