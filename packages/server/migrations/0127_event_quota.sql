-- Max number of events of the client that no adapter has acknowledged; null for no limit.
alter table client_quota add column events bigint;
