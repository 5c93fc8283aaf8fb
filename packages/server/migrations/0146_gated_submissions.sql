-- Which products are submitted to channels that have a data standard. Connections that exist keep what they do, so that no submission stops
-- because of an upgrade.
alter table connection
  -- what makes a product Ready: a person, or its evaluation
  add column ready_when text not null default 'marked' check (ready_when in ('marked', 'valid')),
  -- submissions contain only products that fulfil the data standard
  add column is_gated boolean not null default false;

-- a request may submit products that do not fulfil the data standard
alter table channel add column allow_invalid boolean not null default false;

alter table channel_product
  -- a person keeps the product from being submitted
  add column is_held boolean not null default false,
  -- hash of the product in the channel shape when it was last submitted
  add column submitted_output_hash bigint;
create index channel_product_held on channel_product (client_id, channel_id, product_id) where is_held;

-- the ruleset by which the products of a submission were evaluated; null: the connection was not gated
alter table submission add column ruleset_no integer;
alter table submission_product add column output_hash bigint;
