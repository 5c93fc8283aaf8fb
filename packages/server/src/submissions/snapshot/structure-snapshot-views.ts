import { sql } from 'kysely';
import type { Connection, ClientId } from '../../platform/index.ts';
import type { Attribute } from '../../structure/index.ts';

type StoredDefinition = Omit<Attribute, 'externalId' | 'description' | 'labels' | 'restriction' | 'units' | 'groupIds'>;

/**
 * Returns the definitions at the time of the submit. They are sufficient to format the submitted products, but not to validate other
 * products.
 */
export async function getStructureSnapshot(
  connection: Connection,
  clientId: ClientId,
  hash: Buffer,
): Promise<Attribute[]> {
  const { rows } = await sql<{ definitions: StoredDefinition[] }>`
    select structure_snapshot.definitions
    from structure_snapshot
    where structure_snapshot.client_id = ${clientId} and structure_snapshot.snapshot_hash = ${hash}`.execute(
    connection,
  );
  const [row] = rows;
  if (!row) throw new Error('the definitions of a submission are missing');
  return row.definitions.map((definition) => ({
    ...definition,
    externalId: null,
    description: null,
    labels: null,
    restriction: null,
    units: null,
    groupIds: null,
  }));
}
