-- What the message of an error is made of, so that the console can word it in another language. Rows of earlier versions have none.
alter table import_error add column params jsonb;
