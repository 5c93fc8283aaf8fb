-- What a submission delivered is kept for a while after its end; its log stays. Closed: no page is given out any more; gone: nothing is left.
alter table submission
  add column content_closed_at timestamptz,
  add column content_gone_at timestamptz;
create index submission_ended on submission (finished_at) where finished_at is not null and content_gone_at is null;
