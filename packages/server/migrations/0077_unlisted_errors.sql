-- Problems that are counted but not listed, by code: a product lists only its first ones. Included in error_count.
alter table import_job add column unlisted_errors jsonb not null default '{}';
