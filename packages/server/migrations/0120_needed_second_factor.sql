-- True: people open this client only in sessions that began with a second factor, a passkey or single sign-on. Keys are not affected.
alter table client add column needs_second_factor boolean not null default false;
