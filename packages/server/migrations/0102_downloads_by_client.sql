-- downloads that wait are claimed from one client after the other, and for each client from one host after the other
create index asset_waiting_client on asset (client_id, host, due_at, asset_id) where status = 'WAITING_FOR_DOWNLOAD';
drop index asset_waiting;
