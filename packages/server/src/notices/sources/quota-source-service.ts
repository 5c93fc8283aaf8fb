import { getClientUsage } from '../../access/index.ts';
import { type ClientId, type Transaction, transaction } from '../../platform/index.ts';
import { type NoticeDeps, notify } from '../inbox/notice-service.ts';
import type { NoticeCause } from '../notice-types.ts';
import { isWorse, judgeQuota } from './quota-rules.ts';
import { claimQuotaCheck, lockLevels, type QuotaLevels, saveLevels } from './quota-source-store.ts';

const checkEveryMs = 10 * 60_000;

async function noticeQuotas(
  opened: Transaction,
  deps: NoticeDeps,
  clientId: ClientId,
  { quotas, used }: Awaited<ReturnType<typeof getClientUsage>>,
): Promise<void> {
  const before = await lockLevels(opened, clientId);
  const amounts: Record<string, number> = used;
  const limits = Object.entries<number | null>(quotas).map(([quota, max]) => ({
    quota,
    max,
    used: amounts[quota] ?? 0,
    level: judgeQuota(max, amounts[quota] ?? 0, before[quota]),
  }));
  const levels: QuotaLevels = Object.fromEntries(
    limits.flatMap(({ quota, level }) => (level === undefined ? [] : [[quota, level]])),
  );
  await saveLevels(opened, clientId, levels);
  const causes = limits.flatMap(({ quota, max, used, level }): NoticeCause[] =>
    max !== null && isWorse(level, before[quota])
      ? [{ clientId, kind: 'quota-near', groupKey: quota, subject: { quota, used, max }, occurrences: 1 }]
      : [],
  );
  await notify(opened, deps, causes);
}

/**
 * Checks the quotas of the client that is due first, and notifies its people of each level that has become worse.
 * @returns false if no client is due
 */
export async function checkNextQuotas(deps: NoticeDeps): Promise<boolean> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - checkEveryMs);
  const clientId = await claimQuotaCheck(deps.database, { now, before });
  if (clientId === undefined) return false;
  // The usage is counted outside of the transaction, because counting files is slow.
  const usage = await getClientUsage(deps.database, clientId);
  await transaction(deps.database, (opened) => noticeQuotas(opened, deps, clientId, usage));
  return true;
}
