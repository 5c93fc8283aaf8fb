import type { Database, WorkerDeps } from '../../platform/index.ts';
import type { DownloadDeps } from './download-service.ts';

export interface DownloadRunnerOptions extends DownloadDeps, WorkerDeps {
  database: Database;
  /** Keeps the plans of its statements. */
  prepared: Database;
  /** This process, as the owner of downloads. */
  owner: string;
  /** No other process works on this database: every unfinished download was abandoned when this process starts. */
  alone: boolean;
  /** Downloads at once, in all and from one host. */
  concurrency: number;
  perHost: number;
  /** Milliseconds after the first, second, … failure. */
  waits: readonly number[];
  /** Called when there may be thumbnails to make. */
  onStored(): void;
}
