import { on } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase, systemClock, threadFault } from '../../platform/core.ts';
import { exportSnapshot } from './export-content-service.ts';
import type { ExportAnswer, ExportRequest, ExportTask, ExportThreadSetup } from './export-types.ts';
import { createPageTurns } from './page-turn-service.ts';

// On Linux, this sets the priority of this thread only, so that short requests run first. With a much lower priority, exports would not
// advance while other processes are busy.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 5));

const { connectionString, replica, concurrent } = workerData as ExportThreadSetup; // written by export-thread-service.ts
const open = (address: string) =>
  openDatabase({
    connectionString: address,
    max: concurrent + 1, // the additional connection cancels statements of the other connections
    name: 'pimento exports',
    onError: () => undefined,
  }).kysely;
const primary = open(connectionString);
const databases = { primary, replica: replica === undefined ? primary : open(replica) };
let running = 0;
const pageTurns = createPageTurns(() => systemClock.monotonic());
const shared = { clock: systemClock, pageTurns, mayOverlap: () => running === 1 };
const encoder = new TextEncoder();

/**
 * Yields the chunks of an export. Each chunk has a separate buffer, so that the buffer can be transferred. The code that writes tables is
 * loaded on first use.
 */
async function* chunksOf(
  { table, reached, ...task }: Omit<ExportTask, 'port'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const deps = { ...shared, database: reached === undefined ? databases.primary : databases.replica, reached };
  if (table === undefined) for await (const text of exportSnapshot(deps, task, signal)) yield encoder.encode(text);
  else {
    const { exportTable } = await import('./export-table-service.ts');
    for await (const chunk of exportTable(deps, { ...task, table }, signal)) yield new Uint8Array(chunk);
  }
}

/** Prepares one chunk ahead, and posts it when the main thread requests it. */
async function run({ port, ...task }: ExportTask): Promise<void> {
  const ending = new AbortController();
  port.once('close', () => {
    ending.abort();
  });
  const post = (answer: ExportAnswer, bytes: ArrayBuffer[] = []) => {
    port.postMessage(answer, bytes);
  };
  running += 1;
  const requests = on(port, 'message', { signal: ending.signal });
  try {
    for await (const chunk of chunksOf(task, ending.signal)) {
      const [{ isShared }] = (await requests.next()).value as [ExportRequest]; // posted by export-thread-service.ts
      if (isShared) pageTurns.makeRoom(task.clientId);
      post({ chunk }, [chunk.buffer]);
    }
    post({ isComplete: true });
  } catch (error) {
    post({ fault: threadFault(error) });
  } finally {
    running -= 1;
    port.close();
  }
}

parentPort?.on('message', (task: ExportTask) => void run(task));
