-- The walk over all stored files that looks for files without a row. One process at a time claims the only row; another one goes on after
-- the last folder that was completed.
create table file_walk (
  only_row boolean primary key default true check (only_row),
  -- the last folder that was completed; null between two walks
  through text collate "C",
  owner text,
  claimed_until timestamptz not null default '-infinity',
  finished_at timestamptz not null default '-infinity'
);
insert into file_walk default values;
