import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ClientRow } from './client-store.ts';

/** Converts a client to the form that operators see. */
export const clientView = (row: ClientRow) => ({
  clientId: row.clientId,
  name: row.name,
  created: row.createdAt.toISOString(),
});

export async function listClients(connection: Connection): Promise<ReturnType<typeof clientView>[]> {
  const { rows } = await sql<ClientRow>`
    select client.client_id as "clientId", client.name, client.created_at as "createdAt"
    from client
    order by client.client_id`.execute(connection);
  return rows.map(clientView);
}
