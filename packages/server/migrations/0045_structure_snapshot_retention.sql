-- Definitions that no submission with content needs are marked, and taken away a while later: a submission that began meanwhile may use them again.
alter table structure_snapshot
  add column unused_since timestamptz;
create index submission_structure on submission (client_id, snapshot_hash) where content_gone_at is null;
