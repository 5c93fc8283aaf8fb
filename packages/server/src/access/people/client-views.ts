import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import type { ClientRow } from './client-store.ts';

/** Converts a client to the form that operators see. */
export const clientView = (row: ClientRow & { endingSince?: Date | null }) => ({
  clientId: row.clientId,
  name: row.name,
  created: row.createdAt.toISOString(),
  needsSecondFactor: row.needsSecondFactor,
  endingSince: row.endingSince?.toISOString() ?? null,
});

export async function listClients(connection: Connection): Promise<ReturnType<typeof clientView>[]> {
  const { rows } = await sql<ClientRow & { endingSince: Date | null }>`
    select
      client.client_id as "clientId", client.name, client.created_at as "createdAt",
      client.needs_second_factor as "needsSecondFactor",
      client.ending_since as "endingSince"
    from client
    order by client.client_id`.execute(connection);
  return rows.map((row) => clientView(row));
}

/** Checks whether people need a second factor to open a client. */
export async function needsSecondFactor(connection: Connection, clientId: ClientId): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select client.needs_second_factor as needed
    from client
    where client.client_id = ${clientId}`.execute(connection);
  return rows[0]?.needed ?? false;
}
