import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls, openDatabase } from '../../platform/core.ts';
import { RulesetCache } from '../../readiness/core.ts';
import { createSnapshotViews } from '../snapshot/snapshot-view-cache.ts';
import { type ChannelPageKey, computeChannelPage } from './channel-page-service.ts';

export interface PageThreadSetup {
  connectionString: string;
}

const { connectionString } = workerData as PageThreadSetup; // written by channel-page-runner.ts
const { kysely: database } = openDatabase({
  connectionString,
  // One page is computed at a time. The rows of other pages can be read meanwhile.
  max: 3,
  name: 'pimento delivery',
  onError: () => undefined,
});
const deps = { database, rulesets: new RulesetCache(), views: createSnapshotViews() };

answerCalls(parentPort, (key) => computeChannelPage(deps, key as ChannelPageKey)); // sent by channel-page-runner.ts
