import type { Log } from '../../platform/index.ts';
import { runNextAutomatic } from './automatic-service.ts';
import type { SubmitDeps } from '../submit/submit-service.ts';

const lookMs = 5_000;

/** Carries out automatic submits when their time has come, until it is disposed of. Any number of processes may do so at once. */
export function startAutomaticSubmits(deps: SubmitDeps & { log: Log }): AsyncDisposable {
  let stopping = false;

  async function look(): Promise<void> {
    try {
      while (!stopping && (await runNextAutomatic(deps))) continue;
    } catch (error) {
      if (!stopping) deps.log.warn({ err: error }, 'an automatic submit failed');
    }
  }

  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look().finally(() => {
      isLooking = false;
    });
  }, lookMs);

  return {
    async [Symbol.asyncDispose]() {
      stopping = true;
      clearInterval(timer);
      await looking;
    },
  };
}
