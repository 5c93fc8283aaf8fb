-- Progress of the deletion of old rows, one row for each kind of data. A process locks the row for one small batch.
create table retention (
  name text primary key,
  -- where a walk over all rows goes on; null between two walks
  cursor jsonb,
  -- end of the last walk
  finished_at timestamptz not null default '-infinity',
  -- number of deleted rows since the installation has this table
  deleted bigint not null default 0
);
insert into retention (name) values ('history'), ('import-errors');

-- The errors of old imports are deleted; their counts by code are then in unlisted_errors.
alter table import_job add column errors_deleted_at timestamptz;
create index import_job_listed_errors on import_job (finished_at)
  where error_count > 0 and errors_deleted_at is null and finished_at is not null;
