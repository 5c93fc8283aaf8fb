import type { Clock } from '../platform/index.ts';

/** The data folder and the object store of an installation. */
export interface Installation {
  dataFolder: string;
  /** Location of the files: `file:///folder` or `s3://…`. Undefined for the folder `assets` in the data folder. */
  filesAddress: string | undefined;
}

export interface BackupDeps {
  clock: Clock;
  /** Version of this program. */
  version: string;
  /** Called with each step of the work, as a sentence. */
  report: (line: string) => void;
}
