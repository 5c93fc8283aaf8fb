-- The assets that a submitted product named, so that a page of products finds its files without reading values.
alter table submission_product add column asset_ids text[] collate "C" not null default '{}';

-- The files of a submission as they were when it was submitted; written once, like its products.
create table submission_asset (
  client_id text collate "C" not null,
  submission_id uuid not null,
  asset_id text collate "C" not null,
  sha256 text collate "C" not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  primary key (client_id, submission_id, asset_id)
);
-- for the collector, which asks whether anybody still needs some bytes
create index submission_asset_bytes on submission_asset (client_id, sha256);
