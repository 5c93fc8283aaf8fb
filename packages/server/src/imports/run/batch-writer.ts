import { type Connection, type Database, partOf, transaction, type Transaction } from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import { emptyTally, noneUnlisted, type StoredBatch } from '../judge/import-types.ts';
import { attemptIn, repeatUntilDone } from '../store/attempt.ts';
import { type Attempt, safeAttempt, storeBatch, type StoreOutcome } from '../store/import-apply.ts';
import { exclude, type PreparedBatch, prepareAgain } from '../store/import-prepare.ts';
import { type ImportSession, recordStored, useStructure } from '../store/import-session.ts';
import { createStages, type FollowedStages, type Stages } from '../store/stages.ts';
import { createJobProgress, type JobProgress } from './job-progress.ts';

/** Stores prepared batches in order, each together with its progress. */
export interface BatchWriter {
  /** Maximum number of batches that may be passed to `write` before the first of these batches is stored. */
  readonly depth: number;
  /** Stores a batch. Resolves when this batch and all earlier batches are stored. */
  write(batch: PreparedBatch): Promise<StoredBatch>;
  /** Writes progress that has not been written with a batch yet. */
  flush(): Promise<void>;
}

type Unit = (transaction: Transaction) => Promise<StoreOutcome>;

/** The transactions and connections used to write batches and progress. */
export interface WriteTarget {
  /** Runs one attempt to store a batch. Rolls back the attempt if it must be repeated. */
  attempt: (unit: Unit) => Promise<StoreOutcome>;
  /** Database connection that reads the data written by attempts. Used to reload changed definitions. */
  connection: Connection;
  /** True if two batches may be in progress at the same time, so that the database inserts products without pauses. */
  overlaps: boolean;
  /** The database to which progress and errors are written, in a transaction separate from the batch. Set only in dry runs. */
  job?: Database;
}

/** Writes each batch in a separate transaction. Two transactions can overlap. */
export const ownTransactions = (database: Database): WriteTarget => ({
  attempt: (unit) => attemptIn(database, unit),
  connection: database,
  overlaps: true,
});

/** Thrown if a concurrent transaction committed first, so the whole transaction must be repeated. */
class BatchConflictError extends Error {
  /** Equals the code of a serialization conflict in the database, so that both errors are handled in the same way. */
  readonly code = '40001';
}

/**
 * Writes all batches in one transaction, which keeps the definitions locked.
 * @throws BatchConflictError if a concurrent transaction committed first
 */
export const oneTransaction = (opened: Transaction): WriteTarget => ({
  async attempt(unit) {
    const outcome = await partOf(
      opened,
      () => unit(opened),
      (outcome) => 'stored' in outcome,
    );
    if ('again' in outcome && (outcome.again === 'conflict' || outcome.again === 'links'))
      throw new BatchConflictError();
    return outcome;
  },
  connection: opened,
  overlaps: false,
});

/**
 * Returns true if a batch has nothing to store, because all products have the same fingerprint as the stored products and there are no
 * warnings.
 */
const isIdle = (batch: PreparedBatch) => batch.unchanged === batch.items.length && batch.warnings.length === 0;

function idleResult({ items }: PreparedBatch): StoredBatch {
  const tally = { ...emptyTally, handled: items.length, unchanged: items.length };
  return {
    tally,
    problems: [],
    unlisted: noneUnlisted,
    warnings: [],
    createdAttributes: [],
    categories: [],
    foundStored: true,
  };
}

async function attemptBatch(
  session: ImportSession,
  target: WriteTarget,
  progress: JobProgress,
  batch: PreparedBatch,
  attempt: Attempt,
): Promise<StoreOutcome> {
  const outcome = await target.attempt(async (opened) => {
    const stored = await storeBatch(opened, session, batch, attempt);
    if ('again' in stored) return stored;
    if (!(await attempt.stages.enter('job'))) return { again: 'conflict' };
    if (!target.job) await progress.save(opened, stored.stored);
    return stored;
  });
  if ('again' in outcome) return outcome;
  if (target.job) await transaction(target.job, (opened) => progress.save(opened, outcome.stored));
  recordStored(session, outcome.stored);
  progress.recordSaved();
  return outcome;
}

/**
 * Creates a batch writer. A batch is stored in these attempts:
 *
 * | attempt     | runs                  | new products | links                            | `again` leads to |
 * |-------------|-----------------------|--------------|----------------------------------|------------------|
 * | overlapping | with the batch ahead  | are copied   | are checked late, if all are new | alone            |
 * | alone       | after the batch ahead | are inserted | are checked first                | alone            |
 *
 * After `again: 'definitions'` and `'rejected'` the batch is judged again, with the current definitions and without the rejected products.
 */
export function createBatchWriter(session: ImportSession, target: WriteTarget): BatchWriter {
  const { database } = session.deps;
  const progress = createJobProgress(session);
  let last: { stages: FollowedStages; stored: Promise<unknown> } | undefined;

  async function flush(): Promise<void> {
    if (!progress.isUnsaved) return;
    await transaction(target.job ?? database, (opened) => progress.save(opened));
    progress.recordSaved();
  }

  async function writeIdle(batch: PreparedBatch): Promise<StoredBatch> {
    const stored = idleResult(batch);
    recordStored(session, stored);
    progress.recordUnsaved();
    if (progress.isDue) await flush();
    return stored;
  }

  async function writeAlone(prepared: PreparedBatch): Promise<StoredBatch> {
    let batch = prepared;
    const { stored } = await repeatUntilDone(async (): Promise<StoreOutcome> => {
      if (batch.structure !== session.structure) batch = await prepareAgain(session, batch);
      if (isIdle(batch)) return { stored: await writeIdle(batch) };
      const outcome = await attemptBatch(session, target, progress, batch, safeAttempt);
      if ('stored' in outcome || outcome.again === 'conflict' || outcome.again === 'links') return outcome;
      if (outcome.again === 'rejected') batch = { ...batch, excluded: exclude(batch.excluded, outcome.rejected) };
      // reloaded after rejections as well, because the session's copy contains attributes that only rejected products use
      useStructure(session, await loadStructure(target.connection, session.request.clientId));
      return outcome;
    });
    return stored;
  }

  async function write(
    batch: PreparedBatch,
    stages: Stages,
    ahead: Promise<unknown> | undefined,
  ): Promise<StoredBatch> {
    if (target.overlaps && batch.structure === session.structure && !isIdle(batch)) {
      const outcome = await attemptBatch(session, target, progress, batch, { stages, copiesNew: true });
      if ('stored' in outcome) return outcome.stored;
      stages.fail();
    }
    await ahead;
    return writeAlone(batch);
  }

  return {
    depth: target.overlaps ? 2 : 1,
    write(batch) {
      const stages = createStages(last?.stages);
      const stored = write(batch, stages, last?.stored);
      stored.then(stages.finish, stages.fail);
      last = { stages, stored };
      return stored;
    },
    flush,
  };
}
