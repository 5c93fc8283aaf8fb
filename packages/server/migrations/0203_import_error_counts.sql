-- Errors of an import by code, listed or not, so that its report does not count rows. If their sum differs from error_count, the former
-- release has written the progress of this import.
alter table import_job add column error_counts jsonb not null default '{}';
