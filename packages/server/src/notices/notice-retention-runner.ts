import { noticeDays } from '@pimento/contract';
import { createWorker, type Worker, type WorkerDeps } from '../platform/index.ts';
import type { NoticeDeps } from './inbox/notice-service.ts';
import { deleteOldNotices } from './inbox/notice-store.ts';

const batch = 5_000;

/** Starts the worker that deletes notices without an occurrence in the last `noticeDays` days. */
export function startNoticeRetention(deps: Pick<NoticeDeps, 'database'> & WorkerDeps): Worker {
  return createWorker(deps, {
    name: 'notices: retention',
    everyMs: 3_600_000,
    next: async () => {
      const before = new Date(deps.clock.now().getTime() - noticeDays * 86_400_000);
      return (await deleteOldNotices(deps.database, before, batch)) === batch;
    },
  });
}
