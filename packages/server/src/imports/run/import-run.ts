import type { ImportReport } from '@pimento/contract';
import { type Database, PimentoError, transaction } from '../../platform/core.ts';
import { problem } from '@pimento/contract/problem';
import { loadStructure, lockStructure } from '../../structure/core.ts';
import { type BatchWriter, createBatchWriter, type UnitOfWork } from './batch-writer.ts';
import { retryConflicts } from './conflict-retry.ts';
import { runDry } from './dry-run-store.ts';
import { readAndStore } from './import-engine.ts';
import { finishJob } from '../jobs/import-job-store.ts';
import { type ImportFault, faultOf, reportOf } from './import-report.ts';
import {
  createSession,
  type ImportDeps,
  type ImportProgress,
  type ImportSession,
  noProgress,
} from '../store/import-session.ts';
import type { ImportWish } from '../judge/import-types.ts';

export type ImportOutcome = { report: ImportReport } | { fault: ImportFault };

/** A body that can be read from its start as often as needed. */
export type BodySource = () => AsyncIterable<Uint8Array>;

const ownTransactions =
  (database: Database): UnitOfWork =>
  (work) =>
    retryConflicts(() => transaction(database, work));

function complete(connection: Database, { deps, wish, bytesRead }: ImportSession): Promise<void> {
  return finishJob(connection, wish, deps.owner, { status: 'Completed', fault: null, bytesReceived: bytesRead });
}

/** Refuses what would hold its locks for too long; a dry run, what would be refused. */
function limited(writer: BatchWriter, session: ImportSession): BatchWriter {
  const most = session.deps.limits.atomicProducts;
  return {
    ...writer,
    write(batch) {
      if (session.tally.handled + batch.items.length > most) {
        throw new PimentoError(problem('too-many-products', { maxProducts: most }));
      }
      return writer.write(batch);
    },
  };
}

/**
 * The whole body in one transaction, which begins only when the body has arrived completely: a slow sender holds no locks. It holds the
 * definitions alone, so that it cannot meet another import halfway. What loses against another transaction loses all, and starts over.
 * The job ends with the same commit: nobody may find it unfinished and run it again.
 */
async function runAtomic(deps: ImportDeps, wish: ImportWish, body: BodySource): Promise<ImportSession> {
  return retryConflicts(() =>
    transaction(deps.database, async (transaction) => {
      await lockStructure(transaction, wish.clientId, 'update');
      const session = createSession(deps, wish, await loadStructure(transaction, wish.clientId), noProgress);
      const unit: UnitOfWork = (work) => work(transaction);
      await readAndStore(
        session,
        body(),
        limited(createBatchWriter(session, { unit, isOneTransaction: true }), session),
        false,
      );
      await complete(transaction, session);
      return session;
    }),
  );
}

async function runBatches(session: ImportSession, body: BodySource): Promise<void> {
  const { database } = session.deps;
  const writer = createBatchWriter(session, {
    unit: ownTransactions(database),
    onceBeside: (work) => transaction(database, work),
  });
  await readAndStore(session, body(), writer, true);
  await complete(database, session);
}

/** In a dry run products go into a copy that is thrown away; the job with its figures and errors is real. */
async function runOnCopy(session: ImportSession, body: BodySource): Promise<void> {
  const { database } = session.deps;
  await runDry(database, session.wish.clientId, async (copy) => {
    const inCopy = createBatchWriter(session, { unit: copy.unit, jobUnit: ownTransactions(database) });
    const writer = session.wish.atomic ? limited(inCopy, session) : inCopy;
    await readAndStore(
      session,
      body(),
      { ...writer, write: async (batch) => (await copy.bring(batch), writer.write(batch)) },
      false,
    );
  });
  await complete(database, session);
}

/**
 * Runs one import to its end, whatever that is, and writes the end into its job.
 * @param progress what an earlier run had reached; the body is read from its start, and products that were handled are passed over
 */
export async function runImport(
  deps: ImportDeps,
  wish: ImportWish,
  body: BodySource,
  progress: ImportProgress = noProgress,
): Promise<ImportOutcome> {
  let session: ImportSession | undefined;
  try {
    if (wish.atomic && !wish.dryRun) session = await runAtomic(deps, wish, body);
    else {
      session = createSession(deps, wish, await loadStructure(deps.database, wish.clientId), progress);
      await (wish.dryRun ? runOnCopy(session, body) : runBatches(session, body));
    }
    return { report: reportOf(session) };
  } catch (error) {
    const fault = faultOf(error, session ?? { wish, tally: progress.tally });
    if (fault.code !== 'unavailable') {
      const stored = { code: fault.code, message: fault.message, params: fault.params, ...fault.extra };
      await finishJob(deps.database, wish, deps.owner, {
        status: 'Failed',
        fault: stored,
        bytesReceived: session?.bytesRead ?? 0,
      });
    }
    return { fault };
  }
}
