-- Bulk edits: jobs whose body is computed from the stored products. `body_complete` stays false, so that earlier versions, which would
-- read an empty body, do not run them.
alter table import_job drop constraint import_job_origin_check;
alter table import_job add constraint import_job_origin_check check (origin in ('import', 'edit', 'bulk'));

create table bulk_edit (
  client_id text collate "C" not null,
  job_id uuid not null,
  -- as sent; null for an undo
  changes jsonb,
  -- the bulk edit that this one undoes
  undoes uuid,
  -- as sent; null if the products were chosen by id
  filter jsonb,
  except_ids text[] collate "C" not null default '{}',
  -- number of chosen products; null until all of them are in bulk_edit_part
  chosen bigint,
  -- dry runs: the first products that change
  samples jsonb not null default '[]',
  primary key (client_id, job_id),
  foreign key (client_id, job_id) references import_job on delete cascade
);
create index bulk_edit_undo on bulk_edit (client_id, undoes) where undoes is not null;

-- The chosen products, in the order in which they are changed. Kept after the end for the undo.
create table bulk_edit_part (
  client_id text collate "C" not null,
  job_id uuid not null,
  part_no integer not null,
  product_ids text[] collate "C" not null,
  primary key (client_id, job_id, part_no),
  foreign key (client_id, job_id) references bulk_edit on delete cascade
);
