import { type RawBuilder, sql } from 'kysely';
import type { Condition, ConditionTest } from './product-condition-rules.ts';
import type { ResolvedFilter } from './product-filter-rules.ts';

type Predicate = RawBuilder<boolean>;

/** Contains, as a pattern for `ilike`. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Keys are quoted as in JSON, whose escapes are those of jsonpath too. A step into the members works for one value as for a list. */
const jsonPath = (path: readonly string[]) => `$${path.map((key) => `.${JSON.stringify(key)}[*]`).join('')}`;

// ids are compared byte by byte, where only ASCII has letter cases; the database's own collation knows them all
const columns = {
  productId: sql<string>`product.product_id collate "default"`,
  name: sql<string>`product.name`,
  family: sql<string>`product.family collate "default"`,
  category: sql<string>`product.category collate "default"`,
  primaryAsset: sql<string>`product.primary_asset collate "default"`,
};

function columnPredicate(column: RawBuilder<string>, test: ConditionTest): Predicate {
  switch (test.kind) {
    case 'equals':
      return sql`(${column} = ${test.text})`;
    case 'contains':
      return sql`(${column} ilike ${containing(test.text)})`;
    case 'present':
      return sql`(${column} <> '')`;
    case 'empty':
      return sql`(coalesce(${column}, '') = '')`;
  }
}

function jsonPredicate(json: RawBuilder<unknown>, path: string, test: ConditionTest): Predicate {
  switch (test.kind) {
    case 'equals':
      return sql`jsonb_path_exists(${json}, ${`${path} ? (@ == $wanted)`}::jsonpath, jsonb_build_object('wanted', ${test.text}::text))`;
    case 'contains':
      return sql`exists (
        select 1
        from jsonb_path_query(${json}, ${path}::jsonpath) as found (value)
        where found.value #>> '{}' ilike ${containing(test.text)}
      )`;
    case 'present':
      return sql`jsonb_path_exists(${json}, ${presentPath(path)}::jsonpath)`;
    case 'empty':
      return sql`not coalesce(jsonb_path_exists(${json}, ${presentPath(path)}::jsonpath), false)`;
  }
}

// a row is no text and so is unequal to the empty one in the way that jsonpath calls unknown: its type says enough
const presentPath = (path: string) => `${path} ? (@.type() == "object" || @ != "")`;

/** One text at the top is compared as it is: as a set of found values it took five times as long, and there may be a million of them. */
function valuesPredicate(path: readonly string[], test: ConditionTest): Predicate {
  const values = sql`product."values"`;
  const usual = jsonPredicate(values, jsonPath(path), test);
  const [id, ...deeper] = path;
  if (test.kind !== 'contains' || id === undefined || deeper.length > 0) return usual;
  return sql`(case jsonb_typeof(${values} -> ${id}::text)
    when 'string' then ${values} ->> ${id}::text ilike ${containing(test.text)}
    else ${usual}
  end)`;
}

function conditionPredicate(condition: Condition): Predicate {
  const { target, path, test } = condition;
  if (target === 'values') return valuesPredicate(path, test);
  if (target !== 'packaging') return columnPredicate(columns[target], test);
  return jsonPredicate(sql`product.packaging`, path.length === 0 ? '$[*]' : `$[*]${jsonPath(path).slice(1)}`, test);
}

/** The filter as a condition on table `product`; the caller adds the client. */
export function matches(filter: ResolvedFilter): Predicate {
  const parts: Predicate[] = filter.conditions.map(conditionPredicate);
  if (filter.productIds !== undefined) parts.push(sql`product.product_id = any(${filter.productIds}::text[])`);
  if (filter.family !== undefined) parts.push(sql`product.family = ${filter.family}`);
  if (filter.category !== undefined) parts.push(sql`product.category = ${filter.category}`);
  if (filter.updatedSince !== undefined) parts.push(sql`product.updated_at >= ${filter.updatedSince}`);
  if (filter.assetStates !== undefined) {
    parts.push(sql`exists (
      select 1
      from asset_use
      join asset on asset.client_id = asset_use.client_id and asset.asset_id = asset_use.asset_id
      where asset_use.client_id = product.client_id
        and asset_use.product_id = product.product_id
        and asset.status = any(${filter.assetStates}::text[])
    )`);
  }
  if (filter.text !== undefined) {
    const pattern = containing(filter.text);
    parts.push(sql`(${columns.productId} ilike ${pattern} or ${columns.name} ilike ${pattern})`);
  }
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` and `)}`;
}
