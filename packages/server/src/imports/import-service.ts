import type { EditedOutcome, ImportReport, JobOrigin } from '@pimento/contract';
import {
  type ClientCaller,
  type ClientId,
  type Clock,
  describeSpan,
  type Database,
  type Metrics,
  PimentoError,
} from '../platform/index.ts';
import { handleOnce, type Handled, type ImportAnswer, repeatAnswer } from './idempotency-service.ts';
import type { IdempotentRequest } from './jobs/idempotency-store.ts';
import { createJob, finishJob } from './jobs/import-job-store.ts';
import type { ClientQuotas } from '../access/index.ts';
import { refusalOf } from './run/fault-refusal.ts';
import type { ImportFault } from './run/import-report.ts';
import type { ImportThreads } from './run/import-threads.ts';
import { readEdit } from './read/edit-body.ts';
import { type Edit, maxEditBytes, type ProductEditor } from './edit-service.ts';
import type { ImportLimits, ImportType, ImportRequest } from './judge/import-types.ts';
import { type RequestFacts, requestHashes } from './request-rules.ts';

export interface ImportServiceDeps {
  database: Database;
  clock: Clock;
  threads: ImportThreads;
  /** Refuses imports of clients that have used up a quota. */
  quotas: ClientQuotas;
  /** Stores edits of one product without using an import thread. */
  edit: ProductEditor;
  owner: string;
  limits: ImportLimits;
  /** Called when a body has been stored, so that its import starts immediately. */
  onStored(): void;
  /** Called after each import, so that the work that follows it starts immediately. */
  onImported(): void;
  /** Counts the products of imports that have completed within their requests. */
  metrics: Pick<Metrics, 'importedProducts'>;
  /** Returns the outcomes of an edited product on channels. @returns undefined if the product is not evaluated */
  evaluateEdited(edited: { clientId: ClientId; productId: string }): Promise<EditedOutcome[] | undefined>;
  logFault: (fault: ImportFault, jobId: string) => void;
}

export interface ImportQuery {
  importType: ImportType;
  origin: JobOrigin;
  dryRun: boolean;
  atomic: boolean;
}

/** Adds the products of an import to the metrics. */
function countImported({ metrics }: Pick<ImportServiceDeps, 'metrics'>, report: ImportReport): void {
  for (const outcome of ['created', 'updated', 'unchanged', 'rejected'] as const)
    metrics.importedProducts.inc({ outcome }, report[outcome]);
}

/** Ends the job of an import if a PimentoError refused the import before it started. @throws the given error */
async function endUnstarted(
  { database, owner }: ImportServiceDeps,
  request: ImportRequest,
  error: unknown,
): Promise<never> {
  if (error instanceof PimentoError) {
    const { code, message, params } = error;
    await finishJob(database, request, owner, {
      status: 'Failed',
      fault: { code, message, params },
      bytesReceived: 0,
    }).catch(
      () => undefined, // if this fails, the lease of the job expires
    );
  }
  throw error;
}

async function handle(
  deps: ImportServiceDeps,
  request: ImportRequest,
  facts: RequestFacts,
  body: AsyncIterable<Uint8Array>,
): Promise<Handled> {
  if (facts.respondAsync) await deps.quotas.require(request.clientId, 'bodyBytes', facts.bytesTotal ?? 1);
  await createJob(deps.database, request, { durable: facts.respondAsync, owner: deps.owner });
  if (facts.respondAsync) {
    const stored = await deps.threads.receive(request, body);
    if ('fault' in stored) return { refusal: refusalOf(deps, stored.fault, request.jobId), content: undefined };
    deps.onStored();
    const { content } = stored.received;
    return { answer: { status: 202, body: { jobRef: request.jobId, status: 'Importing' } }, content };
  }
  const outcome = await deps.threads
    .import(request, body)
    .catch((error: unknown) => endUnstarted(deps, request, error));
  const { content } = outcome;
  if ('fault' in outcome) return { refusal: refusalOf(deps, outcome.fault, request.jobId), content };
  countImported(deps, outcome.report);
  deps.onImported();
  return { answer: { status: 200, body: outcome.report }, content };
}

/**
 * Returns true if the properties of a request allow an edit of one product. The body, which must contain exactly one product, is checked
 * later.
 */
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
  if ('first' in outcome) return repeatAnswer(outcome.first, outcome.idempotent, () => edit.content);
  countImported(deps, outcome.report);
  // This starts downloads immediately, and the evaluation of other products after a delay, so that it seldom slows down this response.
  deps.onImported();
  const { clientId } = edit.request;
  const { productId } = outcome;
  const readiness = productId === undefined ? undefined : await deps.evaluateEdited({ clientId, productId });
  return { status: 200, body: { ...outcome.report, ...(readiness && { readiness }) } };
}

/** Imports a body that is not an edit of one product. */
async function answerImport(
  deps: ImportServiceDeps,
  request: ImportRequest,
  facts: RequestFacts,
  { body, idempotent }: { body: AsyncIterable<Uint8Array>; idempotent: IdempotentRequest | undefined },
): Promise<ImportAnswer> {
  if (!idempotent) {
    const handled = await handle(deps, request, facts, body);
    if ('refusal' in handled) throw handled.refusal;
    return handled.answer;
  }
  return handleOnce(deps.database, {
    idempotent,
    handle: () => handle(deps, request, facts, body),
    async readContent(maxBytes) {
      const repeated = await deps.threads.compare(request, body, maxBytes);
      if ('fault' in repeated) throw refusalOf(deps, repeated.fault, request.jobId);
      return repeated.read;
    },
  });
}

/**
 * Imports a body. An edit of one product is stored within the request. An import thread imports any other body, later if the HTTP client
 * prefers an asynchronous response.
 * @throws PimentoError for a request or body that is refused as a whole; the guide about imports lists the codes
 */
export async function importBody(
  deps: ImportServiceDeps,
  caller: ClientCaller,
  facts: RequestFacts,
  query: ImportQuery,
  body: AsyncIterable<Uint8Array>,
): Promise<ImportAnswer> {
  const { clientId, actor } = caller;
  const { format, encoding, bytesTotal, idempotencyKey: key } = facts;
  const jobId = deps.clock.newId();
  describeSpan({ 'pimento.job': jobId });
  const request: ImportRequest = {
    ...query,
    clientId,
    actor,
    jobId,
    format,
    encoding,
    bytesTotal,
    isStored: facts.respondAsync,
    hashesContent: key !== undefined,
    file: undefined,
  };
  // The origin is excluded because it is only a label. A repeat with a different origin is still the same request.
  const { origin: _origin, ...meant } = query;
  const idempotent = key === undefined ? undefined : { clientId, key, jobId, ...requestHashes(facts, meant) };
  const read = mayBeEdit(deps.limits, facts, query) ? await readEdit(body) : { body };
  if ('product' in read) return answerEdit(deps, { request, ...read, idempotent });
  return answerImport(deps, request, facts, { body: read.body, idempotent });
}
