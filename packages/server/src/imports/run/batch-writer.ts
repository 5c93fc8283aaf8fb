import { ProductsMet } from '../../catalog/core.ts';
import { isSerializationConflict, type Transaction } from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import {
  type AppliedBatch,
  applyBatch,
  type Attempt,
  JudgedByOldDefinitions,
  LinksComeFirst,
} from '../store/import-apply.ts';
import { appendErrors, saveProgress } from '../jobs/import-job-store.ts';
import { type PreparedBatch, prepareAgain } from '../store/import-prepare.ts';
import { answeredProblems, type ImportSession, useStructure } from '../store/import-session.ts';
import { addTally, type ImportTally } from '../judge/import-types.ts';
import { AheadFailed, alone, createPassage, type FollowedPassage, type Passage } from '../store/passage.ts';

/** Stores prepared batches in their order, each with the progress that it makes. */
export interface BatchWriter {
  /** Batches that may be handed over before the first of them is stored. */
  readonly depth: number;
  /** Resolves when the batch and all before it are stored. */
  write(batch: PreparedBatch): Promise<AppliedBatch>;
  /** Writes progress that no batch has carried yet. */
  flush(): Promise<void>;
}

/** Runs one unit of work: its own transaction for each batch, run again where it lost against another, or one that spans them all. */
export type UnitOfWork = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** Adds what a stored batch came to; only now is it true. */
function account(session: ImportSession, batch: PreparedBatch, applied: AppliedBatch): void {
  session.tally = addTally(session.tally, applied.tally);
  session.createdAttributes.push(...applied.createdAttributes);
  for (const category of applied.categories) session.knownCategories.add(category);
  for (const { code } of applied.problems) session.problemCounts.set(code, (session.problemCounts.get(code) ?? 0) + 1);
  session.problems.push(...applied.problems.slice(0, answeredProblems - session.problems.length));
  session.warnings.push(...batch.warnings.slice(0, answeredProblems - session.warnings.length));
}

/** Nothing to store: every product was found to be just what is stored. */
const isIdle = (batch: PreparedBatch) => batch.unchanged === batch.items.length && batch.warnings.length === 0;

/** Whether the body held one of the products before, so that it is likely to exist. */
const stoodBefore = (batch: PreparedBatch) => batch.products.some(({ item }) => item.before?.duplicateOf !== undefined);

/** With idle batches progress is written once in a while: each costs a commit, and comparing 500 fingerprints does not. */
const idleFlushMs = 500;

/** Where batches and progress are written. */
export interface WriterUnits {
  /** Where batches are stored. */
  unit: UnitOfWork;
  /** One transaction spans all units, so nothing of a batch can be taken back. */
  isOneTransaction?: boolean;
  /** Where progress and errors are written, if not with the batch: so in dry runs. */
  jobUnit?: UnitOfWork;
  /**
   * A transaction of its own that is tried once, where two may be under way: a batch goes through its stages behind the one before, so
   * that the database inserts products without a pause. It is done again by `unit` where anything went wrong.
   */
  onceBeside?: UnitOfWork;
}

export function createBatchWriter(session: ImportSession, units: WriterUnits): BatchWriter {
  const { unit, jobUnit, onceBeside, isOneTransaction = false } = units;
  const { deps, wish } = session;
  let last: { passage: FollowedPassage; stored: Promise<unknown> } | undefined;
  let savedAttributes = session.createdAttributes.length;
  let savedWarnings = session.warnings.length;
  let unsaved = false;
  let savedAt = deps.clock.monotonic();

  async function saveJob(
    connection: Transaction,
    batch: PreparedBatch | undefined,
    applied: AppliedBatch | undefined,
  ): Promise<void> {
    const tally: ImportTally = applied ? addTally(session.tally, applied.tally) : session.tally;
    const attributes = [...session.createdAttributes, ...(applied?.createdAttributes ?? [])];
    const warnings = [...session.warnings, ...(batch?.warnings ?? [])].slice(0, answeredProblems);
    if (applied) await appendErrors(connection, wish, session.tally.errors, applied.problems);
    await saveProgress(connection, wish, deps.owner, {
      tally,
      createdAttributes: attributes.length > savedAttributes ? attributes : undefined,
      warnings: warnings.length > savedWarnings ? warnings : undefined,
      bytesReceived: session.bytesRead,
    });
  }

  function noteSaved(): void {
    unsaved = false;
    savedAt = deps.clock.monotonic();
    savedAttributes = session.createdAttributes.length;
    savedWarnings = session.warnings.length;
  }

  async function storeIn(
    space: UnitOfWork,
    batch: PreparedBatch,
    { passage = alone, linksFirst = isOneTransaction, blindly = false }: Partial<Attempt> = {},
  ): Promise<AppliedBatch> {
    const applied = await space(async (transaction) => {
      const outcome = await applyBatch(transaction, session, batch, { passage, linksFirst, blindly });
      await passage.enter('job');
      if (!jobUnit) await saveJob(transaction, batch, outcome);
      return outcome;
    });
    if (jobUnit) await jobUnit((connection) => saveJob(connection, batch, applied));
    account(session, batch, applied);
    noteSaved();
    return applied;
  }

  async function flush(): Promise<void> {
    if (!unsaved) return;
    await (jobUnit ?? unit)((connection) => saveJob(connection, undefined, undefined));
    noteSaved();
  }

  async function writeIdle(batch: PreparedBatch): Promise<AppliedBatch> {
    const handled = batch.items.length;
    const tally = { handled, created: 0, updated: 0, unchanged: handled, rejected: 0, errors: 0, warnings: 0 };
    const applied = { tally, problems: [], createdAttributes: [], categories: [], met: true };
    account(session, batch, applied);
    unsaved = true;
    if (deps.clock.monotonic() - savedAt > idleFlushMs) await flush();
    return applied;
  }

  /** Stores a batch that has none before it under way. */
  async function writeAlone(prepared: PreparedBatch, linksFirst = isOneTransaction): Promise<AppliedBatch> {
    const batch = prepared.structure === session.structure ? prepared : await prepareAgain(session, prepared);
    if (isIdle(batch)) return writeIdle(batch);
    try {
      return await storeIn(unit, batch, { linksFirst });
    } catch (error) {
      if (error instanceof LinksComeFirst) return writeAlone(batch, true);
      if (!(error instanceof JudgedByOldDefinitions)) throw error;
      useStructure(session, await unit((connection) => loadStructure(connection, wish.clientId)));
      return writeAlone(batch, linksFirst);
    }
  }

  /** Stores a batch right behind the one before it, or, where that does not work out, after it. */
  async function writeBehind(
    batch: PreparedBatch,
    passage: Passage,
    ahead: Promise<unknown> | undefined,
  ): Promise<AppliedBatch> {
    if (onceBeside && batch.structure === session.structure && !isIdle(batch)) {
      try {
        return await storeIn(onceBeside, batch, { passage, blindly: !stoodBefore(batch) });
      } catch (error) {
        passage.fail();
        const passes =
          error instanceof AheadFailed ||
          error instanceof JudgedByOldDefinitions ||
          error instanceof LinksComeFirst ||
          error instanceof ProductsMet ||
          isSerializationConflict(error);
        if (!passes) throw error;
      }
    }
    await ahead;
    return writeAlone(batch);
  }

  return {
    depth: onceBeside ? 2 : 1,
    write(batch) {
      const passage = createPassage(last?.passage);
      const stored = writeBehind(batch, passage, last?.stored);
      stored.then(passage.finish, passage.fail);
      last = { passage, stored };
      return stored;
    },
    flush,
  };
}
