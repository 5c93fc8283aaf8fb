import type { ImportWarning, ItemProblem } from '@pimento/contract';
import { createRowWriter, type MergeMode, type RowWriter } from '../../catalog/core.ts';
import type { Clock, Database } from '../../platform/core.ts';
import type { CompiledStructure } from '../../structure/core.ts';
import { createFingerprinter } from '../judge/fingerprint.ts';
import {
  addCounts,
  addTally,
  countProblems,
  emptyTally,
  type ImportLimits,
  type ImportTally,
  type ImportRequest,
  type ProductOrigins,
  noneUnlisted,
  type StoredBatch,
} from '../judge/import-types.ts';
import { type ContentHash, createContentHash } from '../read/content-hash.ts';
import { createSeenIds, type SeenIds } from '../judge/seen-ids.ts';

/**
 * Maximum number of errors, and of warnings, in a response. Further listed errors can be read page by page. Further warnings are only
 * counted.
 */
export const answeredProblems = 1_000;

export interface ImportDeps {
  database: Database;
  clock: Clock;
  limits: ImportLimits;
  /** Id of the process that runs the job. Progress is written only while this process holds the job. */
  owner: string;
}

/** State of one running import. */
export interface ImportSession {
  deps: ImportDeps;
  request: ImportRequest;
  structure: CompiledStructure;
  fingerprint: (bytes: Uint8Array) => string;
  /** If true, new products are encoded as rows for COPY when they are judged. If false, their patches are kept instead. */
  copiesNew: boolean;
  /** Encodes new products as rows. */
  rows: RowWriter;
  /** If true, definitions are created for attributes that have none. If false (edits and bulk edits), such attributes are problems. */
  definesAttributes: boolean;
  seenIds: SeenIds;
  tally: ImportTally;
  createdAttributes: string[];
  warnings: ImportWarning[];
  problems: ItemProblem[];
  /** Number of all problems, keyed by code. */
  problemCounts: Map<string, number>;
  /** Number of problems that are in no list, keyed by code. */
  unlisted: Map<string, number>;
  /** Categories that are known to be in the database. */
  knownCategories: Set<string>;
  /**
   * Ids that stay as sent, because earlier versions of Pimento stored products under them. An id is added when a batch that contains it is
   * stored.
   */
  keptIds: Set<string>;
  /** Names for which this import already has a warning, each mapped to the index of the first product with this name. */
  warnedNames: Map<string, number>;
  /** Attribute names keyed by their appearance (see foldLook). Undefined until the import finds its first new attribute. */
  looks: Map<string, string> | undefined;
  /** Origins of the products. Undefined if the products have no origin other than the body. */
  origins: ProductOrigins | undefined;
  /** Decoded bytes read so far. */
  bytesRead: number;
  /** Hashes the bytes read so far. Undefined if the hash is not needed. */
  content: ContentHash | undefined;
  startedAt: number;
}

export interface ImportProgress {
  tally: ImportTally;
  createdAttributes: string[];
  warnings: ImportWarning[];
  unlisted: ReadonlyMap<string, number>;
  problemCounts: ReadonlyMap<string, number>;
}

export const noProgress: ImportProgress = {
  tally: emptyTally,
  createdAttributes: [],
  warnings: [],
  unlisted: noneUnlisted,
  problemCounts: noneUnlisted,
};

export function createSession(
  deps: ImportDeps,
  request: ImportRequest,
  structure: CompiledStructure,
  {
    copiesNew,
    progress = noProgress,
    keptIds = new Set(),
  }: { copiesNew: boolean; progress?: ImportProgress; keptIds?: Set<string> },
): ImportSession {
  return {
    deps,
    request,
    structure,
    fingerprint: createFingerprinter(request.importType, structure.judgedVersion),
    copiesNew,
    rows: createRowWriter(request),
    definesAttributes: request.origin === 'import',
    seenIds: createSeenIds(),
    tally: progress.tally,
    createdAttributes: [...progress.createdAttributes],
    warnings: [...progress.warnings],
    problems: [],
    problemCounts: new Map(progress.problemCounts),
    unlisted: new Map(progress.unlisted),
    knownCategories: new Set(),
    keptIds,
    warnedNames: new Map(),
    looks: undefined,
    origins: undefined,
    bytesRead: 0,
    content: request.hashesContent ? createContentHash() : undefined,
    startedAt: deps.clock.monotonic(),
  };
}

/** Switches to changed definitions. Batches prepared with the old definitions must be judged again. */
export function useStructure(session: ImportSession, structure: CompiledStructure): void {
  session.structure = structure;
  session.fingerprint = createFingerprinter(session.request.importType, structure.judgedVersion);
}

/** Adds the results of a stored batch to the session. Call this after the commit. */
export function recordStored(session: ImportSession, stored: StoredBatch): void {
  session.tally = addTally(session.tally, stored.tally);
  session.origins?.release(session.tally.handled);
  session.createdAttributes.push(...stored.createdAttributes);
  for (const category of stored.categories) session.knownCategories.add(category);
  countProblems(session.problemCounts, stored);
  addCounts(session.unlisted, stored.unlisted);
  session.problems.push(...stored.problems.slice(0, answeredProblems - session.problems.length));
  session.warnings.push(...stored.warnings.slice(0, answeredProblems - session.warnings.length));
}

/**
 * Returns the number of bytes received so far. For an uploaded table or feed, these are bytes of the file, so that they can be compared
 * with its size.
 */
export const receivedBytes = ({ origins, bytesRead }: ImportSession): number => origins?.bytesRead ?? bytesRead;

/** Returns the mode for merging payloads of this import into stored products. */
export const mergeModeOf = (session: ImportSession): MergeMode =>
  session.request.importType === 'REPLACEMENT' ? 'replacement' : 'delta';
