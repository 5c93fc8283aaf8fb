import type { ImportReport } from '@pimento/contract';
import { type Database, PimentoError, transaction } from '../../platform/core.ts';
import { problem } from '@pimento/contract/problem';
import { type CompiledStructure, loadStructure, lockStructure, tryDefinitions } from '../../structure/core.ts';
import { type BatchWriter, createBatchWriter, oneTransaction, ownTransactions } from './batch-writer.ts';
import { retryConflicts } from './conflict-retry.ts';
import { runDry } from './dry-run-store.ts';
import { readAndStore } from './import-engine.ts';
import { finishJob } from '../jobs/import-job-store.ts';
import { canGoOn, type ImportFault, faultOf, reportOf } from './import-report.ts';
import {
  createSession,
  type ImportDeps,
  type ImportProgress,
  type ImportSession,
  noProgress,
  receivedBytes,
  useStructure,
} from '../store/import-session.ts';
import type { ImportRequest, OpenedBody } from '../judge/import-types.ts';
import type { BodyContent } from '../read/content-hash.ts';

/** The outcome of an import, and the content of the part of the body that was read. The content is undefined if the body was not hashed. */
export type ImportOutcome = ({ report: ImportReport } | { fault: ImportFault }) & { content?: BodyContent | undefined };

/**
 * Opens a body at its start. An atomic import calls this function again when it restarts. Any other import calls it once.
 * @param handled number of products that an earlier run has handled
 */
export type BodySource = (handled: number) => OpenedBody;

/** The result of the work before the body of an import is opened. */
export interface Prepared {
  /** Attributes that were created, or that a dry run would create. */
  created: string[];
  /** Returns the definitions that a dry run adds to its copy. Undefined if nothing is added. */
  tried?: ((structure: CompiledStructure) => readonly unknown[]) | undefined;
}

const noPreparation: Prepared = { created: [] };

function open(session: ImportSession, body: BodySource): AsyncIterable<Uint8Array> {
  const { bytes, origins } = body(session.tally.handled);
  session.origins = origins;
  return bytes;
}

/** @throws Error if products were read from a file but did not arrive at the import, so that the import would lose them silently */
function requireAllHandled({ origins, tally }: ImportSession): void {
  const read = origins?.readCount ?? tally.handled;
  if (read !== tally.handled)
    throw new Error(`${read} products were read from the file, but ${tally.handled} were imported`);
}

function complete(connection: Database, session: ImportSession): Promise<void> {
  requireAllHandled(session);
  const { deps, request } = session;
  const bytesReceived = receivedBytes(session);
  return finishJob(connection, request, deps.owner, { status: 'Completed', fault: null, bytesReceived });
}

/**
 * Limits the number of products of an atomic import, because the import holds its locks until it ends. A dry run of an atomic import has
 * the same limit.
 */
function limited(writer: BatchWriter, session: ImportSession): BatchWriter {
  const max = session.deps.limits.atomicProducts;
  return {
    ...writer,
    write(batch) {
      if (session.tally.handled + batch.items.length > max) {
        throw new PimentoError(problem('too-many-products', { maxProducts: max }));
      }
      return writer.write(batch);
    },
  };
}

/**
 * Imports the whole body in one transaction, which begins only after the body has been received completely, so that a slow sender holds no
 * locks. The transaction locks the definitions exclusively, so that it cannot deadlock with another import, and restarts after a conflict.
 * The job ends with the same commit, so that no process can find it unfinished and run it again.
 * @param onAttempt gets the session of each attempt
 * @param createdAttributes attributes that were created before the import
 */
async function runAtomic(
  deps: ImportDeps,
  request: ImportRequest,
  body: BodySource,
  { createdAttributes, onAttempt }: { createdAttributes: string[]; onAttempt: (session: ImportSession) => void },
): Promise<ImportSession> {
  const progress = { ...noProgress, createdAttributes };
  return retryConflicts(() =>
    transaction(deps.database, async (opened) => {
      await lockStructure(opened, request.clientId, 'update');
      const structure = await loadStructure(opened, request.clientId);
      const session = createSession(deps, request, structure, { copiesNew: false, progress });
      onAttempt(session);
      const writer = createBatchWriter(session, oneTransaction(opened));
      await readAndStore(session, open(session, body), limited(writer, session), false);
      await complete(opened, session);
      return session;
    }),
  );
}

async function runBatches(session: ImportSession, body: BodySource): Promise<void> {
  const { database } = session.deps;
  // the payloads of a bulk edit change products, so comparing fingerprints would find hardly any match
  const compares = session.request.origin !== 'bulk';
  await readAndStore(session, open(session, body), createBatchWriter(session, ownTransactions(database)), compares);
  await complete(database, session);
}

/**
 * Performs a dry run. Products are stored in a temporary copy, which is dropped afterwards. Like an atomic import, it begins only after the
 * body has been received completely, so that a slow sender does not keep the transaction open. The job with its counts and errors is kept.
 */
async function runOnCopy(session: ImportSession, body: BodySource, tried: Prepared['tried']): Promise<void> {
  const { database } = session.deps;
  const { clientId } = session.request;
  await runDry(database, clientId, async (copy) => {
    if (tried) {
      await tryDefinitions(copy.opened, clientId, tried);
      useStructure(session, await loadStructure(copy.opened, clientId));
    }
    const inCopy = createBatchWriter(session, {
      attempt: copy.attempt,
      connection: copy.opened,
      overlaps: false,
      job: database,
    });
    const writer = session.request.atomic ? limited(inCopy, session) : inCopy;
    const write: BatchWriter['write'] = async (batch) => {
      await copy.addProducts(batch);
      return writer.write(batch);
    };
    await readAndStore(session, open(session, body), { ...writer, write }, false);
  });
  await complete(database, session);
}

/** Imports a body, each batch in a separate transaction. A dry run stores all batches in a temporary copy, in one transaction. */
async function runInBatches(
  deps: ImportDeps,
  request: ImportRequest,
  body: BodySource,
  {
    progress,
    onStart,
    tried,
  }: { progress: ImportProgress; onStart: (session: ImportSession) => void; tried: Prepared['tried'] },
): Promise<ImportSession> {
  const structure = await loadStructure(deps.database, request.clientId);
  const session = createSession(deps, request, structure, { copiesNew: !request.dryRun, progress });
  onStart(session);
  await (request.dryRun ? runOnCopy(session, body, tried) : runBatches(session, body));
  return session;
}

/**
 * Runs one import to its end (success or failure) and stores the outcome in its job. If the database becomes unavailable or has no free
 * space, the job stays unfinished.
 * @param options.progress the progress of an earlier, interrupted run; the body is read from its start, and products that the earlier run
 * handled are skipped
 * @param options.prepare work before the body is opened
 */
export async function runImport(
  deps: ImportDeps,
  request: ImportRequest,
  body: BodySource,
  options: { progress?: ImportProgress; prepare?: () => Promise<Prepared> } = {},
): Promise<ImportOutcome> {
  const { progress = noProgress, prepare } = options;
  const latest: { session?: ImportSession } = {};
  const remember = (session: ImportSession) => {
    latest.session = session;
  };
  try {
    const { created, tried } = (await prepare?.()) ?? noPreparation;
    const createdAttributes = [...progress.createdAttributes, ...created];
    const session =
      request.atomic && !request.dryRun
        ? await runAtomic(deps, request, body, { createdAttributes, onAttempt: remember })
        : await runInBatches(deps, request, body, {
            progress: { ...progress, createdAttributes },
            onStart: remember,
            tried,
          });
    return { report: reportOf(session), content: session.content?.value() };
  } catch (error) {
    const { session } = latest;
    const fault = faultOf(error, session ?? { request, tally: progress.tally });
    if (!canGoOn(fault)) {
      const stored = { code: fault.code, message: fault.message, params: fault.params, ...fault.extra };
      await finishJob(deps.database, request, deps.owner, {
        status: 'Failed',
        fault: stored,
        bytesReceived: session ? receivedBytes(session) : 0,
      });
    }
    return { fault, content: session?.content?.value() };
  }
}
