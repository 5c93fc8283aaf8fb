-- What the adapter of a channel supports: 'withdraw'.
alter table channel add column capabilities text[] collate "C" not null default '{}';

alter table submission
  add column operation text not null default 'submit' check (operation in ('submit', 'withdraw')),
  -- number of products whose result a report changed after the end of the submission
  add column changed_after_end integer not null default 0;
alter table submission_item add column changed_after_end boolean not null default false;

-- The external id of a product to be withdrawn, as it was last reported.
alter table submission_product add column external_id text;

alter table channel_product
  -- the last submission of the product is a withdrawal
  add column withdrawing boolean not null default false,
  drop constraint channel_product_state_check,
  add constraint channel_product_state_check
    check (state in ('Progress', 'Ready', 'Submitted', 'Accepted', 'Returned', 'Rejected', 'Withdrawn')) not valid;

alter table automatic_submit add column withdraw_deleted boolean not null default false;
