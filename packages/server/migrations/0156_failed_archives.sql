-- The file of a failed archive is removed like that of an expired one: a process that was killed after its last write has left it.
drop index client_archive_expiry;
create index client_archive_expiry on client_archive (expires_at) where status in ('Ready', 'Failed');
update client_archive set expires_at = now() where client_archive.status = 'Failed';
