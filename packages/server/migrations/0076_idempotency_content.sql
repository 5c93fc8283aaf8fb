-- Identifies the body of the first request, so that a repeat with another body is refused. Null in rows of earlier versions.
alter table idempotency_key
  -- of the first content_bytes bytes of the decoded body
  add column content_sha256 bytea,
  add column content_bytes bigint,
  -- false if the body was not read to its end, because it has a fault
  add column content_complete boolean;
