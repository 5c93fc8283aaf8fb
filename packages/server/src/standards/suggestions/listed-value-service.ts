import type { ListValue } from '@pimento/contract';
import type { Connection } from '../../platform/index.ts';
import { valueView } from '../versions/document-service.ts';
import { listValues } from '../versions/item-views.ts';

/** Returns the values of a list of a data standard, or none if there are more than `max`. */
export async function loadListedValues(
  connection: Connection,
  list: Parameters<typeof listValues>[1],
  max: number,
): Promise<ListValue[]> {
  const rows = await listValues(connection, list, { limit: max + 1, after: null });
  return rows.length > max ? [] : rows.map(valueView);
}
