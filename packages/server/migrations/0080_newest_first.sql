-- "Newest first" in the order of beginning, whatever the clocks of the processes showed. Ids begin with the time of their process.
create sequence import_job_no;
alter table import_job add column job_no bigint;
update import_job
set job_no = numbered.job_no
from (
  select ordered.client_id, ordered.job_id, nextval('import_job_no') as job_no
  from (select import_job.client_id, import_job.job_id from import_job order by import_job.job_id) as ordered
) as numbered
where import_job.client_id = numbered.client_id and import_job.job_id = numbered.job_id;
alter table import_job alter column job_no set default nextval('import_job_no'), alter column job_no set not null;
create index import_job_newest on import_job (client_id, job_no);
create index import_job_origin_newest on import_job (client_id, origin, job_no);
drop index import_job_origin;

create sequence submission_no;
alter table submission add column submission_no bigint;
update submission
set submission_no = numbered.submission_no
from (
  select ordered.client_id, ordered.submission_id, nextval('submission_no') as submission_no
  from (select submission.client_id, submission.submission_id from submission order by submission.submission_id) as ordered
) as numbered
where submission.client_id = numbered.client_id and submission.submission_id = numbered.submission_id;
alter table submission alter column submission_no set default nextval('submission_no'), alter column submission_no set not null;
create index submission_newest on submission (client_id, submission_no);
create index submission_channel_newest on submission (client_id, channel_id, submission_no);
drop index submission_channel;
