import { sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';
import type { StandardKey } from './standard-types.ts';
import { isIn } from './item-views.ts';

/** Returns the path of each category (the names from the top level down to the category itself), and whether it has children. */
export async function listCategoryPaths(
  connection: Connection,
  { key, version }: { key: StandardKey; version: number },
  categoryIds: readonly string[],
): Promise<{ categoryId: string; path: string[]; hasChildren: boolean }[]> {
  const { rows } = await sql<{ categoryId: string; path: string[]; hasChildren: boolean }>`
    with recursive way (category_id, name, parent_id, depth) as (
      select standard_item.item_id, standard_item.name, standard_item.parent_id, 0
      from standard_item
      where ${isIn('standard_item', key, version)} and standard_item.kind = 'category'
        and standard_item.item_id = any(${categoryIds}::text[])
      union all
      select way.category_id, standard_item.name, standard_item.parent_id, way.depth + 1
      from way
      join standard_item on ${isIn('standard_item', key, version)} and standard_item.kind = 'category'
        and standard_item.item_id = way.parent_id
    )
    select way.category_id as "categoryId", array_agg(way.name order by way.depth desc) as path,
      exists (
        select 1
        from standard_item
        where ${isIn('standard_item', key, version)} and standard_item.kind = 'category'
          and standard_item.parent_id = way.category_id
      ) as "hasChildren"
    from way
    group by way.category_id`.execute(connection);
  return rows;
}

/** Returns true if a version allows products only in leaf categories. */
export async function hasLeaves(connection: Connection, key: StandardKey, version: number): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from standard_item
    where ${isIn('standard_item', key, version)} and standard_item.kind = 'category' and standard_item.is_leaf
    limit 1`.execute(connection);
  return rows.length > 0;
}
