import { type RawBuilder, sql } from 'kysely';
import type { ClientId } from '../../platform/core.ts';
import { keyOf } from '../views/value-key-views.ts';

const timeText = (time: RawBuilder<Date>) =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

/** Builds the sort key of a number with a unit. The conversion of the unit is stored with the definition of the attribute. */
const quantityKey = (clientId: ClientId, field: RawBuilder<string>, text: RawBuilder<unknown>) =>
  sql`exact_order_number(quantity_number(${text}, (
    select attribute.unit_scales
    from attribute
    where attribute.client_id = ${clientId} and attribute.attribute_key = ${field}
  ))::text)`;

/**
 * Builds the SQL expression for the sort key of a `product` row. The expression is null if the field is the id, if the product has no
 * value, or if the value is not a single string of this kind.
 * @param field the id of an attribute or the name of a reserved field
 */
export const orderKey = (
  clientId: ClientId,
  field: RawBuilder<string>,
  kind: RawBuilder<string>,
): RawBuilder<string | null> => sql`(
  case ${field}
    when '__NAME' then order_key(${kind}, product.name)
    when '__FAMILY' then order_key(${kind}, nfc_text(product.family))
    when '__CATEGORY' then order_key(${kind}, nfc_text(product.category))
    when 'PRIMARY_ASSET' then order_key(${kind}, product.primary_asset)
    when '__CREATED' then ${timeText(sql`product.created_at`)}
    when '__UPDATED' then ${timeText(sql`product.updated_at`)}
    when '__ID' then null
    else (
      select case jsonb_typeof(held.value) when 'string' then case ${kind}
        when 'quantity' then ${quantityKey(clientId, field, sql`held.value #>> '{}'`)}
        else ${keyOf(kind, sql`held.value #>> '{}'`)}
      end end
      from (select product."values" -> ${field} as value offset 0) as held
    )
  end
) collate "C"`;
