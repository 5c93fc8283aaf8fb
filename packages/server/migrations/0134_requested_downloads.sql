-- True if a person or a program asked for the download. Such a download is tried once even if no product refers to the asset.
alter table asset add column is_requested boolean not null default false;
