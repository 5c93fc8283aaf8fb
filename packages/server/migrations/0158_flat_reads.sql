-- Unread notices of a person, newest first.
create index notice_unread_newest on notice (client_id, person_id, last_at, notice_id) where read_at is null;
