import { createWorker, type Transaction, transaction, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { type NoticeDeps, notify } from '../inbox/notice-service.ts';
import { claimAccounts } from './account-source-store.ts';
import { claimDownloads } from './download-source-store.ts';
import { claimJobs } from './job-source-store.ts';
import { claimKeys } from './key-source-store.ts';
import { checkNextQuotas } from './quota-source-service.ts';
import { continueWatch, type Watch } from './silence-rules.ts';
import { noticeSilences } from './silence-service.ts';
import type { Claimed } from './source-types.ts';
import { claimSubmissions } from './submission-source-store.ts';

type SourceDeps = NoticeDeps & WorkerDeps;

const soonMs = 10_000;
const minuteMs = 60_000;

/**
 * Creates a worker that claims events of one source and notifies people of them. Both happen in the same transaction, so that no event is
 * lost or reported twice.
 */
function claiming(
  deps: SourceDeps,
  name: string,
  everyMs: number,
  claim: (opened: Transaction) => Promise<Claimed>,
): Worker {
  return createWorker(deps, {
    name: `notices: ${name}`,
    everyMs,
    next: () =>
      transaction(deps.database, async (opened) => {
        const { causes, isFull } = await claim(opened);
        await notify(opened, deps, causes);
        return isFull;
      }),
  });
}

function watchingSilence(deps: SourceDeps, since: Date): Worker {
  let watch: Watch = { since, checkedAt: deps.clock.now() };
  return createWorker(deps, {
    name: 'notices: silent adapters',
    everyMs: minuteMs,
    next: async () => {
      const next = continueWatch(watch, deps.clock.now());
      await noticeSilences(deps, next);
      watch = next;
      return false;
    },
  });
}

/**
 * Starts the workers that create notices. Each source has a separate worker, so that a failure of one source does not affect the others. No
 * request waits for these workers.
 * @param silentSince silence of adapters before this time is not counted
 */
export function startSources(deps: SourceDeps, silentSince: Date): Worker[] {
  return [
    claiming(deps, 'imports', soonMs, claimJobs),
    claiming(deps, 'submissions', soonMs, claimSubmissions),
    claiming(deps, 'accounts', soonMs, claimAccounts),
    claiming(deps, 'downloads', soonMs, claimDownloads),
    claiming(deps, 'keys', minuteMs, (opened) => claimKeys(opened, deps.clock.now())),
    watchingSilence(deps, silentSince),
    createWorker(deps, { name: 'notices: quotas', everyMs: minuteMs, next: () => checkNextQuotas(deps) }),
  ];
}
