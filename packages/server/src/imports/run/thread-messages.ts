import type { MessagePort } from 'node:worker_threads';
import type { ProblemCode } from '@pimento/contract';
import type { CodedProblem } from '@pimento/contract/problem';
import type { FileAnswers, FileWork } from '../files/file-work.ts';
import type { ImportFault } from './import-report.ts';
import type { ImportOutcome } from './import-run.ts';
import type { ImportProgress } from '../store/import-session.ts';
import type { BodyContent } from '../read/content-hash.ts';
import type { ImportLimits, ImportRequest } from '../judge/import-types.ts';

/**
 * Maximum number of concurrent imports per thread. Each import uses up to three database connections, two for writing and one for
 * comparing.
 */
export const importsPerThread = 4;

/** Options of an import thread. */
export interface ThreadSetup {
  connectionString: string;
  limits: ImportLimits;
  owner: string;
  /** Folder for temporary files, such as the bodies of atomic imports and dry runs, slow bodies and unpacked workbooks. */
  spoolFolder: string;
  /** True if the thread exports spans. */
  isTraced: boolean;
  version: string;
}

/**
 * A channel that transfers a body. The bytes are in a ring that both threads share, and messages through the port contain their positions.
 */
export interface BodyChannel {
  port: MessagePort;
  ring: SharedArrayBuffer;
}

/**
 * `import`: import the received body. `receive`: only store the received body. `compare`: only read the received body of a repeated
 * request. `resume`: start or continue the import of a stored body, an uploaded file or a bulk edit. `file`: run a task for an uploaded
 * file.
 */
export type ThreadTask = { /** The span of the request in the main thread. */ traceparent?: string | undefined } & (
  | ({ kind: 'import'; request: ImportRequest } & BodyChannel)
  | ({ kind: 'receive'; request: ImportRequest } & BodyChannel)
  | ({ kind: 'compare'; request: ImportRequest; maxBytes: number } & BodyChannel)
  | { kind: 'resume'; request: ImportRequest; progress: ImportProgress; port: MessagePort }
  | ({ kind: 'file'; work: FileWork } & BodyChannel)
);

/**
 * Why a body ended early. `refusal`: Pimento refused the rest of the body; `shortage`: a slow body could not be stored, and this is the code
 * of the system error.
 */
export interface BodyAbort {
  reason: string;
  refusal?: CodedProblem<ProblemCode>;
  shortage?: string;
}

/**
 * Message from the main thread to the port. It contains the position of the next chunk in the ring, the end of the body, or the reason why
 * the body was aborted.
 */
export type BodyMessage = { at: number; length: number } | { end: true } | { abort: BodyAbort };

/** Message from the import thread to the port. `taken`: the number of bytes read, so that the sender can send more. */
export type ThreadAnswer =
  | { taken: number }
  | { outcome: ImportOutcome }
  | { received: { content: BodyContent | undefined } }
  | { read: BodyContent }
  | { file: FileAnswers[FileWork['kind']] }
  | { fault: ImportFault };
