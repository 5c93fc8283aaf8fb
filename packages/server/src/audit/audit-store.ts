import { sql } from 'kysely';
import type { Database } from '../platform/index.ts';
import type { AuditRow } from './audit-types.ts';

/** Removes or replaces characters that PostgreSQL cannot store. Headers can contain them. */
const storable = (text: string | null) => text?.replaceAll('\u0000', '').toWellFormed() ?? null;

/**
 * Adds an event to the log, and to the list of events that wait for a seal. If `connection` is in a transaction, the event is part of this
 * transaction.
 * @param onlyIfWritten true to add it only if the transaction has written something
 * @returns true if it was added
 */
export async function appendAuditEvent(
  connection: Database,
  row: AuditRow,
  { onlyIfWritten }: { onlyIfWritten: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    with added as (
      insert into audit_event (
        client_id, audit_id, at, actor, address, user_agent, operation, object_kind, object, failed, details
      )
      select
        ${row.clientId}, ${row.auditId}::uuid, ${row.at}::timestamptz, ${row.actor}, ${row.address},
        ${storable(row.userAgent)}, ${row.operation}, ${row.objectKind}, ${storable(row.object)}, ${row.failed}::boolean,
        ${JSON.stringify(row.details)}::jsonb
      where not ${onlyIfWritten}::boolean or pg_current_xact_id_if_assigned() is not null
      returning audit_event.client_id, audit_event.audit_id
    )
    insert into audit_unsealed (client_id, audit_id)
    select added.client_id, added.audit_id
    from added
    returning audit_unsealed.audit_id`.execute(connection);
  return rows.length > 0;
}
