import { sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';
import type { StandardKey } from './standard-types.ts';

/** SQL condition that a row belongs to a version. */
export const isIn = (table: 'standard_item' | 'standard_value', key: StandardKey, version: number) => sql<boolean>`(
  ${sql.table(table)}.adapter_id = ${key.adapterId} and ${sql.table(table)}.channel_id = ${key.channelId}
  and ${sql.table(table)}.first_version <= ${version}
  and (${sql.table(table)}.last_version is null or ${sql.table(table)}.last_version >= ${version})
)`;

/** SQL condition that a row belongs to `version` and not to `other`. */
export const isOnlyIn = (table: 'standard_item' | 'standard_value', key: StandardKey, version: number, other: number) =>
  sql<boolean>`(
    ${isIn(table, key, version)}
    and ${version < other ? sql`${sql.table(table)}.last_version < ${other}` : sql`${sql.table(table)}.first_version > ${other}`}
  )`;

export type ItemKind = 'attribute' | 'category' | 'rule' | 'value-list';

export interface ItemRow {
  itemId: string;
  /** The item as JSON text. */
  body: string;
  /** Position as decimal text. Pages are in the order of positions. */
  position: string;
}

export interface ItemPage {
  limit: number;
  /** Position of the last item of the previous page. Null for the first page. */
  after: string | null;
}

/**
 * SQL condition that a row follows the position `after`, if there is one. There are two forms, because one condition for both cases could
 * not use the index.
 */
const isAfter = (table: 'standard_item' | 'standard_value', after: string | null) =>
  after === null ? sql<boolean>`true` : sql<boolean>`${sql.table(table)}.position > ${after}::numeric`;

/** SQL condition that a name or id contains a text, ignoring letter case. Without a text, all rows match. */
const contains = (text: string | undefined) =>
  sql<boolean>`(
    ${text ?? null}::text is null
    or position(lower(${text ?? null}) in lower(standard_item.name)) > 0
    or position(lower(${text ?? null}) in lower(standard_item.item_id)) > 0
  )`;

export interface ItemFilter {
  text?: string | undefined;
  /** Id of the parent. Null for the top level, undefined for all items. */
  parentId?: string | null | undefined;
}

/** Lists items of a version in the order of the document. */
export async function listItems(
  connection: Connection,
  { key, version, kind }: { key: StandardKey; version: number; kind: ItemKind },
  { limit, after }: ItemPage,
  { text, parentId }: ItemFilter = {},
): Promise<ItemRow[]> {
  const ofParent =
    parentId === undefined
      ? sql`true`
      : parentId === null
        ? sql`standard_item.parent_id is null`
        : sql`standard_item.parent_id = ${parentId}`;
  const { rows } = await sql<ItemRow>`
    select standard_item.item_id as "itemId", standard_item.body::text as body, standard_item.position::text as position
    from standard_item
    where ${isIn('standard_item', key, version)} and standard_item.kind = ${kind}
      and ${isAfter('standard_item', after)} and ${contains(text)} and ${ofParent}
    order by standard_item.position
    limit ${limit}`.execute(connection);
  return rows;
}

export interface ValueRow {
  value: string;
  label: string | null;
  parentValue: string | null;
  more: Record<string, unknown> | null;
  position: string;
}

/** Lists values of a list in the order of the document. */
export async function listValues(
  connection: Connection,
  { key, version, listId }: { key: StandardKey; version: number; listId: string },
  { limit, after }: ItemPage,
  { text, parentValue }: { text?: string | undefined; parentValue?: string | undefined } = {},
): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select standard_value.value, standard_value.label, standard_value.parent_value as "parentValue", standard_value.more,
      standard_value.position::text as position
    from standard_value
    where ${isIn('standard_value', key, version)} and standard_value.list_id = ${listId}
      and ${isAfter('standard_value', after)}
      and (
        ${text ?? null}::text is null
        or position(lower(${text ?? null}) in lower(standard_value.value)) > 0
        or position(lower(${text ?? null}) in lower(coalesce(standard_value.label, ''))) > 0
      )
      and (
        ${parentValue ?? null}::text is null
        or standard_value.parent_value is null
        or standard_value.parent_value = ${parentValue ?? null}
      )
    order by standard_value.position
    limit ${limit}`.execute(connection);
  return rows;
}

export async function hasValueList(
  connection: Connection,
  { key, version, listId }: { key: StandardKey; version: number; listId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from standard_item
    where ${isIn('standard_item', key, version)} and standard_item.kind = 'value-list'
      and standard_item.item_id = ${listId}`.execute(connection);
  return rows.length > 0;
}
