import { type RawBuilder, sql } from 'kysely';
import { hasAssetStatus } from '../../assets/core.ts';
import type { Condition, ConditionTest } from './product-condition-rules.ts';
import type { ResolvedFilter } from './product-filter-rules.ts';

type Predicate = RawBuilder<boolean>;

/** Builds the `ilike` pattern for the operator `contains`. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Builds a jsonpath from keys, quoted as in JSON because jsonpath has the same escapes. The step `[*]` also matches a single value. */
const jsonPath = (path: readonly string[]) => `$${path.map((key) => `.${JSON.stringify(key)}[*]`).join('')}`;

// Id columns have collation "C", which folds the case of ASCII letters only. The default collation folds the case of all letters.
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

// Comparing a row with a text is "unknown" in jsonpath, so rows are recognized by their type.
const presentPath = (path: string) => `${path} ? (@.type() == "object" || @ != "")`;

/**
 * Builds the condition on a stored value. A single text at the top level is compared directly, because searching a set of values found by
 * jsonpath took five times as long (for up to a million products).
 */
function valuesPredicate(path: readonly string[], test: ConditionTest): Predicate {
  const values = sql`product."values"`;
  const general = jsonPredicate(values, jsonPath(path), test);
  const [id, ...deeper] = path;
  if (test.kind !== 'contains' || id === undefined || deeper.length > 0) return general;
  return sql`(case jsonb_typeof(${values} -> ${id}::text)
    when 'string' then ${values} ->> ${id}::text ilike ${containing(test.text)}
    else ${general}
  end)`;
}

function conditionPredicate(condition: Condition): Predicate {
  const { target, path, test } = condition;
  if (target === 'values') return valuesPredicate(path, test);
  if (target !== 'packaging') return columnPredicate(columns[target], test);
  return jsonPredicate(sql`product.packaging`, path.length === 0 ? '$[*]' : `$[*]${jsonPath(path).slice(1)}`, test);
}

/** Builds an SQL condition on table `product` from the filter; the caller adds the client. */
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
        and ${hasAssetStatus(filter.assetStates)}
    )`);
  }
  if (filter.text !== undefined) {
    const pattern = containing(filter.text);
    parts.push(sql`(${columns.productId} ilike ${pattern} or ${columns.name} ilike ${pattern})`);
  }
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` and `)}`;
}
