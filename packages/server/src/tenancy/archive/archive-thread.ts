import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase, openObjectStore, systemClock, type ThreadFault, threadFault } from '../../platform/core.ts';
import { ArchiveLostError, writeArchiveFile } from './archive-file-service.ts';
import type { ArchiveKey, WrittenArchive } from './client-archive-types.ts';

export interface ArchiveThreadSetup {
  connectionString: string;
  /** Address of the object store. */
  storeAddress: string;
  /** Id with which the process claims archives. */
  owner: string;
  key: ArchiveKey;
}
export type ArchiveThreadAnswer = { written: WrittenArchive } | { lost: string } | { fault: ThreadFault };

// On Linux, this sets the priority of this thread only, so that requests and exports go first.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10));

const { connectionString, storeAddress, owner, key } = workerData as ArchiveThreadSetup; // written by archive-thread-runner.ts

async function write(signal: AbortSignal): Promise<ArchiveThreadAnswer> {
  try {
    await using handle = openDatabase({
      connectionString,
      max: 2, // one for the snapshot, one for the checks of the lease
      name: 'pimento archives',
      onError: () => undefined,
    });
    await using store = await openObjectStore(storeAddress, systemClock);
    const deps = { database: handle.kysely, clock: systemClock, store, owner };
    return { written: await writeArchiveFile(deps, key, signal) };
  } catch (error) {
    return error instanceof ArchiveLostError ? { lost: error.message } : { fault: threadFault(error) };
  }
}

const stopping = new AbortController();
parentPort?.once('message', () => {
  stopping.abort(new Error('the process is stopping'));
});
const answer = await write(stopping.signal);
parentPort?.postMessage(answer);
parentPort?.close();
