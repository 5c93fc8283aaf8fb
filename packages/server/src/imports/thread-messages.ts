import type { MessagePort } from 'node:worker_threads';
import type { ImportFault } from './import-report.ts';
import type { ImportOutcome } from './import-run.ts';
import type { ImportProgress } from './import-session.ts';
import type { ImportLimits, ImportWish } from './import-types.ts';

/** What a thread is told when it starts. */
export interface ThreadSetup {
  connectionString: string;
  limits: ImportLimits;
  owner: string;
  /** Folder for bodies of atomic imports while they arrive. */
  spoolFolder: string;
}

/** `import`: import what comes through the port. `receive`: only store it. `resume`: import a stored body from where it stood. */
export type ThreadTask =
  | { kind: 'import'; wish: ImportWish; port: MessagePort }
  | { kind: 'receive'; wish: ImportWish; port: MessagePort }
  | { kind: 'resume'; wish: ImportWish; progress: ImportProgress; port: MessagePort };

/** From the main thread to the port: a piece of the body, its end, or why there will be none. */
export type BodyMessage = Uint8Array | { end: true } | { abort: string };

/** From the thread to the port. `taken`: bytes that were read, so that more may come. */
export type ThreadAnswer = { taken: number } | { outcome: ImportOutcome } | { received: true } | { fault: ImportFault };
