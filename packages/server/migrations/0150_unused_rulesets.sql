-- Rulesets that no connection and no submission with content needs are marked, and deleted a while later.
alter table channel_ruleset add column unused_since timestamptz;
create index submission_ruleset on submission (client_id, channel_id, ruleset_no)
  where ruleset_no is not null and content_gone_at is null;
