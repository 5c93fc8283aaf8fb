import type { MessagePort } from 'node:worker_threads';
import type { ImportFault } from './import-report.ts';
import type { ImportOutcome } from './import-run.ts';
import type { ImportProgress } from '../store/import-session.ts';
import type { ImportLimits, ImportWish } from '../judge/import-types.ts';

/** What a thread is told when it starts. */
export interface ThreadSetup {
  connectionString: string;
  limits: ImportLimits;
  owner: string;
  /** Folder for bodies of atomic imports while they arrive. */
  spoolFolder: string;
}

/** Where a body arrives: bytes lie in the ring, which both threads see, and messages through the port say where. */
export interface BodyChannel {
  port: MessagePort;
  ring: SharedArrayBuffer;
}

/** `import`: import the body that arrives. `receive`: only store it. `resume`: import a stored body from where it stood. */
export type ThreadTask =
  | ({ kind: 'import'; wish: ImportWish } & BodyChannel)
  | ({ kind: 'receive'; wish: ImportWish } & BodyChannel)
  | { kind: 'resume'; wish: ImportWish; progress: ImportProgress; port: MessagePort };

/** From the main thread to the port: where in the ring the next piece of the body lies, its end, or why there will be none. */
export type BodyMessage = { at: number; length: number } | { end: true } | { abort: string };

/** From the thread to the port. `taken`: bytes that were read, so that more may come. */
export type ThreadAnswer = { taken: number } | { outcome: ImportOutcome } | { received: true } | { fault: ImportFault };
