import type { ImportReport, JobOrigin } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type ClientCaller, type Clock, type Database, PimentoError } from '../platform/index.ts';
import {
  claimIdempotencyKey,
  type IdempotentRequest,
  releaseIdempotencyKey,
  saveIdempotentAnswer,
} from './jobs/idempotency-store.ts';
import { createJob } from './jobs/import-job-store.ts';
import type { ImportFault } from './run/import-report.ts';
import type { ImportThreads } from './run/import-threads.ts';
import { readEdit } from './read/edit-body.ts';
import { type Edit, maxEditBytes, type ProductEditor } from './edit-service.ts';
import type { ImportLimits, ImportType, ImportRequest } from './judge/import-types.ts';
import { type RequestFacts, requestHash } from './request-rules.ts';

export interface ImportServiceDeps {
  database: Database;
  clock: Clock;
  threads: ImportThreads;
  /** Stores edits of one product, without a thread. */
  edit: ProductEditor;
  owner: string;
  limits: ImportLimits;
  /** Called when a body has been stored, so that its import starts at once. */
  onStored(): void;
  onReport(report: ImportReport): void;
  logFault(fault: ImportFault, jobId: string): void;
}

export interface ImportQuery {
  importType: ImportType;
  origin: JobOrigin;
  dryRun: boolean;
  atomic: boolean;
}

export type ImportAnswer =
  | { status: 200; body: ImportReport }
  | { status: 202; body: { jobRef: string; status: 'Importing' } };

/** Converts an import fault to the error for the caller, and logs bugs of the service. */
function refusalOf(deps: ImportServiceDeps, fault: ImportFault, jobId: string): PimentoError {
  if (fault.stack !== undefined) deps.logFault(fault, jobId);
  const headers: Record<string, string> = fault.code === 'unavailable' ? { 'retry-after': '5' } : {};
  return new PimentoError(fault, fault.extra, headers);
}

async function run(
  deps: ImportServiceDeps,
  request: ImportRequest,
  facts: RequestFacts,
  body: AsyncIterable<Uint8Array>,
): Promise<ImportAnswer> {
  await createJob(deps.database, request, { durable: facts.respondAsync, owner: deps.owner });
  if (facts.respondAsync) {
    const stored = await deps.threads.receive(request, body);
    if ('fault' in stored) throw refusalOf(deps, stored.fault, request.jobId);
    deps.onStored();
    return { status: 202, body: { jobRef: request.jobId, status: 'Importing' } };
  }
  const outcome = await deps.threads.import(request, body);
  if ('fault' in outcome) throw refusalOf(deps, outcome.fault, request.jobId);
  deps.onReport(outcome.report);
  return { status: 200, body: outcome.report };
}

/** Returns the first response to a repeated request. Throws an error if there is no response yet or the requests differ. */
function repeatOf(
  first: NonNullable<Awaited<ReturnType<typeof claimIdempotencyKey>>>,
  request: IdempotentRequest,
): ImportAnswer {
  if (!first.requestHash.equals(request.requestHash)) {
    throw new PimentoError(problem('idempotency-key-reused', {}));
  }
  if (first.status === null) {
    throw new PimentoError(
      problem('idempotency-in-progress', { jobRef: first.jobId }),
      { jobRef: first.jobId },
      { 'retry-after': '5' },
    );
  }
  // This type assertion is safe because only runOnce (below) writes this column.
  if (first.status < 300) return { status: first.status, body: first.answer } as ImportAnswer;
  const fault = first.answer as ImportFault; // likewise
  throw new PimentoError(fault, fault.extra);
}

/** Runs an import under an Idempotency-Key. Responses that could be different for a retry (5xx, an aborted request) are not stored. */
async function runOnce(
  deps: ImportServiceDeps,
  request: IdempotentRequest,
  work: () => Promise<ImportAnswer>,
): Promise<ImportAnswer> {
  const first = await claimIdempotencyKey(deps.database, request);
  if (first) return repeatOf(first, request);
  try {
    const answer = await work();
    await saveIdempotentAnswer(deps.database, request, answer.status, answer.body);
    return answer;
  } catch (error) {
    const kept = error instanceof PimentoError && error.status < 500 && error.code !== 'request-aborted';
    if (kept)
      await saveIdempotentAnswer(deps.database, request, error.status, {
        code: error.code,
        message: error.message,
        params: error.params,
        extra: error.extra,
      });
    else await releaseIdempotencyKey(deps.database, request).catch(() => undefined);
    throw error;
  }
}

/** Checks whether a request can be an edit of one product, which is stored immediately. The final decision depends on the body. */
const mayBeEdit = (limits: ImportLimits, facts: RequestFacts, query: ImportQuery): boolean =>
  query.origin === 'edit' &&
  !query.atomic &&
  !query.dryRun &&
  !facts.respondAsync &&
  facts.format === 'json' &&
  facts.encoding === null &&
  facts.bytesTotal !== null &&
  facts.bytesTotal <= Math.min(maxEditBytes, limits.productBytes);

async function answerEdit(deps: ImportServiceDeps, edit: Edit): Promise<ImportAnswer> {
  const outcome = await deps.edit(edit);
  if ('first' in outcome) return repeatOf(outcome.first, outcome.idempotent);
  deps.onReport(outcome.report);
  return { status: 200, body: outcome.report };
}

/**
 * Imports a body. An edit of one product is stored within the request; any other body is imported in a thread, or later if the caller
 * prefers an asynchronous response.
 * @throws PimentoError as listed in section "Errors" of the import guide
 */
export async function importBody(
  deps: ImportServiceDeps,
  caller: ClientCaller,
  facts: RequestFacts,
  query: ImportQuery,
  body: AsyncIterable<Uint8Array>,
): Promise<ImportAnswer> {
  const { clientId, actor } = caller;
  const { format, encoding, bytesTotal, idempotencyKey } = facts;
  const request: ImportRequest = { ...query, clientId, actor, jobId: deps.clock.newId(), format, encoding, bytesTotal };
  // excluded because the origin is only a label: a repeat with another origin is still the same request
  const { origin: _origin, ...meant } = query;
  const idempotent =
    idempotencyKey === undefined
      ? undefined
      : { clientId, key: idempotencyKey, requestHash: requestHash(facts, meant), jobId: request.jobId };
  const read = mayBeEdit(deps.limits, facts, query) ? await readEdit(body) : { body };
  if ('product' in read) return answerEdit(deps, { request, product: read.product, idempotent });
  const work = () => run(deps, request, facts, read.body);
  return idempotent ? runOnce(deps, idempotent, work) : work();
}
