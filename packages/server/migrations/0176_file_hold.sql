-- While a backup copies files, no file is deleted: what deletes files first locks this row for share and looks at it. The hold ends by
-- itself if the backup is killed.
create table file_hold (
  only_row boolean primary key default true check (only_row),
  -- the backup that holds the files
  holder text,
  held_until timestamptz not null default '-infinity'
);
insert into file_hold default values;
