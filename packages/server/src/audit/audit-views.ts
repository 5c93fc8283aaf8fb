import type { AuditEvent } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import { lowestId } from './audit-time-rules.ts';
import type { AuditRow } from './audit-types.ts';

export interface AuditFilter {
  /** Empty for events that concern the whole installation. Undefined for all events. */
  clientId?: string | undefined;
  actor?: string | undefined;
  operation?: string | undefined;
  objectKind?: string | undefined;
  object?: string | undefined;
  address?: string | undefined;
  failed?: boolean | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

function conditions(filter: AuditFilter, after: string | null): RawBuilder<unknown>[] {
  const { clientId, actor, operation, objectKind, object, address, failed, from, until } = filter;
  return [
    ...(clientId === undefined ? [] : [sql`audit_event.client_id = ${clientId}`]),
    ...(actor === undefined ? [] : [sql`audit_event.actor = ${actor}`]),
    ...(operation === undefined ? [] : [sql`audit_event.operation = ${operation}`]),
    ...(objectKind === undefined ? [] : [sql`audit_event.object_kind = ${objectKind}`]),
    ...(object === undefined ? [] : [sql`audit_event.object = ${object}`]),
    ...(address === undefined ? [] : [sql`audit_event.address = ${address}`]),
    ...(failed === undefined ? [] : [failed ? sql`audit_event.failed` : sql`not audit_event.failed`]),
    ...(from === undefined ? [] : [sql`audit_event.audit_id >= ${lowestId(from)}::uuid`]),
    ...(until === undefined ? [] : [sql`audit_event.audit_id < ${lowestId(until)}::uuid`]),
    ...(after === null ? [] : [sql`audit_event.audit_id < ${after}::uuid`]),
  ];
}

/** Lists events, newest first. @param after id of the last event of the previous page; null for the first page */
export async function listAuditRows(
  connection: Connection,
  filter: AuditFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<AuditEvent[]> {
  const all = conditions(filter, after);
  const where = all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
  const { rows } = await sql<AuditRow & { actorName: string | null }>`
    select
      audit_event.client_id as "clientId",
      audit_event.audit_id as "auditId",
      audit_event.at,
      audit_event.actor,
      audit_event.address,
      audit_event.user_agent as "userAgent",
      audit_event.operation,
      audit_event.object_kind as "objectKind",
      audit_event.object,
      audit_event.failed,
      audit_event.details,
      case split_part(audit_event.actor, ':', 1)
        when 'user' then (
          select person.name from person where person.person_id = substr(audit_event.actor, 6)
        )
        when 'key' then (
          select access_key.name from access_key where access_key.key_id = substr(audit_event.actor, 5)
        )
      end as "actorName"
    from audit_event
    ${where}
    order by audit_event.audit_id desc
    limit ${limit}`.execute(connection);
  return rows.map(({ at, clientId, ...row }) => ({
    ...row,
    at: at.toISOString(),
    clientId: clientId === '' ? null : clientId,
  }));
}
