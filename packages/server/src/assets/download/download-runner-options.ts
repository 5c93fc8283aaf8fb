import type { Database, WorkerDeps } from '../../platform/index.ts';
import type { DownloadDeps } from './download-service.ts';

export interface DownloadRunnerOptions extends DownloadDeps, WorkerDeps {
  database: Database;
  /** Connection pool that uses prepared statements. */
  prepared: Database;
  /** Identifies this process as the owner of downloads. */
  owner: string;
  /** True if no other process uses this database. If so, all unfinished downloads are treated as abandoned when this process starts. */
  alone: boolean;
  /** Maximum number of concurrent downloads, in total and per host. */
  concurrency: number;
  perHost: number;
  /** Delay in milliseconds after the first, second, … failure. */
  waits: readonly number[];
  /** Called after storing a file that may need thumbnails. */
  onStored(): void;
}
