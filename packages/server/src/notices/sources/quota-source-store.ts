import { sql } from 'kysely';
import type { ClientId, Database, Transaction } from '../../platform/index.ts';
import type { QuotaLevel } from './quota-rules.ts';

/** The levels of quotas at the last check. Quotas without a level are missing. */
export type QuotaLevels = Partial<Record<string, QuotaLevel>>;

/**
 * Claims the client with quotas whose last check was longest ago, if that check was before `before`. Clients that were never checked come
 * first.
 * @returns undefined if no check is due
 */
export async function claimQuotaCheck(
  connection: Database,
  { now, before }: { now: Date; before: Date },
): Promise<ClientId | undefined> {
  const { rows } = await sql<{ clientId: ClientId }>`
    insert into quota_watch (client_id, checked_at, levels)
    select client_quota.client_id, ${now}::timestamptz, '{}'::jsonb
    from client_quota
    join client on client.client_id = client_quota.client_id and client.ending_since is null
    left join quota_watch on quota_watch.client_id = client_quota.client_id
    where quota_watch.checked_at is null or quota_watch.checked_at < ${before}
    order by quota_watch.checked_at nulls first, client_quota.client_id
    limit 1
    on conflict (client_id) do update set checked_at = excluded.checked_at
    where quota_watch.checked_at < ${before}
    returning quota_watch.client_id as "clientId"`.execute(connection);
  return rows[0]?.clientId;
}

/** Locks the levels of a client until the transaction ends, and returns them. */
export async function lockLevels(connection: Transaction, clientId: ClientId): Promise<QuotaLevels> {
  const { rows } = await sql<{ levels: QuotaLevels }>`
    select quota_watch.levels
    from quota_watch
    where quota_watch.client_id = ${clientId}
    for update`.execute(connection);
  return rows[0]?.levels ?? {};
}

export async function saveLevels(connection: Transaction, clientId: ClientId, levels: QuotaLevels): Promise<void> {
  await sql`
    update quota_watch
    set levels = ${JSON.stringify(levels)}::jsonb
    where quota_watch.client_id = ${clientId}`.execute(connection);
}
