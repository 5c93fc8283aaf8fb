import { parentPort, workerData } from 'node:worker_threads';
import {
  importPlans,
  inSpan,
  openDatabase,
  startTelemetry,
  releaseHeapMemory,
  systemClock,
  type Transaction,
} from '../../platform/core.ts';
import { type BodySpool, withSpooledBody } from './body-spool.ts';
import { storeBody } from './durable-body.ts';
import { readBodyChunks } from '../jobs/import-body-store.ts';
import { requireUsableKey } from './key-check.ts';
import { faultOf, faultOfRequest } from './import-report.ts';
import { type BodySource, type ImportOutcome, runImport } from './import-run.ts';
import { type ImportDeps, type ImportProgress, noProgress } from '../store/import-session.ts';
import type { PreparedFile } from '../files/feed-preparation.ts';
import type { FilePlan, ImportRequest } from '../judge/import-types.ts';
import { finishJob } from '../jobs/import-job-store.ts';
import { decodeBody } from '../read/body-decoder.ts';
import { limitBody } from '../read/body-limit.ts';
import { readContent } from '../read/content-hash.ts';
import { relayedBody } from './relayed-body.ts';
import { importsPerThread, type ThreadAnswer, type ThreadSetup, type ThreadTask } from './thread-messages.ts';

const setup = workerData as ThreadSetup; // written by import-threads.ts
await startTelemetry({ traces: setup.isTraced, metrics: false }, { version: setup.version, role: 'import' });
const { kysely: database } = openDatabase({
  connectionString: setup.connectionString,
  max: importsPerThread * 3,
  name: 'pimento-import',
  onError: () => undefined,
  settings: importPlans,
  copies: true,
});
const deps: ImportDeps = { database, clock: systemClock, limits: setup.limits, owner: setup.owner };

/** Runs an import with the body of its request. The body of an atomic import or a dry run is first written to the disk, up to the limit. */
async function runRelayed(task: Extract<ThreadTask, { kind: 'import' }>, spool: BodySpool): Promise<ImportOutcome> {
  const { request } = task;
  const body = relayedBody(task);
  if (!request.atomic && !request.dryRun) return runImport(deps, request, () => ({ bytes: body }));
  const sent = limitBody(body, setup.limits.bodyBytes);
  return withSpooledBody(spool, sent, (source) => runImport(deps, request, source));
}

async function receive(task: Extract<ThreadTask, { kind: 'receive' }>): Promise<ThreadAnswer> {
  const content = await storeBody(database, task.request, relayedBody(task), setup.limits);
  return { received: { content } };
}

/** Reads the body of a repeated request, so that it can be compared with the body of the first request. */
async function compare(task: Extract<ThreadTask, { kind: 'compare' }>): Promise<ThreadAnswer> {
  const { request, maxBytes } = task;
  const sent = limitBody(relayedBody(task), setup.limits.bodyBytes);
  return { read: await readContent(decodeBody(sent, request.encoding), maxBytes) };
}

/** Imports an uploaded file. The file engine is loaded on demand, because loading it takes about 50 MB of memory. */
async function importFile(request: ImportRequest, plan: FilePlan, progress: ImportProgress): Promise<ImportOutcome> {
  const { openFileBody, prepareFile, withSpool } = await import('../files/file-tasks.ts');
  const { owner, spoolFolder } = setup;
  const recorded = progress.createdAttributes;
  const requireUsable = (opened: Transaction) => requireUsableKey(opened, request, deps.clock.now());
  return withSpool(spoolFolder, (spool) => {
    let prepared: PreparedFile = { feed: undefined, defined: [] };
    const prepare = async () => {
      prepared = await prepareFile({ database, owner, request, recorded, requireUsable }, plan, spool);
      return { created: prepared.defined, tried: prepared.tried };
    };
    const open: BodySource = (handled) =>
      openFileBody(database, request.clientId, plan, { spool, handled, feed: prepared.feed });
    return runImport(deps, request, open, { progress, prepare });
  });
}

/** Runs a bulk edit. Its body has no size limit, because only a part of it is in memory at any time. The code is loaded on demand. */
async function importBulk(request: ImportRequest, progress: ImportProgress): Promise<ImportOutcome> {
  const { openBulkBody } = await import('../bulk/bulk-body-service.ts');
  const unlimited = { ...deps, limits: { ...deps.limits, bodyBytes: Number.MAX_SAFE_INTEGER } };
  return runImport(unlimited, request, (handled) => openBulkBody(deps, request, handled), { progress });
}

function resume({ request, progress }: Extract<ThreadTask, { kind: 'resume' }>): Promise<ImportOutcome> {
  if (request.file) return importFile(request, request.file, progress);
  if (request.origin === 'bulk') return importBulk(request, progress);
  const body: BodySource = () => ({ bytes: readBodyChunks(database, request) });
  return runImport(deps, request, body, { progress });
}

async function workWithFile(task: Extract<ThreadTask, { kind: 'file' }>): Promise<ThreadAnswer> {
  const { runFileWork } = await import('../files/file-tasks.ts');
  const { clock, limits } = deps;
  const body = () => relayedBody(task);
  const { spoolFolder } = setup;
  try {
    return { file: await runFileWork({ database, clock, maxBytes: limits.bodyBytes, spoolFolder, body }, task.work) };
  } catch (error) {
    return { fault: faultOfRequest(error) };
  }
}

async function answer(task: ThreadTask): Promise<ThreadAnswer> {
  if (task.kind === 'file') return workWithFile(task);
  const spool: BodySpool = { folder: setup.spoolFolder, name: task.request.jobId, bytes: 0 };
  try {
    if (task.kind === 'receive') return await receive(task);
    if (task.kind === 'compare') return await compare(task);
    return { outcome: await (task.kind === 'resume' ? resume(task) : runRelayed(task, spool)) };
  } catch (error) {
    const fault = faultOf(error, { request: task.request, tally: noProgress.tally });
    // a repeated request has no job
    if (task.kind === 'compare') return { fault: { ...fault, extra: {} } };
    const stored = { code: fault.code, message: fault.message, params: fault.params };
    await finishJob(database, task.request, setup.owner, {
      status: 'Failed',
      fault: stored,
      bytesReceived: spool.bytes,
    }).catch(() => undefined);
    return { fault };
  }
}

/** Runs a task in a span that continues the trace of the request. */
function tracedAnswer(task: ThreadTask): Promise<ThreadAnswer> {
  const { kind, traceparent: parent } = task;
  const request = task.kind === 'file' ? undefined : task.request;
  const attributes = { 'pimento.job': request?.jobId, 'pimento.client': request?.clientId };
  return inSpan({ name: `import thread: ${kind}`, parent, attributes }, () => answer(task));
}

/** After a task that took longer than this, unused memory is released. An import of 100,000 products leaves about 40 MB. */
const longMs = 1_000;
/** Unused memory of the thread is released when it has been idle for this time. */
const idleMs = 500;
let running = 0;
let release: NodeJS.Timeout | undefined;

async function run(task: ThreadTask): Promise<void> {
  const startedAt = deps.clock.monotonic();
  running += 1;
  clearTimeout(release);
  task.port.postMessage(await tracedAnswer(task));
  task.port.close();
  running -= 1;
  if (running === 0 && deps.clock.monotonic() - startedAt > longMs) release = setTimeout(releaseHeapMemory, idleMs);
}

releaseHeapMemory();
parentPort?.on('message', (task: ThreadTask) => void run(task));
