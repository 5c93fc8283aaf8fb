import type { ImportWarning, ItemProblem } from '@pimento/contract';
import { createRowWriter, type MergeMode, type RowWriter } from '../../catalog/core.ts';
import type { Clock, Database } from '../../platform/core.ts';
import type { CompiledStructure } from '../../structure/core.ts';
import { createFingerprinter } from '../judge/fingerprint.ts';
import { emptyTally, type ImportLimits, type ImportTally, type ImportWish } from '../judge/import-types.ts';
import { createSeenIds, type SeenIds } from '../judge/seen-ids.ts';

/** So many errors and warnings are in the answer; all errors are listed by the job. */
export const answeredProblems = 1_000;

export interface ImportDeps {
  database: Database;
  clock: Clock;
  limits: ImportLimits;
  /** The process that works on jobs: a job is written to by its owner alone. */
  owner: string;
}

/** Everything that one running import knows. */
export interface ImportSession {
  deps: ImportDeps;
  wish: ImportWish;
  structure: CompiledStructure;
  fingerprint: (bytes: Uint8Array) => string;
  /** Writes new products as the rows that they become. */
  rows: RowWriter;
  seenIds: SeenIds;
  tally: ImportTally;
  createdAttributes: string[];
  warnings: ImportWarning[];
  problems: ItemProblem[];
  problemCounts: Map<string, number>;
  /** Categories that this import has seen stored. */
  knownCategories: Set<string>;
  /** Decoded bytes read so far. */
  bytesRead: number;
  startedAt: number;
}

/** What an import that was interrupted had reached. */
export interface ImportProgress {
  tally: ImportTally;
  createdAttributes: string[];
  warnings: ImportWarning[];
}

export const noProgress: ImportProgress = { tally: emptyTally, createdAttributes: [], warnings: [] };

export function createSession(
  deps: ImportDeps,
  wish: ImportWish,
  structure: CompiledStructure,
  progress: ImportProgress,
): ImportSession {
  return {
    deps,
    wish,
    structure,
    fingerprint: createFingerprinter(wish.importType, structure.judgedVersion),
    rows: createRowWriter(wish),
    seenIds: createSeenIds(),
    tally: progress.tally,
    createdAttributes: [...progress.createdAttributes],
    warnings: [...progress.warnings],
    problems: [],
    problemCounts: new Map(),
    knownCategories: new Set(),
    bytesRead: 0,
    startedAt: deps.clock.monotonic(),
  };
}

/** The definitions changed under the import: what was prepared by the old ones must be judged again. */
export function useStructure(session: ImportSession, structure: CompiledStructure): void {
  session.structure = structure;
  session.fingerprint = createFingerprinter(session.wish.importType, structure.judgedVersion);
}

/** How payloads of this import are merged into what is stored. */
export const mergeModeOf = (session: ImportSession): MergeMode =>
  session.wish.importType === 'REPLACEMENT' ? 'replacement' : 'delta';
