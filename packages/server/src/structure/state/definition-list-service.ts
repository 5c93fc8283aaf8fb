import type { AttributeDefinition } from '@pimento/contract';
import type { ClientId, Connection } from '../../platform/core.ts';
import { createDefinitionViewer, listInOrder } from '../definitions/definition-view.ts';
import { listAttributeRows } from './attribute-row-store.ts';

/** Lists all definitions in display order, each composite followed by its children. */
export async function listDefinitions(
  deps: { database: Connection },
  clientId: ClientId,
): Promise<AttributeDefinition[]> {
  const all = await listAttributeRows(deps.database, clientId);
  const viewer = createDefinitionViewer(all);
  return listInOrder(all).map((attribute) => viewer.view(attribute));
}
