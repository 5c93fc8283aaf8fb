import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileOptions, FilePreview, ImportFile } from '@pimento/contract';
import { grants, importFileHours, maxImportFiles } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { ClientQuotas } from '../access/index.ts';
import {
  type ClientCaller,
  type ClientId,
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  type Transaction,
  transaction,
} from '../platform/index.ts';
import { createFile, deleteFile, keepFile, lockFile } from './files/file-store.ts';
import { countFiles, findFile } from './files/file-views.ts';
import { createFileJob } from './jobs/file-job-store.ts';
import { findJobPlan, getReport } from './jobs/import-job-views.ts';
import type { ImportLimits, ImportType } from './judge/import-types.ts';
import { requireUsableKey } from './run/key-check.ts';
import { refusalOf } from './run/fault-refusal.ts';
import type { ImportFault } from './run/import-report.ts';
import type { ImportThreads } from './run/import-threads.ts';

export interface FileServiceDeps {
  database: Database;
  clock: Clock;
  threads: ImportThreads;
  quotas: ClientQuotas;
  limits: ImportLimits;
  spoolFolder: string;
  /** Called when a job has been created, so that its import starts immediately. */
  onStored(): void;
  logFault: (fault: ImportFault, jobId: string) => void;
}

const hour = 3_600_000;

const unknownFile = (fileId: string) => new PimentoError(problem('unknown-file', { fileId }));

const after = (clock: Clock, hours: number) => new Date(clock.now().getTime() + hours * hour);

/** Returns the answer of a thread. @throws PimentoError if the thread returned a fault */
function answered<T>(deps: FileServiceDeps, answer: { file: T } | { fault: ImportFault }, id: string): T {
  if ('file' in answer) return answer.file;
  throw refusalOf(deps, answer.fault, id);
}

/** @throws PimentoError unknown-file */
export async function getFile(connection: Connection, clientId: ClientId, fileId: string): Promise<ImportFile> {
  const file = await findFile(connection, clientId, fileId);
  if (!file) throw unknownFile(fileId);
  return file;
}

async function requireCapacity(deps: FileServiceDeps, clientId: ClientId, bytes: number | null): Promise<void> {
  const { bodyBytes } = deps.limits;
  if (bytes !== null && bytes > bodyBytes)
    throw new PimentoError(problem('body-too-large', { kind: 'sent', bytes, maxBytes: bodyBytes }));
  await deps.quotas.require(clientId, 'bodyBytes', bytes ?? 1);
  if ((await countFiles(deps.database, clientId)) >= maxImportFiles)
    throw new PimentoError(problem('not-possible-now', { kind: 'too-many-files', max: maxImportFiles }));
}

/**
 * Stores a file while it arrives. If the upload fails, the stored part is deleted.
 * @param bytes size of the file; null if the request does not state it
 * @throws PimentoError body-too-large, quota-exceeded, not-possible-now, request-aborted, invalid-file, unauthorized if the key ended,
 * unknown-client if the client is being deleted
 */
export async function uploadFile(
  deps: FileServiceDeps,
  { clientId, actor }: Pick<ClientCaller, 'clientId' | 'actor'>,
  { name, bytes }: { name: string; bytes: number | null },
  body: AsyncIterable<Uint8Array>,
): Promise<ImportFile> {
  const { database, clock, threads } = deps;
  await requireCapacity(deps, clientId, bytes);
  const key = { clientId, fileId: clock.newId() };
  await createFile(database, key, { name, actor, expiresAt: after(clock, importFileHours.unused) });
  try {
    answered(deps, await threads.file({ kind: 'store', ...key }, body), key.fileId);
    await requireUsableKey(database, { actor, clientId, isStored: false }, clock.now());
  } catch (error) {
    await deleteFile(database, key).catch(() => undefined); // if this fails, the file is deleted when it expires
    throw error;
  }
  return getFile(database, clientId, key.fileId);
}

/** @throws PimentoError unknown-file, unknown-mapping, invalid-file, too-many-requests */
export async function previewFile(
  deps: FileServiceDeps,
  clientId: ClientId,
  fileId: string,
  { options, rows }: { options: FileOptions; rows: number },
): Promise<FilePreview> {
  const file = await getFile(deps.database, clientId, fileId);
  const work = { kind: 'preview', file: { clientId, ...file }, options, rows } as const;
  return { file, ...answered(deps, await deps.threads.file(work), fileId) };
}

export interface FileImportQuery {
  importType: ImportType;
  dryRun: boolean;
  atomic: boolean;
}

/** The client and the actor of a file import. */
export interface FileImporter {
  clientId: ClientId;
  actor: string;
  /** True if the import may create composites. */
  definesComposites: boolean;
}

export const importerOf = ({ clientId, actor, scopes }: ClientCaller): FileImporter => ({
  clientId,
  actor,
  definesComposites: grants(scopes, 'datastandards', 'write'),
});

/**
 * Starts the import of a file. The format and the mapping are determined now and do not change afterwards.
 * @param within called in the transaction that creates the job
 * @throws PimentoError unknown-file, unknown-mapping, invalid-file, invalid-mapping with the open questions, too-many-requests
 */
export async function startFileImport(
  deps: FileServiceDeps,
  { clientId, actor, definesComposites }: FileImporter,
  fileId: string,
  { options, query }: { options: FileOptions; query: FileImportQuery },
  within: (opened: Transaction, jobId: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const { database, clock, threads } = deps;
  const file = await getFile(database, clientId, fileId);
  const work = { kind: 'plan', file: { clientId, ...file }, options, definesComposites } as const;
  const plan = answered(deps, await threads.file(work), fileId);
  const jobId = clock.newId();
  await transaction(database, async (opened) => {
    const isKept = await keepFile(opened, { clientId, fileId }, after(clock, importFileHours.imported));
    if (!isKept) throw unknownFile(fileId);
    await createFileJob(opened, { ...query, clientId, jobId, actor }, plan);
    await within(opened, jobId);
  });
  deps.onStored();
  return jobId;
}

/** Removes a file. @throws PimentoError unknown-file, not-possible-now if an import of the file is running */
export async function removeFile({ database }: FileServiceDeps, clientId: ClientId, fileId: string): Promise<void> {
  await transaction(database, async (opened) => {
    await getFile(opened, clientId, fileId);
    await lockFile(opened, { clientId, fileId });
    if (!(await deleteFile(opened, { clientId, fileId })))
      throw new PimentoError(problem('not-possible-now', { kind: 'file-in-use' }));
  });
}

/** A temporary file with rejected rows. It is deleted after it has been read. */
export interface ErrorFile {
  name: string;
  isWorkbook: boolean;
  content: ReturnType<typeof createReadStream>;
}

/** Returns the name of an error file, for example `prices-errors.csv` for the uploaded file `prices.csv.gz`. */
function errorFileName(name: string, isWorkbook: boolean): string {
  const bare = name.replace(/(?:\.(?:gz|zst|zip))?$/i, '').replace(/\.(?:csv|tsv|tab|txt|xlsx|xlsm)$/i, '');
  return `${bare}-errors.${isWorkbook ? 'xlsx' : 'csv'}`;
}

/**
 * Writes the rejected rows of a file import to a temporary file.
 * @throws PimentoError unknown-job, unknown-file, not-possible-now if the import is still running or has no rejected rows, invalid-file,
 * too-many-requests
 */
export async function openErrorFile(deps: FileServiceDeps, clientId: ClientId, jobRef: string): Promise<ErrorFile> {
  const { database, threads, clock, spoolFolder } = deps;
  const report = await getReport(database, clientId, jobRef);
  if (report.status === 'Importing') throw new PimentoError(problem('not-possible-now', { kind: 'import-running' }));
  const plan = await findJobPlan(database, clientId, jobRef);
  if (!plan || report.rejected === 0) throw new PimentoError(problem('not-possible-now', { kind: 'no-error-file' }));
  await getFile(database, clientId, plan.fileId);
  const path = join(spoolFolder, `errors-${clock.newId()}`);
  const remove = () => rm(path, { force: true }).catch(() => undefined);
  try {
    answered(deps, await threads.file({ kind: 'errors', clientId, jobId: jobRef, plan, path }), jobRef);
  } catch (error) {
    await remove();
    throw error;
  }
  const content = createReadStream(path).once('close', () => void remove());
  const isWorkbook = plan.format.kind === 'xlsx';
  return { name: errorFileName(plan.name, isWorkbook), isWorkbook, content };
}
