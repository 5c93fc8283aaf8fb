import { type Connection, type Database, transaction, type Transaction } from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import { emptyTally, type StoredBatch } from '../judge/import-types.ts';
import { attemptIn, repeatUntilDone } from '../store/attempt.ts';
import { type Attempt, safeAttempt, storeBatch, type StoreOutcome } from '../store/import-apply.ts';
import { type PreparedBatch, prepareAgain } from '../store/import-prepare.ts';
import { type ImportSession, recordStored, useStructure } from '../store/import-session.ts';
import { createStages, type FollowedStages, type Stages } from '../store/stages.ts';
import { createJobProgress, type JobProgress } from './job-progress.ts';

/** Stores prepared batches in their order, each with the progress that it makes. */
export interface BatchWriter {
  /** Max batches that may be handed over before the first of them is stored. */
  readonly depth: number;
  /** Resolves when the batch and all before it are stored. */
  write(batch: PreparedBatch): Promise<StoredBatch>;
  /** Writes progress that no batch has carried yet. */
  flush(): Promise<void>;
}

type Unit = (transaction: Transaction) => Promise<StoreOutcome>;

/** Where batches and progress are written. */
export interface WriteTarget {
  /** Runs one attempt to store a batch; rolls it back if it has to be repeated. */
  attempt: (unit: Unit) => Promise<StoreOutcome>;
  /** Reads what the attempts have written: definitions that changed are loaded from here. */
  connection: Connection;
  /** Two batches may be in progress at once, so that the database inserts products without a pause. */
  overlaps: boolean;
  /** Progress and errors are written here in a transaction of their own, not with the batch: in dry runs. */
  job?: Database;
}

/** Each batch in a transaction of its own, two of them overlapping. */
export const ownTransactions = (database: Database): WriteTarget => ({
  attempt: (unit) => attemptIn(database, unit),
  connection: database,
  overlaps: true,
});

/** A part of one transaction has to run again, so all of it has to: nothing of a batch can be rolled back alone. */
class BatchConflictError extends Error {
  /** Handled like a conflict that the database finds. */
  readonly code = '40001';
}

/** All batches in one transaction, which holds the definitions. @throws BatchConflictError if a batch has to be stored again */
export const oneTransaction = (opened: Transaction): WriteTarget => ({
  async attempt(unit) {
    const outcome = await unit(opened);
    if ('again' in outcome && outcome.again !== 'definitions') throw new BatchConflictError();
    return outcome;
  },
  connection: opened,
  overlaps: false,
});

/** Nothing to store: every product has the fingerprint of the stored one. */
const isIdle = (batch: PreparedBatch) => batch.unchanged === batch.items.length && batch.warnings.length === 0;

function idleResult({ items }: PreparedBatch): StoredBatch {
  const tally = { ...emptyTally, handled: items.length, unchanged: items.length };
  return { tally, problems: [], warnings: [], createdAttributes: [], categories: [], foundStored: true };
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
 * Each batch is tried in this way:
 *
 * | attempt     | runs                 | new products | links                            | `again` leads to |
 * |-------------|----------------------|--------------|----------------------------------|------------------|
 * | overlapping | behind the one ahead | are copied   | are checked late, if all are new | alone            |
 * | alone       | after the one ahead  | are inserted | are checked first                | alone            |
 *
 * After `again: 'definitions'` it is judged again by the new definitions.
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
      if ('again' in outcome && outcome.again === 'definitions')
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
