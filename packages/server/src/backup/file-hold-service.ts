import { setInterval } from 'node:timers/promises';
import { extendHold, holdFiles, releaseFiles } from '../assets/index.ts';
import { type Clock, type Database, errorCode } from '../platform/index.ts';
import { BackupRefusedError } from './repository/repository-types.ts';

/** A hold ends this long after its last renewal, in case the backup is killed. */
const holdSeconds = 120;
const renewMs = 20_000;

export interface FileHold extends AsyncDisposable {
  /** @throws BackupRefusedError if the hold was interrupted, even if only for a moment; database errors */
  requireHeld(): Promise<void>;
}

function refuseOlder(error: unknown): never {
  const undefinedTable = '42P01';
  if (errorCode(error) !== undefinedTable) throw error;
  throw new BackupRefusedError(
    'The running service is older than this program: restart it, or stop it and leave out --online.',
  );
}

/** Prevents Pimento from deleting files until the hold is disposed. @throws BackupRefusedError if another backup is running */
export async function startFileHold(database: Database, clock: Clock): Promise<FileHold> {
  const holder = clock.randomId();
  if (!(await holdFiles(database, holder, holdSeconds).catch(refuseOlder))) {
    throw new BackupRefusedError(
      'Another backup of this database is running, or was interrupted less than two minutes ago: wait for it.',
    );
  }
  const stopping = new AbortController();
  let isHeld = true;
  const renew = async () => {
    if (!(await extendHold(database, holder, holdSeconds))) isHeld = false;
  };
  const renewing = (async () => {
    for await (const _ of setInterval(renewMs, undefined, { signal: stopping.signal, ref: false })) await renew();
  })().catch(() => {
    isHeld &&= stopping.signal.aborted;
  });
  return {
    async requireHeld() {
      // The hold may have expired since the last renewal, for example if the process was suspended.
      await renew();
      if (!isHeld) throw new BackupRefusedError('The service may have deleted files during the backup: run it again.');
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await renewing;
      await releaseFiles(database, holder).catch(() => undefined);
    },
  };
}
