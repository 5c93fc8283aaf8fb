-- Old reports of imports and old submissions are deleted if the operator sets a time for it.
insert into retention (name) values ('imports'), ('submissions');
create index import_job_ended on import_job (finished_at) where finished_at is not null;
create index submission_emptied on submission (finished_at) where content_gone_at is not null;
-- Only these submissions can still end without a result and restore the states that products had before.
create index submission_waiting on submission (client_id, channel_id, created_at) where status = 'Submitted';

-- {"submissionId": …, "accountId": …} of a deleted submission that the state of the product comes from, or is restored to. The state stays,
-- and unchanged products are not sent to the same account again.
alter table channel_product add column gone_submission jsonb;
