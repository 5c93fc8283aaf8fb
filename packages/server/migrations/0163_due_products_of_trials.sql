-- Products that are not due now, and would be due if the draft were published: submitted before, and never submitted.
-- Null in trials of a former version, which did not count them.
alter table mapping_trial
  add column due_again bigint,
  add column due_first bigint;
