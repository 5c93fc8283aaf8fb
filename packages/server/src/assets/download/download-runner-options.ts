import type { Clock, Database, Log, ObjectStore } from '../../platform/index.ts';
import type { DownloadDeps } from './download-service.ts';

export interface DownloadRunnerOptions extends DownloadDeps {
  database: Database;
  /** With plans that last. */
  prepared: Database;
  store: ObjectStore;
  clock: Clock;
  log: Log;
  /** The process that works on downloads. */
  owner: string;
  /** Downloads at once. */
  concurrency: number;
  perHost: number;
  /** Milliseconds after the first, second, … failure. */
  waits: readonly number[];
  /** Told when there may be thumbnails to make. */
  onStored(): void;
}
