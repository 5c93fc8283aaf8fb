import { type Clock, type Database, transaction } from '../platform/index.ts';
import { lockChain, purgeSeals } from './audit-chain-store.ts';
import { appendAuditEvent } from './audit-store.ts';
import { lowestId } from './audit-time-rules.ts';
import { findPurgeableClient, listSeals } from './audit-chain-views.ts';

const batchSize = 1_000;

/**
 * Deletes up to 1,000 of a client's oldest events if they are older than the retention period, and adds an event that records the deletion.
 * Only the beginning of a chain is deleted, so that the rest can still be verified.
 * @param days the retention period in days
 * @returns false if no event is old enough
 */
export async function purgeBatch(
  { database, clock }: { database: Database; clock: Clock },
  days: number,
): Promise<boolean> {
  const now = clock.now();
  const end = lowestId(new Date(now.getTime() - days * 86_400_000));
  const clientId = await findPurgeableClient(database, end);
  if (clientId === undefined) return false;
  await transaction(database, async (opened) => {
    const chain = await lockChain(opened, clientId);
    const oldest = await listSeals(opened, clientId, { after: chain.purgedNumber, limit: batchSize });
    const young = oldest.findIndex(({ auditId }) => auditId >= end);
    const old = young === -1 ? oldest : oldest.slice(0, young);
    const last = old.at(-1);
    if (!last) return;
    await purgeSeals(opened, clientId, last);
    await appendAuditEvent(
      opened,
      {
        clientId,
        auditId: clock.newId(),
        at: now,
        actor: 'system:retention',
        address: null,
        userAgent: null,
        operation: 'purgeAuditLog',
        objectKind: 'audit-log',
        object: null,
        failed: false,
        details: { after: { purged: old.length, through: last.number } },
      },
      { onlyIfWritten: false },
    );
  });
  return true;
}
