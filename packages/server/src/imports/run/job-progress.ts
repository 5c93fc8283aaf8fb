import type { Transaction } from '../../platform/core.ts';
import { addCounts, addTally, countProblems, type ImportTally, type StoredBatch } from '../judge/import-types.ts';
import { appendErrors, saveProgress } from '../jobs/import-job-store.ts';
import { requireUsableKey } from './key-check.ts';
import { answeredProblems, type ImportSession, receivedBytes } from '../store/import-session.ts';

/**
 * Interval of progress writes while batches have nothing to store. Comparing the fingerprints of such a batch needs no commit, but each
 * progress write does.
 */
const idleSaveMs = 500;

/** Writes the progress of an import to its job. Data that the job already has is not sent again. */
export interface JobProgress {
  /**
   * Writes progress, including the progress of a batch stored in the same transaction.
   * @throws PimentoError unauthorized if the key of the import can no longer be used, unknown-client if the client is being deleted;
   * JobLostError
   */
  save(transaction: Transaction, batch?: StoredBatch): Promise<void>;
  /** Marks the progress as saved. Call this after the transaction of `save` has committed and the batch has been added to the session. */
  recordSaved(): void;
  /** Marks that the session has progress that is not yet written to the job. */
  recordUnsaved(): void;
  readonly isUnsaved: boolean;
  /** True if the last write was so long ago that progress should be written even if nothing was stored. */
  readonly isDue: boolean;
}

export function createJobProgress(session: ImportSession): JobProgress {
  const { deps, request } = session;
  let savedAttributes = session.createdAttributes.length;
  let savedWarnings = session.warnings.length;
  let isUnsaved = false;
  let savedAt = deps.clock.monotonic();
  return {
    async save(transaction, batch) {
      const tally: ImportTally = batch ? addTally(session.tally, batch.tally) : session.tally;
      const unlisted = new Map(session.unlisted);
      if (batch) addCounts(unlisted, batch.unlisted);
      const problemCounts = new Map(session.problemCounts);
      if (batch) countProblems(problemCounts, batch);
      const attributes = [...session.createdAttributes, ...(batch?.createdAttributes ?? [])];
      const warnings = [...session.warnings, ...(batch?.warnings ?? [])].slice(0, answeredProblems);
      await requireUsableKey(transaction, request, deps.clock.now());
      if (batch) {
        const { origins } = session;
        const problems = origins ? batch.problems.map((problem) => origins.located(problem)) : batch.problems;
        await appendErrors(transaction, request, session.tally.errors, problems);
      }
      await saveProgress(transaction, request, deps.owner, {
        tally,
        createdAttributes: attributes.length > savedAttributes ? attributes : undefined,
        unlisted,
        problemCounts,
        warnings: warnings.length > savedWarnings ? warnings : undefined,
        bytesReceived: receivedBytes(session),
      });
    },
    recordSaved() {
      isUnsaved = false;
      savedAt = deps.clock.monotonic();
      savedAttributes = session.createdAttributes.length;
      savedWarnings = session.warnings.length;
    },
    recordUnsaved() {
      isUnsaved = true;
    },
    get isUnsaved() {
      return isUnsaved;
    },
    get isDue() {
      return deps.clock.monotonic() - savedAt > idleSaveMs;
    },
  };
}
