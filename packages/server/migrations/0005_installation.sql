-- One row: what is done once for a database, however many processes start on it.
create table installation (
  only_row boolean primary key default true check (only_row),
  first_run_at timestamptz
);
insert into installation default values;
