-- The last problem in parts, so that it can be worded in any language: {"code", "message", "params", "skippedCount"}. `last_problem` stays the
-- whole English text. The former release writes only that text, so these parts are valid only if they make the same text.
alter table automatic_submit add column last_fault jsonb;
