import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ClientRow } from './client-store.ts';

/** Converts a client to the form that operators see. */
export const clientView = (row: ClientRow & { endingSince?: Date | null }) => ({
  clientId: row.clientId,
  name: row.name,
  created: row.createdAt.toISOString(),
  endingSince: row.endingSince?.toISOString() ?? null,
});

export async function listClients(connection: Connection): Promise<ReturnType<typeof clientView>[]> {
  const { rows } = await sql<ClientRow & { endingSince: Date | null }>`
    select
      client.client_id as "clientId", client.name, client.created_at as "createdAt",
      client.ending_since as "endingSince"
    from client
    order by client.client_id`.execute(connection);
  return rows.map((row) => clientView(row));
}
