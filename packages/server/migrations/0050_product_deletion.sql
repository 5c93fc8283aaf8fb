-- A deletion of many products that is gone through batch after batch, by whichever process is free.
create table product_deletion (
  client_id text collate "C" not null references client on delete cascade,
  deletion_id uuid not null,
  status text not null check (status in ('Deleting', 'Completed', 'Failed')),
  actor text not null,
  -- as it was sent; its names are resolved anew for each batch
  filter jsonb,
  -- null once it is over
  product_ids text[] collate "C",
  except_ids text[] collate "C" not null,
  chosen bigint,
  deleted bigint not null default 0,
  kept bigint not null default 0,
  -- the first 1,000: [{"productId": …, "code": …, "message": …}]
  problems jsonb not null default '[]',
  fault jsonb,
  -- the last product that was gone through
  reached text collate "C" not null default '',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (client_id, deletion_id)
);
create index product_deletion_open on product_deletion (started_at) where status = 'Deleting';
