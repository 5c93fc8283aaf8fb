-- pictures that wait for thumbnails are claimed from one client after the other
create index asset_preview_client on asset (client_id, preview_due_at) where preview = 'due';
drop index asset_preview;
