import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import type { ClientRow } from './client-store.ts';

type ListedRow = ClientRow & { endingSince: Date | null; membersWithoutSecondFactor: number | null };

/** API representation of a client for operators. */
interface ClientView {
  clientId: ClientId;
  name: string;
  created: string;
  needsSecondFactor: boolean;
  membersWithoutSecondFactor: number | null;
  endingSince: string | null;
}

export const clientView = (row: ClientRow & Partial<ListedRow>): ClientView => ({
  clientId: row.clientId,
  name: row.name,
  created: row.createdAt.toISOString(),
  needsSecondFactor: row.needsSecondFactor,
  membersWithoutSecondFactor: row.membersWithoutSecondFactor ?? null,
  endingSince: row.endingSince?.toISOString() ?? null,
});

export async function listClients(connection: Connection): Promise<ClientView[]> {
  const { rows } = await sql<ListedRow>`
    select
      client.client_id as "clientId", client.name, client.created_at as "createdAt",
      client.needs_second_factor as "needsSecondFactor",
      client.ending_since as "endingSince",
      case
        when client.needs_second_factor then (
          select count(*)::integer
          from person_client_role
          join person on person.person_id = person_client_role.person_id
          where person_client_role.client_id = client.client_id
            and person.disabled_at is null
            and not person.has_second_factor
            and not exists (
              select 1
              from passkey
              where passkey.person_id = person.person_id
            )
            and not exists (
              select 1
              from person_account
              where person_account.person_id = person.person_id
                and person_account.provider_id like 'oidc:%'
            )
        )
      end as "membersWithoutSecondFactor"
    from client
    order by client.client_id`.execute(connection);
  return rows.map((row) => clientView(row));
}

/** Returns true if people need a second factor to open a client. */
export async function needsSecondFactor(connection: Connection, clientId: ClientId): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select client.needs_second_factor as needed
    from client
    where client.client_id = ${clientId}`.execute(connection);
  return rows[0]?.needed ?? false;
}
