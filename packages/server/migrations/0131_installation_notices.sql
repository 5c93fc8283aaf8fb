-- Notices about the installation, such as expiring keys of operators and adapters, are stored with the client id ''. Other rows still refer to
-- their client, by a column that is null for the installation.
alter table notice drop constraint notice_client_id_fkey;
alter table notice add column of_client text collate "C" generated always as (nullif(client_id, '')) stored
  references client on delete cascade;
create index notice_of_client_idx on notice (of_client) where of_client is not null;
alter table notice_setting drop constraint notice_setting_client_id_fkey;
alter table notice_setting add column of_client text collate "C" generated always as (nullif(client_id, '')) stored
  references client on delete cascade;
create index notice_setting_of_client_idx on notice_setting (of_client) where of_client is not null;
alter table notice_mail drop constraint notice_mail_client_id_fkey;
alter table notice_mail add column of_client text collate "C" generated always as (nullif(client_id, '')) stored
  references client on delete cascade;
create index notice_mail_of_client_idx on notice_mail (of_client) where of_client is not null;
