-- Saved filters and columns of the product list.
create table product_view (
  client_id text collate "C" not null references client on delete cascade,
  view_id uuid not null,
  -- whose own view it is; null: all members of the client see it
  person_id text collate "C" references person on delete cascade,
  name text not null,
  search jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  -- null if the person has been deleted
  changed_by text collate "C" references person on delete set null,
  primary key (client_id, view_id)
);
create index product_view_person on product_view (person_id);
create index product_view_changed_by on product_view (changed_by);
