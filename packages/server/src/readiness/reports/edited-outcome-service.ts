import { setTimeout as sleep } from 'node:timers/promises';
import type { EditedOutcome } from '@pimento/contract';
import type { Database, Log } from '../../platform/index.ts';
import type { EvaluationTasks } from '../thread/evaluation-task-types.ts';
import type { EditedProduct } from '../evaluations/outcome-reading-service.ts';
import { listEvaluatedChannels } from './readiness-views.ts';

export interface EditedOutcomeDeps {
  database: Database;
  log: Log;
  evaluations: EvaluationTasks;
}

/** The response to an edit waits at most this long for the evaluation, for example while the thread starts. */
const maxWaitMs = 500;

/**
 * Returns the outcome of an edited product on each channel for which its client's products are evaluated. If the evaluation fails or takes
 * too long, the outcome is `checking`. Never rejects, because the edit itself is already stored.
 * @returns undefined if there is no such channel, or if the channels cannot be read
 */
export async function readEditedOutcomes(
  { database, evaluations, log }: EditedOutcomeDeps,
  edited: EditedProduct,
): Promise<EditedOutcome[] | undefined> {
  const channels = await listEvaluatedChannels(database, edited.clientId).catch((error: unknown) => {
    log.warn({ err: error }, 'the channels of an edited product could not be read');
    return [];
  });
  if (channels.length === 0) return undefined;
  const limit = new AbortController();
  const late = sleep(maxWaitMs, [], { signal: limit.signal }).catch(() => []);
  const read = evaluations.run('outcomes', edited).catch((error: unknown) => {
    log.warn({ err: error }, 'an edited product could not be evaluated');
    return [];
  });
  const outcomes = new Map((await Promise.race([read, late])).map((one) => [one.channelId, one]));
  limit.abort();
  return channels.map((channel) => ({
    ...channel,
    ...(outcomes.get(channel.channelId) ?? { outcome: 'checking', missing: 0, errors: 0, warnings: 0 }),
  }));
}
