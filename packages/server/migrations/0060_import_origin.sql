-- edit: values that a person changed one at a time, in the console
alter table import_job add column origin text not null default 'import' check (origin in ('import', 'edit'));
-- Until now the console alone imported without a key and without storing the body first, and only what a person had edited.
update import_job
set origin = 'edit'
where import_job.actor like 'user:%' and not import_job.durable;
-- a team may make thousands of edits between two imports
create index import_job_origin on import_job (client_id, origin, job_id);
