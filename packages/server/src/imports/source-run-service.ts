import { addAbortSignal } from 'node:stream';
import { problem } from '@pimento/contract/problem';
import type { Dispatcher } from 'undici';
import {
  type ClientId,
  type DropFile,
  type DropPlace,
  type Log,
  type SecretBox,
  type Transaction,
  transaction,
} from '../platform/index.ts';
import { type FileServiceDeps, startFileImport, uploadFile } from './file-service.ts';
import { deleteFile } from './files/file-store.ts';
import { createFailedJob } from './jobs/file-job-store.ts';
import { appendErrors } from './jobs/import-job-store.ts';
import { findMapping } from './mappings/mapping-views.ts';
import { type ArrivingFile, requestAddress } from './sources/address-service.ts';
import { nextFile, withPattern } from './sources/drop-rules.ts';
import { afterFailure, nextTime } from './sources/schedule-rules.ts';
import {
  describeFailure,
  maxDropFiles,
  type SourceFailure,
  SourceRefusedError,
} from './sources/source-failure-rules.ts';
import { endRun, joinUnchanged } from './sources/run-history-store.ts';
import { forgetFiles, recordFile } from './sources/source-file-store.ts';
import * as runStore from './sources/source-run-store.ts';
import { openSecret } from './sources/source-secrets.ts';
import { mappingOf } from './sources/source-settings-rules.ts';
import { trimRuns } from './sources/source-store.ts';
import type { AddressSettings, ClaimedSource, FolderSettings, ReceivedFile } from './sources/source-types.ts';
import { listKnownFiles } from './sources/source-views.ts';

export interface SourceRunDeps extends FileServiceDeps {
  /** Id with which this process claims runs. */
  owner: string;
  log: Log;
  secretBox: SecretBox;
  /** Returns the HTTP agent for addresses (see `createGuardedAgent`). */
  agent(): Promise<Dispatcher>;
  /** Opens the place with watched folders. @returns undefined if the operator has configured none */
  drops(): Promise<DropPlace | undefined>;
}

/** The actor of imports that sources start. */
const actor = 'system:import-source';

interface Run {
  source: ClaimedSource;
  /**
   * Current version of the stored mapping with which files are read. Null if the source names no mapping, or if that mapping has been
   * deleted.
   */
  mappingVersion: number | null;
  /** True if unchanged content is imported as well, because a user requested this or because the mapping has changed. */
  isForced: boolean;
  signal: AbortSignal;
}

/** The file that a run has chosen. `drop` is set if the file is in a watched folder. */
type Chosen = ArrivingFile & { drop?: DropFile };

interface FoundFile {
  chosen: Chosen;
  file: ReceivedFile;
}

async function chooseAddress(
  deps: SourceRunDeps,
  { source, isForced, signal }: Run,
  from: AddressSettings,
): Promise<Chosen | undefined> {
  const { name, sourceId, sealed, etag, lastModified } = source;
  const secret = sealed === null ? undefined : openSecret(deps.secretBox, { sourceId, url: from.url }, sealed);
  if (from.auth !== null && secret === undefined)
    throw new SourceRefusedError(problem('source-failed', { kind: 'secret-unreadable', source: name }));
  const known = isForced ? { etag: null, lastModified: null } : { etag, lastModified };
  return requestAddress({ agent: await deps.agent(), clock: deps.clock }, { from, secret, known, signal });
}

async function chooseDrop(
  deps: SourceRunDeps,
  { source, isForced, signal }: Run,
  { path, pattern }: FolderSettings,
): Promise<Chosen | undefined> {
  const place = await deps.drops();
  if (!place) throw new SourceRefusedError(problem('source-failed', { kind: 'no-folder', source: source.name }));
  const folder = [source.clientId, ...path.split('/')];
  const present = withPattern(await place.list(folder, maxDropFiles), pattern);
  await forgetFiles(deps.database, source, { present: present.map(({ name }) => name), failed: isForced });
  const drop = nextFile(present, await listKnownFiles(deps.database, source), deps.clock.now());
  if (!drop) return undefined;
  const bytes = addAbortSignal(signal, await place.open(folder, drop.name));
  return { name: drop.name.slice(0, 255), size: drop.size, bytes, etag: null, lastModified: null, drop };
}

const choose = (deps: SourceRunDeps, run: Run): Promise<Chosen | undefined> => {
  const { from } = run.source.settings;
  return from.kind === 'address' ? chooseAddress(deps, run, from) : chooseDrop(deps, run, from);
};

/**
 * Returns the time of the next run after a run that did not fail. After a file from a watched folder, the source runs again immediately,
 * because the folder may contain another file. Otherwise null if the source is paused or has no scheduled time.
 */
function dueAfter({ clock }: SourceRunDeps, { settings, isPaused }: ClaimedSource, hadFile: boolean): Date | null {
  const now = clock.now();
  if (settings.from.kind === 'folder' && hadFile) return now;
  return isPaused ? null : nextTime(settings.schedule, now);
}

/** Returns true if the source must run again although it is paused, because the requested run of a folder continues with the next file. */
const goesOn = ({ settings, isPaused }: ClaimedSource, hadFile: boolean): boolean =>
  isPaused && settings.from.kind === 'folder' && hadFile;

/** Ends a run that found nothing new. @param found the received file, if its content equals that of the last import */
async function endUnchanged(deps: SourceRunDeps, { source, mappingVersion }: Run, found?: FoundFile): Promise<void> {
  const drop = found?.chosen.drop;
  const { etag = null, lastModified = null } = found?.chosen ?? {};
  const received = found && { etag, lastModified, sha256: found.file.sha256, mappingVersion };
  await transaction(deps.database, async (opened) => {
    await runStore.releaseSource(opened, deps.owner, source, {
      dueAt: dueAfter(deps, source, drop !== undefined),
      failures: 0,
      askedAt: goesOn(source, drop !== undefined) ? deps.clock.now() : null,
      received,
    });
    if (drop) await recordFile(opened, source, { ...drop, hasFailed: false });
    const end = {
      status: 'Unchanged',
      at: deps.clock.now(),
      file: found?.file ?? null,
      jobId: null,
      fault: null,
    } as const;
    await endRun(opened, source, end);
    if (source.trigger !== 'request') await joinUnchanged(opened, source);
    await trimRuns(opened, source);
  });
}

/** Starts the import of a received file. The transaction that creates the job also ends the run and records the received content. */
async function startImport(deps: SourceRunDeps, run: Run, chosen: Chosen, file: ReceivedFile): Promise<void> {
  const { source, mappingVersion } = run;
  const { clientId, definesComposites, settings } = source;
  const { options, importType, atomic } = settings;
  const end = async (opened: Transaction, jobId: string) => {
    const { etag, lastModified, drop } = chosen;
    await runStore.releaseSource(opened, deps.owner, source, {
      dueAt: dueAfter(deps, source, true),
      failures: 0,
      askedAt: goesOn(source, true) ? deps.clock.now() : null,
      received: { etag, lastModified, sha256: file.sha256, mappingVersion },
      jobId,
    });
    if (drop) await recordFile(opened, source, { ...drop, hasFailed: false });
    await endRun(opened, source, { status: 'Imported', at: deps.clock.now(), file, jobId, fault: null });
    await trimRuns(opened, source);
  };
  const query = { importType, atomic, dryRun: false };
  await startFileImport(deps, { clientId, actor, definesComposites }, file.fileId, { options, query }, end);
}

/**
 * Stores a file while it is received.
 * @throws the error of `bytes` if receiving fails; errors of `uploadFile`
 */
async function receive(deps: SourceRunDeps, clientId: ClientId, { name, size, bytes }: Chosen): Promise<ReceivedFile> {
  const failure: { error?: unknown } = {};
  async function* arriving() {
    try {
      yield* bytes;
    } catch (error) {
      failure.error = error;
      throw error;
    }
  }
  try {
    return await uploadFile(deps, { clientId, actor }, { name, bytes: size }, arriving());
  } catch (error) {
    throw failure.error ?? error;
  }
}

/** Receives a file, and imports it unless its content equals that of the last import. A forced run imports it in any case. */
async function takeFile(deps: SourceRunDeps, run: Run, chosen: Chosen): Promise<void> {
  const { source, isForced } = run;
  const { clientId } = source;
  const stored = await receive(deps, clientId, chosen);
  try {
    run.signal.throwIfAborted();
    if (isForced || stored.sha256 !== source.sha256) return await startImport(deps, run, chosen, stored);
    await endUnchanged(deps, run, { chosen, file: stored });
  } catch (error) {
    await deleteFile(deps.database, { clientId, fileId: stored.fileId }).catch(() => undefined); // if this fails, the file expires
    throw error;
  }
  await deleteFile(deps.database, { clientId, fileId: stored.fileId }).catch(() => undefined); // if this fails, the file expires
}

/** Creates the job of a failed import, so that users are notified. @returns the id of the job */
async function reportFailure(
  deps: SourceRunDeps,
  opened: Transaction,
  { clientId, settings }: ClaimedSource,
  { fault, errors }: SourceFailure,
): Promise<string> {
  const jobId = deps.clock.newId();
  const { importType, atomic } = settings;
  await createFailedJob(
    opened,
    { clientId, jobId, importType, atomic, actor },
    { ...fault, handled: 0 },
    errors.length,
  );
  // a problem with a column has no product index
  const listed = errors.map((error) => ({ ...error, index: error.index ?? 0 }));
  await appendErrors(opened, { clientId, jobId }, 0, listed);
  return jobId;
}

/** Ends a failed run, and decides when the source runs again. @throws SourceLostError if this process no longer holds the source */
async function endFailed(deps: SourceRunDeps, run: Run, error: unknown, chosen: Chosen | undefined): Promise<void> {
  const { source } = run;
  const failure = describeFailure(error, source);
  if (failure.isOwn) deps.log.error({ err: error, source: source.name, clientId: source.clientId }, 'a source failed');
  const failures = source.failures + 1;
  const now = deps.clock.now();
  const { schedule } = source.settings;
  const after = afterFailure({ schedule, isPaused: source.isPaused }, failures, failure, now);
  // if no repetition follows, a folder skips the failed file and continues with its next file
  const skips = chosen?.drop !== undefined && after.isReported;
  await transaction(deps.database, async (opened) => {
    const dueAt = skips ? now : after.dueAt;
    await runStore.releaseSource(opened, deps.owner, source, {
      dueAt,
      failures: skips ? 0 : failures,
      askedAt: goesOn(source, skips) ? now : null,
      isForced: source.isForced && !after.isReported,
    });
    if (skips && chosen.drop) await recordFile(opened, source, { ...chosen.drop, hasFailed: true });
    const jobId = after.isReported ? await reportFailure(deps, opened, source, failure) : null;
    const file = chosen ? { name: chosen.name, bytes: chosen.size, sha256: null } : null;
    await endRun(opened, source, { status: 'Failed', at: now, file, jobId, fault: { ...failure.fault } });
    await trimRuns(opened, source);
  });
}

async function openRun(deps: SourceRunDeps, source: ClaimedSource, signal: AbortSignal): Promise<Run> {
  const name = mappingOf(source.settings);
  const mapping = name === undefined ? undefined : await findMapping(deps.database, source.clientId, name);
  const mappingVersion = mapping?.version ?? null;
  const isForced = source.isForced || mappingVersion !== source.mappingVersion;
  return { source, mappingVersion, isForced, signal };
}

/**
 * Runs a claimed source once. Receives its file, and starts the import if the content is new or the run is forced. Records a failure.
 * Stores nothing if this process no longer holds the source.
 * @param signal aborts when the process is stopping, the source is changed, or the deadline has passed
 */
export async function runSource(deps: SourceRunDeps, source: ClaimedSource, signal: AbortSignal): Promise<void> {
  const run = await openRun(deps, source, signal);
  let chosen: Chosen | undefined;
  try {
    chosen = await choose(deps, run);
    if (chosen) await takeFile(deps, run, chosen);
    else await endUnchanged(deps, run);
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    if (error instanceof runStore.SourceLostError || cause instanceof runStore.SourceLostError) return;
    await endFailed(deps, run, cause, chosen);
  }
}
