-- Ids of uploaded assets are compared in NFC, without invisible characters and without white space at their ends. Earlier ids in other forms
-- are changed to it; where both forms exist, their uses and the newer file are joined. Addresses stay as they are.
create temporary table asset_rename on commit drop as
select other.client_id, other.asset_id as old_id, other.new_id
from (
  select
    asset.client_id,
    asset.asset_id,
    regexp_replace(
      normalize(regexp_replace(asset.asset_id, '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'), NFC),
      '^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$', '', 'g'
    ) as new_id
  from asset
  where asset.url is null
    and (octet_length(asset.asset_id) <> char_length(asset.asset_id) or asset.asset_id ~ '^[\t-\r ]|[\t-\r ]$')
) as other
where other.new_id <> '' and other.new_id collate "C" <> other.asset_id;

insert into asset_use (client_id, product_id, asset_id, places)
select distinct on (asset_use.client_id, asset_use.product_id, asset_rename.new_id)
  asset_use.client_id, asset_use.product_id, asset_rename.new_id, asset_use.places
from asset_rename
join asset_use on asset_use.client_id = asset_rename.client_id and asset_use.asset_id = asset_rename.old_id
on conflict (client_id, product_id, asset_id) do update
set places = array(select distinct place from unnest(asset_use.places || excluded.places) as named (place) order by place);

delete from asset_use
using asset_rename
where asset_use.client_id = asset_rename.client_id and asset_use.asset_id = asset_rename.old_id;

-- of all forms of one id, the row that is kept: with a file, then the newest
create temporary table asset_keep on commit drop as
select distinct on (form.client_id, form.new_id) form.client_id, form.asset_id, form.new_id
from (
  select asset.client_id, asset.asset_id, coalesce(asset_rename.new_id, asset.asset_id) as new_id, asset.sha256, asset.updated_at
  from asset
  left join asset_rename on asset_rename.client_id = asset.client_id and asset_rename.old_id = asset.asset_id
  where (asset.client_id, coalesce(asset_rename.new_id, asset.asset_id)) in (
    select asset_rename.client_id, asset_rename.new_id
    from asset_rename
  )
) as form
order by form.client_id, form.new_id, form.sha256 is null, form.updated_at desc;

delete from asset
using asset_keep
where asset.client_id = asset_keep.client_id
  and asset.asset_id <> asset_keep.asset_id
  and (
    asset.asset_id = asset_keep.new_id
    or exists (
      select 1
      from asset_rename
      where asset_rename.client_id = asset.client_id
        and asset_rename.old_id = asset.asset_id
        and asset_rename.new_id = asset_keep.new_id
    )
  );

update asset
set asset_id = asset_keep.new_id
from asset_keep
where asset.client_id = asset_keep.client_id
  and asset.asset_id = asset_keep.asset_id
  and asset.asset_id <> asset_keep.new_id;
