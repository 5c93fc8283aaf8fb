import type { Transaction } from '../../platform/core.ts';
import { addTally, type ImportTally, type StoredBatch } from '../judge/import-types.ts';
import { appendErrors, saveProgress } from '../jobs/import-job-store.ts';
import { answeredProblems, type ImportSession } from '../store/import-session.ts';

/** Batches with nothing to store write progress at this interval: each write costs a commit, and comparing 500 fingerprints does not. */
const idleSaveMs = 500;

/** Writes the progress of an import into its job, without sending again what the job has already. */
export interface JobProgress {
  /** Writes progress, including a batch that the same transaction stores. */
  save(transaction: Transaction, batch?: StoredBatch): Promise<void>;
  /** Call it after the commit of `save`, when the session includes the batch. */
  recordSaved(): void;
  /** The session has progress that the job has not. */
  recordUnsaved(): void;
  readonly isUnsaved: boolean;
  /** The job has not been written for so long that it should be, even if nothing was stored. */
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
      const attributes = [...session.createdAttributes, ...(batch?.createdAttributes ?? [])];
      const warnings = [...session.warnings, ...(batch?.warnings ?? [])].slice(0, answeredProblems);
      if (batch) await appendErrors(transaction, request, session.tally.errors, batch.problems);
      await saveProgress(transaction, request, deps.owner, {
        tally,
        createdAttributes: attributes.length > savedAttributes ? attributes : undefined,
        warnings: warnings.length > savedWarnings ? warnings : undefined,
        bytesReceived: session.bytesRead,
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
