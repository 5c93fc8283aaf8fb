import type { StoreComparison } from '../backup/index.ts';

/** `ok`: nothing to do; `warning`: to be fixed soon; `error`: something does not work, or will soon stop working. */
export type Level = 'ok' | 'warning' | 'error';

export interface Finding {
  /** Name of the check, for example `disk`. */
  check: string;
  level: Level;
  /** The result of the check, as a sentence. */
  text: string;
  /** What to do. Undefined if there is nothing to do. */
  fix?: string;
}

/** Space on a disk, in bytes. */
export interface DiskSpace {
  /** The kind of data on the disk, for example `data folder`. */
  name: string;
  path: string;
  free: number;
  total: number;
}

/** A queue of work. */
export interface Backlog {
  name: 'imports' | 'outbox' | 'events' | 'downloads';
  count: number;
  /** Seconds for which the oldest entry has waited, 0 if there is none. */
  seconds: number;
  /** The adapter with the oldest event. Null if the queue is empty or belongs to no adapter. */
  adapterId: string | null;
}

export interface DatabaseFacts {
  /** Version of PostgreSQL as a number, such as 170010. */
  versionNumber: number;
  /** Clock of the database minus clock of this machine, in milliseconds. */
  clockMs: number;
  /** Names of the migrations of this version that are not applied. */
  missingMigrations: string[];
  /** Names of applied migrations that this version does not have. */
  unknownMigrations: string[];
  /** Tables with many dead rows. */
  bloated: { table: string; dead: number; live: number }[];
  /** Seconds for which the oldest transaction has been open, and the name of its program. */
  oldestTransaction: { seconds: number; program: string } | undefined;
  /** Number of transactions since the oldest row that was not frozen. The database stops writing at 2,000 million. */
  transactionAge: number;
  backlogs: Backlog[];
  /**
   * Seconds since the embedded database last archived its write-ahead log, or since it started if that was later. Null without an archive,
   * and for an external database.
   */
  archiveSeconds: number | null;
}

export interface SecretFile {
  path: string;
  name: 'secret.key' | 'first-run.json';
  /** True if other users of the machine can read the file. */
  isOpen: boolean;
}

export interface Facts {
  disks: DiskSpace[];
  database: DatabaseFacts;
  secretFiles: SecretFile[];
  /**
   * Result of the check whether the secret key can decrypt the secrets in the database. `unused` before the first start. Undefined if
   * migrations are missing, because the tables may not exist yet.
   */
  secretKey: 'fits' | 'other' | 'missing' | 'unused' | undefined;
  /** Undefined if migrations are missing, because the tables may not exist yet. */
  files: StoreComparison | undefined;
}
