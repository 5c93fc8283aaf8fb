-- What a client may store at most, as an operator has set it; null and a missing row: no limit.
create table client_quota (
  client_id text collate "C" primary key references client on delete cascade,
  products bigint,
  -- of the contents of files
  file_bytes bigint,
  -- of stored bodies of imports that are not complete
  body_bytes bigint,
  -- keys that are neither revoked nor expired
  keys bigint
);
