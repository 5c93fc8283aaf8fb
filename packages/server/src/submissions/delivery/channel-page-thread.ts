import { parentPort, workerData } from 'node:worker_threads';
import { errorCode, openDatabase } from '../../platform/core.ts';
import { RulesetCache } from '../../readiness/core.ts';
import { createSnapshotViews } from '../snapshot/snapshot-view-cache.ts';
import { type ChannelPageKey, computeChannelPage } from './channel-page-service.ts';
import type { DeliveredPage } from './delivered-page-types.ts';

/** Setup data and messages of the thread. */
export interface PageThreadSetup {
  connectionString: string;
}
export interface PageRequest {
  id: number;
  key: ChannelPageKey;
}
export type PageAnswer = { id: number; page: DeliveredPage } | { id: number; failed: string; code: string | undefined };

const { connectionString } = workerData as PageThreadSetup; // written by channel-page-runner.ts
const { kysely: database } = openDatabase({
  connectionString,
  // one page is computed while the rows of others are read
  max: 3,
  name: 'pimento delivery',
  onError: () => undefined,
});
const deps = { database, rulesets: new RulesetCache(), views: createSnapshotViews() };

async function answer({ id, key }: PageRequest): Promise<PageAnswer> {
  try {
    return { id, page: await computeChannelPage(deps, key) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error), code: errorCode(error) };
  }
}

parentPort?.on('message', (request: PageRequest) => {
  void answer(request).then((answered) => parentPort?.postMessage(answered));
});
