import { sql } from 'kysely';
import type { Connection, ClientId, Transaction } from '../../platform/core.ts';
import { childKeyPrefix } from '../definitions/attribute-key.ts';
import { unitScales } from '../values/exact-quantity.ts';
import type { Attribute } from '../values/structure-types.ts';

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
 * Releases the stored product orders by quantities whose type or units change, so that they are built again when they are next used. Their
 * sort keys are amounts that were computed with the former units, or null if the attribute was not a quantity.
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
