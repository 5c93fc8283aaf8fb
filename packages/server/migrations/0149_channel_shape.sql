-- What the channel shape of a submitted product depends on besides its values, so that its pages never change.
alter table submission_product
  -- chosen by the evaluation; null: there is none, or it is computed from the ruleset of the submission
  add column channel_category text collate "C",
  -- {target: value} that a person set, with the category under ''; null: none
  add column overrides jsonb;
alter table submission_asset
  -- pixels, upright
  add column width integer,
  add column height integer,
  -- the address that it was downloaded from; null for an uploaded file
  add column source_url text;
