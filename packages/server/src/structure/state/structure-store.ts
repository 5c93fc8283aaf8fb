import { sql } from 'kysely';
import { problem } from '@pimento/contract/problem';
import { type Connection, type ClientId, PimentoError, type Transaction } from '../../platform/core.ts';
import { childKeyPrefix } from '../definitions/attribute-key.ts';
import { unitScales } from '../values/exact-quantity.ts';
import type { Attribute } from '../values/structure-types.ts';

export interface StructureState {
  judgedVersion: number;
  nextPosition: number;
  /**
   * Id of the definition change that is checking stored values. While it is set, writers record the products that they write. Null if there
   * is none.
   */
  watchedChange: string | null;
}

/**
 * Takes the client's structure lock. To avoid deadlocks, take it before locking products. Batches of imports share the lock. Changes to
 * definitions and new attributes need the lock exclusively, so that no value is stored under a definition that has changed since the value
 * was judged.
 */
export async function lockStructure(
  connection: Transaction,
  clientId: ClientId,
  strength: 'share' | 'update',
): Promise<StructureState> {
  await queueForStructure(connection, clientId, strength);
  const { rows } = await sql<StructureState>`
    select structure_state.judged_version as "judgedVersion", structure_state.next_position as "nextPosition",
      structure_state.watched_change as "watchedChange"
    from structure_state
    where structure_state.client_id = ${clientId}
    ${strength === 'share' ? sql`for share` : sql`for update`}`.execute(connection);
  const state = rows[0];
  if (state) return state;
  await sql`insert into structure_state (client_id) values (${clientId}) on conflict do nothing`.execute(connection);
  return lockStructure(connection, clientId, strength);
}

/**
 * Makes the transaction wait for the structure lock in a queue, with an advisory lock. Row locks alone have no queue. An exclusive lock
 * would have to wait as long as batches of imports overlap, which took more than 8 s with four imports. The advisory lock only determines
 * the order of transactions, so it need not work across the nodes of a distributed database.
 */
async function queueForStructure(
  connection: Transaction,
  clientId: ClientId,
  strength: 'share' | 'update',
): Promise<void> {
  const lockKey = sql`hashtextextended(${`structure ${clientId}`}, 0)`;
  await (
    strength === 'share'
      ? sql`select pg_advisory_xact_lock_shared(${lockKey})`
      : sql`select pg_advisory_xact_lock(${lockKey})`
  ).execute(connection);
}

/** Saves the judged version and the next position. The transaction must hold the structure lock for update. */
export async function saveStructureState(
  connection: Transaction,
  clientId: ClientId,
  state: Pick<StructureState, 'judgedVersion' | 'nextPosition'>,
): Promise<void> {
  await sql`
    update structure_state
    set judged_version = ${state.judgedVersion}, next_position = ${state.nextPosition}
    where structure_state.client_id = ${clientId}`.execute(connection);
}

/** Reads the state without a lock. An import judges with this state until its first batch takes the lock. */
export async function findStructureState(connection: Connection, clientId: ClientId): Promise<StructureState> {
  const { rows } = await sql<StructureState>`
    select structure_state.judged_version as "judgedVersion", structure_state.next_position as "nextPosition",
      structure_state.watched_change as "watchedChange"
    from structure_state
    where structure_state.client_id = ${clientId}`.execute(connection);
  return rows[0] ?? { judgedVersion: 1, nextPosition: 1, watchedChange: null };
}

const attributeColumns = sql`
      attribute.attribute_key as key,
      attribute.parent_key as "parentKey",
      attribute.id,
      attribute.name,
      attribute.storage_name as "storageName",
      attribute.type_id as "typeId",
      attribute.multi_value as "multiValue",
      attribute.external_id as "externalId",
      attribute.description,
      attribute.labels,
      attribute.restriction,
      attribute.units,
      attribute.group_ids as "groupIds",
      attribute.display_sequence as "displaySequence",
      attribute.position`;

const listingOrder = sql`
    order by attribute.display_sequence nulls last, attribute.position, attribute.attribute_key`;

/** Lists all definitions of a client in listing order. */
export async function listAttributeRows(connection: Connection, clientId: ClientId): Promise<Attribute[]> {
  const { rows } = await sql<Attribute>`
    select ${attributeColumns} from attribute where attribute.client_id = ${clientId} ${listingOrder}`.execute(
    connection,
  );
  return rows;
}

/**
 * Returns the judged version of a client and all its definitions in listing order. They are read in one statement, so that they belong
 * together. If a later change raises the version, `lockStructure` returns a higher version than the loaded one.
 */
export async function getDefinitions(
  connection: Connection,
  clientId: ClientId,
): Promise<{ judgedVersion: number; attributes: Attribute[] }> {
  type Row = { judgedVersion: number | null } & (Attribute | { key: null });
  const { rows } = await sql<Row>`
    select state."judgedVersion", ${attributeColumns}
    from (
      select max(structure_state.judged_version) as "judgedVersion"
      from structure_state
      where structure_state.client_id = ${clientId}
    ) as state
    left join attribute on attribute.client_id = ${clientId}
    ${listingOrder}`.execute(connection);
  const attributes = rows.flatMap(({ judgedVersion: _, ...row }) => (row.key === null ? [] : [row]));
  return { judgedVersion: rows[0]?.judgedVersion ?? 1, attributes };
}

/**
 * Gives up the orders of products by quantities whose type or units change. Their sort keys are amounts that were computed with the former
 * units, or null if the attribute was not a quantity. The orders are built again when they are next used.
 */
async function giveUpOrders(connection: Transaction, clientId: ClientId, payload: string): Promise<void> {
  await sql`
    update product_order
    set field = null
    from jsonb_to_recordset(${payload}::jsonb) as s (attribute_key text, unit_scales jsonb)
    where product_order.client_id = ${clientId}
      and product_order.field = s.attribute_key
      and product_order.kind = 'quantity'
      and not exists (
        select 1
        from attribute
        where attribute.client_id = ${clientId}
          and attribute.attribute_key = s.attribute_key
          and attribute.unit_scales is not distinct from s.unit_scales
      )`.execute(connection);
}

/** Inserts definitions. Overwrites existing definitions except for their identity, storage name and position. */
export async function saveAttributes(
  connection: Transaction,
  clientId: ClientId,
  attributes: readonly Attribute[],
): Promise<void> {
  if (attributes.length === 0) return;
  const payload = JSON.stringify(
    attributes.map((attribute) => ({
      attribute_key: attribute.key,
      parent_key: attribute.parentKey,
      id: attribute.id,
      name: attribute.name,
      storage_name: attribute.storageName,
      type_id: attribute.typeId,
      multi_value: attribute.multiValue,
      external_id: attribute.externalId,
      description: attribute.description,
      labels: attribute.labels,
      restriction: attribute.restriction,
      units: attribute.units,
      unit_scales: attribute.typeId === 'quantity' ? unitScales(attribute.units ?? []) : null,
      group_ids: attribute.groupIds,
      display_sequence: attribute.displaySequence,
      position: attribute.position,
    })),
  );
  await giveUpOrders(connection, clientId, payload);
  await sql`
    insert into attribute (
      client_id, attribute_key, parent_key, id, name, storage_name, type_id, multi_value,
      external_id, description, labels, restriction, units, unit_scales, group_ids, display_sequence, position
    )
    select
      ${clientId}, s.attribute_key, s.parent_key, s.id, s.name, s.storage_name, s.type_id, s.multi_value,
      s.external_id, s.description, s.labels, s.restriction, s.units, s.unit_scales, s.group_ids, s.display_sequence, s.position
    from jsonb_to_recordset(${payload}::jsonb) as s (
      attribute_key text, parent_key text, id text, name text, storage_name text, type_id text, multi_value boolean,
      external_id text, description text, labels jsonb, restriction jsonb, units jsonb, unit_scales jsonb, group_ids jsonb,
      display_sequence integer, position integer
    )
    on conflict (client_id, attribute_key) do update
    set
      name = excluded.name,
      type_id = excluded.type_id,
      multi_value = excluded.multi_value,
      external_id = excluded.external_id,
      description = excluded.description,
      labels = excluded.labels,
      restriction = excluded.restriction,
      units = excluded.units,
      unit_scales = excluded.unit_scales,
      group_ids = excluded.group_ids,
      display_sequence = excluded.display_sequence,
      updated_at = excluded.updated_at`.execute(connection);
}

/** Deletes a definition and all definitions inside it. */
export async function deleteAttributeRows(connection: Transaction, clientId: ClientId, key: string): Promise<void> {
  await sql`
    delete from attribute
    where attribute.client_id = ${clientId}
      and (attribute.attribute_key = ${key} or starts_with(attribute.attribute_key, ${childKeyPrefix(key)}))`.execute(
    connection,
  );
}

/**
 * Maximum time that a request waits for the structure lock. An atomic import holds this lock until it ends, and each waiting request
 * occupies a database connection.
 */
export const maxLockWaitMs = 30_000;

/** Creates the error for a request that waited too long for the structure lock. */
export const definitionsLocked = (): PimentoError =>
  new PimentoError(problem('not-possible-now', { kind: 'definitions-locked' }), {}, { 'retry-after': '10' });

/**
 * Creates string attributes for names that an import uses for the first time. The transaction must hold the structure lock for update.
 * @returns the number of created attributes; if it is smaller than the number in `seen`, some of the attributes already exist and the
 * calling code must judge the values again
 */
export async function createSeenAttributes(
  connection: Transaction,
  clientId: ClientId,
  seen: readonly { id: string; multiValue: boolean }[],
  state: StructureState,
): Promise<number> {
  const payload = JSON.stringify(
    seen.map(({ id, multiValue }, index) => ({ id, multi_value: multiValue, position: state.nextPosition + index })),
  );
  const { numAffectedRows = 0n } = await sql`
    insert into attribute (client_id, attribute_key, id, name, storage_name, type_id, multi_value, position)
    select ${clientId}, s.id, s.id, s.id, s.id, 'string', s.multi_value, s.position
    from jsonb_to_recordset(${payload}::jsonb) as s (id text, multi_value boolean, position integer)
    on conflict do nothing`.execute(connection);
  await saveStructureState(connection, clientId, { ...state, nextPosition: state.nextPosition + seen.length });
  return Number(numAffectedRows);
}

/** Creates categories that do not exist yet, in id order so that concurrent imports lock them in the same order and cannot deadlock. */
export async function createSeenCategories(
  connection: Transaction,
  clientId: ClientId,
  categoryIds: readonly string[],
): Promise<void> {
  if (categoryIds.length === 0) return;
  await sql`
    insert into category (client_id, category_id)
    select ${clientId}, s.category_id
    from jsonb_array_elements_text(${JSON.stringify([...categoryIds].sort())}::jsonb) with ordinality as s (category_id, place)
    order by s.place
    on conflict do nothing`.execute(connection);
}
