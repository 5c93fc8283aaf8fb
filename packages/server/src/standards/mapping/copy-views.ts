import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { isIn } from '../versions/item-views.ts';
import type { StandardKey } from '../versions/standard-types.ts';

/** Values to look up in a value list. */
export interface AskedValues {
  listId: string;
  values: readonly string[];
}

export interface MissingValue {
  value: string;
  /** A listed value that matches the missing value by value or label, ignoring letter case. Null if there is none. */
  suggestion: string | null;
}

const maxMissing = 1_000;

/** Returns up to `maxMissing` of the given values that a list does not contain. */
export async function listMissingValues(
  connection: Connection,
  { key, version }: { key: StandardKey; version: number },
  { listId, values }: AskedValues,
): Promise<MissingValue[]> {
  const ofList = sql`${isIn('standard_value', key, version)} and standard_value.list_id = ${listId}`;
  const { rows } = await sql<MissingValue>`
    select asked.value,
      (
        select standard_value.value
        from standard_value
        where ${ofList}
          and (lower(standard_value.value) = lower(asked.value) or lower(standard_value.label) = lower(asked.value))
        order by standard_value.position
        limit 1
      ) as suggestion
    from unnest(${values}::text[]) as asked (value)
    where not exists (
      select 1
      from standard_value
      where ${ofList} and standard_value.value = asked.value
    )
    order by asked.value collate "C"
    limit ${maxMissing}`.execute(connection);
  return rows;
}
