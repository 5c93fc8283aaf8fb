import { type RawBuilder, sql } from 'kysely';
import { hasAssetStatus } from '../../assets/core.ts';
import type { ClientId, ProductId } from '../../platform/core.ts';
import type { ConditionTest } from './condition-text-rules.ts';
import { categoryPatterns } from './category-path-rules.ts';
import type { Condition } from './product-condition-rules.ts';
import { hasChannelState } from './channel-state-views.ts';
import { hasOutcome } from './outcome-views.ts';
import type { ResolvedFilter } from './product-filter-rules.ts';
import { hasTrace } from './trace-condition-views.ts';
import { keyOf } from './value-key-views.ts';

type Predicate = RawBuilder<boolean>;

/**
 * Builds an SQL condition that a stored string contains the given text after both are folded. The given text is folded once for all rows.
 */
const contains = (stored: RawBuilder<unknown>, text: string): Predicate =>
  sql`(strpos(fold_text(${stored}), (select fold_text(${text}))) > 0)`;

/** Builds a jsonpath from keys, quoted as in JSON because jsonpath has the same escapes. The step `[*]` also matches a single value. */
export const jsonPath = (path: readonly string[]) => `$${path.map((key) => `.${JSON.stringify(key)}[*]`).join('')}`;

/** Builds an SQL condition that a stored text begins with the given text after both are folded. */
const begins = (stored: RawBuilder<unknown>, text: string): Predicate =>
  sql`starts_with(fold_text(${stored}), (select fold_text(${text})))`;

/** Builds the condition that a product is in a category or in one below it, however the steps of its category are separated. */
const isWithin = (category: RawBuilder<string>, path: string): Predicate =>
  sql`(${category} = ${path} or ${category} ~ any(${categoryPatterns(path)}::text[]))`;

type RangeTest = Extract<ConditionTest, { kind: 'range' }>;

const comparators = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` };

/** Values of these forms are compared without computing their order keys, which would take several times as long. */
const plainShapes = { number: /^-?\d{1,30}(\.\d{1,30})?$/, date: /^\d{4}-\d{2}-\d{2}$/ };

/**
 * Builds an SQL condition that a stored text is a number or time in a range. Expressions that depend only on the bound are subqueries, so
 * that they are computed once for all rows.
 */
function isInRange(stored: RawBuilder<unknown>, { comparison, order, text, scales }: RangeTest): Predicate {
  const operator = comparators[comparison];
  if (order === 'quantity') {
    const units = sql`${JSON.stringify(scales)}::jsonb`;
    return sql`(quantity_number(${stored}, ${units}) ${operator} (select quantity_number(${text}::text, ${units})))`;
  }
  const kind = sql<string>`${order}::text`;
  const general = sql<boolean>`${keyOf(kind, stored)} ${operator} (select ${keyOf(kind, sql`${text}::text`)})`;
  if (order !== 'number' && order !== 'date') return sql`(${general})`;
  const shape = plainShapes[order];
  if (!shape.test(text)) return sql`(${general})`;
  const plain =
    order === 'number'
      ? sql`(${stored})::numeric ${operator} (select ${text}::text::numeric)`
      : sql`(${stored}) collate "C" ${operator} ${text}::text`;
  return sql`(case when ${stored} ~ ${shape.source} then ${plain} else ${general} end)`;
}

const columns = {
  productId: sql<string>`product.product_id`,
  name: sql<string>`product.name`,
  // rows written by earlier versions of Pimento may not be in NFC
  family: sql<string>`nfc_text(product.family)`,
  category: sql<string>`nfc_text(product.category)`,
  primaryAsset: sql<string>`product.primary_asset`,
};

function columnPredicate(column: RawBuilder<string>, test: ConditionTest): Predicate {
  switch (test.kind) {
    case 'equals':
      return sql`(${column} = ${test.text})`;
    case 'contains':
      return contains(column, test.text);
    case 'differs':
      return sql`(${column} is distinct from ${test.text})`;
    case 'begins':
      return column === columns.category ? isWithin(column, test.text) : begins(column, test.text);
    case 'any-of':
      return sql`(${column} = any(${test.texts}::text[]))`;
    case 'range':
      return isInRange(column, test);
    case 'present':
      return sql`(${column} <> '')`;
    case 'empty':
      return sql`(coalesce(${column}, '') = '')`;
  }
}

/** Tests that must read the stored text. A comparison of JSON is not enough. */
type TextTest = Extract<ConditionTest, { kind: 'contains' | 'begins' } | { kind: 'range' }>;

function textPredicate(stored: RawBuilder<unknown>, test: TextTest): Predicate {
  if (test.kind === 'range') return isInRange(stored, test);
  return test.kind === 'begins' ? begins(stored, test.text) : contains(stored, test.text);
}

const isTextTest = (test: ConditionTest): test is TextTest =>
  test.kind === 'contains' || test.kind === 'begins' || test.kind === 'range';

function jsonPredicate(json: RawBuilder<unknown>, path: string, test: ConditionTest): Predicate {
  switch (test.kind) {
    case 'equals':
      return sql`jsonb_path_exists(${json}, ${`${path} ? (@ == $wanted)`}::jsonpath, jsonb_build_object('wanted', ${test.text}::text))`;
    case 'differs':
      return sql`not coalesce(${jsonPredicate(json, path, { kind: 'equals', text: test.text })}, false)`;
    case 'any-of':
      return sql`jsonb_path_exists(${json}, ${`${path} ? (@ == $wanted[*])`}::jsonpath, jsonb_build_object('wanted', ${test.texts}::text[]))`;
    case 'contains':
    case 'begins':
    case 'range':
      return sql`exists (
        select 1
        from jsonb_path_query(${json}, ${path}::jsonpath) as found (value)
        where jsonb_typeof(found.value) = 'string' and ${textPredicate(sql`found.value #>> '{}'`, test)}
      )`;
    case 'present':
      return sql`jsonb_path_exists(${json}, ${presentPath(path)}::jsonpath)`;
    case 'empty':
      return sql`not coalesce(jsonb_path_exists(${json}, ${presentPath(path)}::jsonpath), false)`;
  }
}

// In jsonpath, comparing a row with a string yields "unknown", so rows are recognized by their type.
const presentPath = (path: string) => `${path} ? (@.type() == "object" || @ != "")`;

/**
 * Builds an SQL condition on a stored value. For text tests, a single string at the top level is read without jsonpath, which took five
 * times as long (measured with up to a million products).
 */
function valuesPredicate(path: readonly string[], test: ConditionTest): Predicate {
  const values = sql`product."values"`;
  const general = jsonPredicate(values, jsonPath(path), test);
  const [id, ...deeper] = path;
  if (!isTextTest(test) || id === undefined || deeper.length > 0) return general;
  // folding uses its argument several times, and the subquery reads the value only once
  return sql`(case jsonb_typeof(${values} -> ${id}::text)
    when 'string' then (
      select ${textPredicate(sql`held.value`, test)}
      from (select ${values} ->> ${id}::text as value offset 0) as held
    )
    else ${general}
  end)`;
}

function conditionPredicate(condition: Condition): Predicate {
  const { target, path, test } = condition;
  if (target === 'values') return valuesPredicate(path, test);
  if (target !== 'packaging') return columnPredicate(columns[target], test);
  return jsonPredicate(sql`product.packaging`, path.length === 0 ? '$[*]' : `$[*]${jsonPath(path).slice(1)}`, test);
}

/**
 * Builds an SQL condition on table `product` from the filter. The query must add the condition on the client of `product`. For the other
 * tables, this condition is included, because a distributed database finds the shard of each table by the client.
 */
export function matches(clientId: ClientId, filter: ResolvedFilter): Predicate {
  const parts: Predicate[] = filter.conditions.map(conditionPredicate);
  if (filter.productIds !== undefined) parts.push(sql`product.product_id = any(${filter.productIds}::text[])`);
  if (filter.sentIds !== undefined) {
    // excludes a product whose id is the cleaned form of a requested id, if a product has the requested id exactly as sent
    parts.push(sql`not exists (
      select 1
      from jsonb_to_recordset(${JSON.stringify(filter.sentIds)}::jsonb) as asked (sent text, clean text)
      join product as other on other.client_id = ${clientId} and other.product_id = asked.sent
      where asked.clean = product.product_id
    )`);
  }
  if (filter.family !== undefined) parts.push(sql`${columns.family} = ${filter.family}`);
  if (filter.category !== undefined) parts.push(sql`${columns.category} = ${filter.category}`);
  if (filter.updatedSince !== undefined) parts.push(sql`product.updated_at >= ${filter.updatedSince}`);
  if (filter.updatedBefore !== undefined) parts.push(sql`product.updated_at < ${filter.updatedBefore}`);
  if (filter.createdSince !== undefined) parts.push(sql`product.created_at >= ${filter.createdSince}`);
  if (filter.createdBefore !== undefined) parts.push(sql`product.created_at < ${filter.createdBefore}`);
  if (filter.assetStates !== undefined) {
    parts.push(sql`exists (
      select 1
      from asset_use
      join asset on asset.client_id = ${clientId} and asset.asset_id = asset_use.asset_id
      where asset_use.client_id = ${clientId}
        and asset_use.product_id = product.product_id
        and ${hasAssetStatus(filter.assetStates)}
    )`);
  }
  for (const trace of filter.traces ?? []) parts.push(hasTrace(clientId, trace));
  for (const condition of filter.readiness ?? []) parts.push(hasOutcome(condition));
  for (const condition of filter.channelStates ?? []) parts.push(hasChannelState(condition));
  if (filter.text !== undefined) {
    parts.push(sql`(${contains(columns.productId, filter.text)} or ${contains(columns.name, filter.text)})`);
  }
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` and `)}`;
}

/**
 * Builds the table `product` of a statement. The table has a client's products with these ids, or all products. `offset 0` makes the
 * planner find each given id by its key. With `product_id = any(…)` and sorting switched off, PostgreSQL before version 17 read all
 * products of the client in order. The reason is that looking up such a list returns rows in no particular order. This took 59 ms instead
 * of 0.1 ms for 3 of 60,000 products. Combine this table with the condition `matches` for a filter without ids.
 */
export function productTable(clientId: ClientId, productIds: readonly ProductId[] | undefined): RawBuilder<unknown> {
  if (productIds === undefined) return sql`product`;
  return sql`(
    select
      found.client_id, found.product_id, found.name, found.family, found.category, found.primary_asset,
      found."values", found.packaging, found.revision, found.created_at, found.updated_at, found.created_by, found.created_job
    from unnest(${[...new Set(productIds)]}::text[]) as wanted (product_id)
    cross join lateral (
      select
        kept.client_id, kept.product_id, kept.name, kept.family, kept.category, kept.primary_asset,
        kept."values", kept.packaging, kept.revision, kept.created_at, kept.updated_at, kept.created_by, kept.created_job
      from product as kept
      where kept.client_id = ${clientId} and kept.product_id = wanted.product_id
      offset 0
    ) as found
  ) as product`;
}
