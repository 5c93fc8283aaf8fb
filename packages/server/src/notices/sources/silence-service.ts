import { listLastCalls } from '../../access/index.ts';
import { transaction } from '../../platform/index.ts';
import { type NoticeDeps, notify } from '../inbox/notice-service.ts';
import type { NoticeCause } from '../notice-types.ts';
import { listServedConnections, type ServedConnection } from './connection-source-views.ts';
import { silentMinutesOf, type Watch } from './silence-rules.ts';
import { lockSilence, recordSilence } from './silence-source-store.ts';
import { findNoticedMinutes, hasThreshold } from './silence-source-views.ts';
import { batchSize } from './source-types.ts';

/**
 * Notifies the people whose threshold was reached since the last notice of this silence.
 * @param minutes the length of the silence so far, as returned by `silentMinutesOf`
 */
async function noticeSilence(deps: NoticeDeps, adapterId: string, lastCall: Date, minutes: number): Promise<void> {
  const { database } = deps;
  // Only reads, so that a silence between two thresholds writes nothing.
  if (!(await hasThreshold(database, await findNoticedMinutes(database, adapterId, lastCall), minutes))) return;
  await transaction(database, async (opened) => {
    const over = await lockSilence(opened, adapterId, lastCall);
    if (minutes <= over) return;
    await recordSilence(opened, adapterId, minutes);
    let after: ServedConnection | undefined;
    do {
      const page = await listServedConnections(opened, adapterId, { after, limit: batchSize });
      const causes = page.map(({ clientId, channelId, channelName }): NoticeCause => ({
        clientId,
        kind: 'adapter-silent',
        groupKey: channelId,
        subject: { channelId, channelName, lastCall: lastCall.toISOString() },
        occurrences: 1,
        silence: { over, upTo: minutes },
      }));
      await notify(opened, deps, causes);
      after = page.length === batchSize ? page.at(-1) : undefined;
    } while (after !== undefined);
  });
}

/**
 * Notifies people of silent adapters. For each connection of the adapter, a silence causes one notice per person, when it reaches the
 * person's threshold.
 */
export async function noticeSilences(deps: NoticeDeps, watch: Watch): Promise<void> {
  for (const [adapterId, lastCall] of await listLastCalls(deps.database)) {
    const minutes = silentMinutesOf(lastCall, watch);
    if (minutes > 0) await noticeSilence(deps, adapterId, lastCall, minutes);
  }
}
