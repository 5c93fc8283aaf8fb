import type { Clock } from '../platform/index.ts';

export interface MoveDeps {
  clock: Clock;
  /** Called at each step of the work, with a sentence that describes the step. */
  report: (line: string) => void;
}

export interface MoveOptions {
  dataFolder: string;
  /** Connection string of the external database. */
  target: string;
}

/** A condition that an operator must fix before a database can be moved. The message is one sentence, printed unchanged. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';
}

/** A table that stores rows itself: an ordinary table or a partition. */
export interface MovedTable {
  table: string;
  /** Names of all columns except generated ones. */
  columns: string[];
  /** The table that this one is a partition of. Null for an ordinary table. */
  parent: string | null;
  /** Bounds of a partition, as in `create table … partition of`. */
  bounds: string | null;
  /** Size on disk, without indexes. */
  bytes: number;
}

export interface MovedSequence {
  sequence: string;
  /** The last value that was taken. */
  lastValue: number;
}

/** The contents of a database, without its rows. */
export interface Contents {
  migrations: string[];
  /** Identifies the installation. A copy of its database has the same identity. */
  identity: string;
  tables: MovedTable[];
  sequences: MovedSequence[];
}

/** Number of rows of a table, and the sum of their checksums, which does not depend on their order. */
export interface Fingerprint {
  rows: number;
  checksum: string;
}

/** A table whose rows differ, or a sequence with another value. A side on which it is missing is undefined. */
export interface Difference {
  name: string;
  source: Fingerprint | undefined;
  target: Fingerprint | undefined;
}

/** Facts about an external database that decide whether it can hold the data. */
export interface TargetFacts {
  role: string;
  database: string;
  /** Version of PostgreSQL as a number, such as 170010. */
  versionNumber: number;
  encoding: string;
  isReadOnly: boolean;
  /** The schema in which new tables are created. Null if there is none. */
  schema: string | null;
  mayCreate: boolean;
  mayCreateTemporary: boolean;
  /** True if `lower` also converts letters beyond ASCII. */
  foldsLetters: boolean;
  /** Tables, views and sequences that exist already. */
  relations: string[];
}
