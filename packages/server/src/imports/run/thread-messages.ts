import type { MessagePort } from 'node:worker_threads';
import type { ImportFault } from './import-report.ts';
import type { ImportOutcome } from './import-run.ts';
import type { ImportProgress } from '../store/import-session.ts';
import type { ImportLimits, ImportRequest } from '../judge/import-types.ts';

/** Options of a thread. */
export interface ThreadSetup {
  connectionString: string;
  limits: ImportLimits;
  owner: string;
  /** Folder for bodies of atomic imports while they arrive. */
  spoolFolder: string;
}

/** How a body arrives: its bytes in the ring, which both threads share, their positions as messages through the port. */
export interface BodyChannel {
  port: MessagePort;
  ring: SharedArrayBuffer;
}

/** `import`: import the body that arrives. `receive`: only store it. `resume`: continue the import of a stored body. */
export type ThreadTask =
  | ({ kind: 'import'; request: ImportRequest } & BodyChannel)
  | ({ kind: 'receive'; request: ImportRequest } & BodyChannel)
  | { kind: 'resume'; request: ImportRequest; progress: ImportProgress; port: MessagePort };

/** From the main thread to the port: the position of the next chunk in the ring, the end of the body, or why it broke off. */
export type BodyMessage = { at: number; length: number } | { end: true } | { abort: string };

/** From the thread to the port. `taken`: bytes that were read, so that more may come. */
export type ThreadAnswer = { taken: number } | { outcome: ImportOutcome } | { received: true } | { fault: ImportFault };
