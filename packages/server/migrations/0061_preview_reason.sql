-- why a picture has no thumbnails; means something only where preview is 'failed'
alter table asset add column preview_code text, add column preview_info text;
