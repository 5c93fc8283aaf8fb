import { type ImportSource, type ImportSourceInput, importSourceLimits, grants } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type AllowedRanges,
  type ClientCaller,
  type Clock,
  type Connection,
  type Database,
  describeAct,
  PimentoError,
  type SecretBox,
  type Transaction,
  transaction,
} from '../platform/index.ts';
import { getMapping } from './mappings/mapping-service.ts';
import { nextTime, requireSchedule } from './sources/schedule-rules.ts';
import { openSecret, sealSecret } from './sources/source-secrets.ts';
import { mappingOf, requireSafeAddress, sentSecret, storedSettings } from './sources/source-settings-rules.ts';
import {
  abandonRun,
  deleteSource,
  lockSources,
  requestRun,
  savePause,
  saveSource,
  trimRuns,
} from './sources/source-store.ts';
import type { SourceKey, SourceSettings } from './sources/source-types.ts';
import { countSources, findSealed, findSource } from './sources/source-views.ts';

export interface SourceServiceDeps {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /** Private address ranges to which sources may connect. */
  allowed: AllowedRanges;
  /** True if sources may watch folders. */
  hasFolders: boolean;
  /** Called after a run was requested, so that it starts immediately. */
  onDue: () => void;
}

/** @throws PimentoError unknown-source */
export async function getSource(connection: Connection, key: SourceKey): Promise<ImportSource> {
  const found = await findSource(connection, key);
  if (found) return found;
  throw new PimentoError(problem('unknown-source', { source: key.name }));
}

/** @throws PimentoError changed-meanwhile with the current source, if its version is not the expected version */
function requireExpected(name: string, stored: ImportSource | undefined, expected: number | undefined): void {
  const version = stored?.version ?? 0;
  if (expected === undefined || expected === version) return;
  const changed = problem('changed-meanwhile', { kind: 'import-source', name, version });
  throw new PimentoError(changed, { stored: stored ?? null });
}

/** @throws PimentoError not-possible-now if the client already has the maximum number of sources */
async function requireOneMore(opened: Transaction, { clientId }: SourceKey): Promise<void> {
  const max = importSourceLimits.sources;
  if ((await countSources(opened, clientId)) >= max)
    throw new PimentoError(problem('not-possible-now', { kind: 'too-many-sources', max }));
}

/** @throws PimentoError invalid-source, unknown-mapping */
async function requireValid(
  { database, clock, allowed, hasFolders }: SourceServiceDeps,
  { clientId }: SourceKey,
  input: ImportSourceInput,
): Promise<void> {
  if (input.from.kind === 'folder' && !hasFolders)
    throw new PimentoError(problem('invalid-source', { kind: 'no-folder' }));
  requireSafeAddress(input.from, allowed);
  requireSchedule(input.schedule, clock.now());
  const mapping = mappingOf(input);
  if (mapping !== undefined) await getMapping(database, clientId, mapping);
}

/**
 * Seals the password or token that was sent. If none was sent, returns the stored one, which must be sealed for the same host.
 * @returns null if the source needs no password or token
 * @throws PimentoError invalid-source if there is no password or token for the host
 */
function sealedOf(
  { secretBox }: SourceServiceDeps,
  { from, sourceId, sealed }: { from: ImportSourceInput['from']; sourceId: string; sealed: string | null },
): string | null {
  if (from.kind === 'folder' || !from.auth) return null;
  const address = { sourceId, url: from.url };
  const secret = sentSecret(from);
  if (secret !== undefined) return sealSecret(secretBox, address, secret);
  if (sealed !== null && openSecret(secretBox, address, sealed) !== undefined) return sealed;
  throw new PimentoError(problem('invalid-source', { kind: 'secret-missing', host: new URL(from.url).host }));
}

const shownSettings = ({ from, schedule }: SourceSettings, isPaused: boolean) => ({
  from: from.kind === 'address' ? { kind: from.kind, host: new URL(from.url).host } : from,
  schedule,
  isPaused,
});

/**
 * Creates or replaces a source. A run in progress is abandoned.
 * @throws PimentoError invalid-source, unknown-mapping, changed-meanwhile, not-possible-now
 */
export async function putSource(
  deps: SourceServiceDeps,
  { clientId, actor, scopes }: ClientCaller,
  name: string,
  { input, expectedVersion }: { input: ImportSourceInput; expectedVersion: number | undefined },
): Promise<ImportSource> {
  const { database, clock } = deps;
  const key = { clientId, name };
  await requireValid(deps, key, input);
  const settings = storedSettings(input);
  const saved = await transaction(database, async (opened) => {
    await lockSources(opened, clientId);
    const stored = await findSource(opened, key);
    requireExpected(name, stored, expectedVersion);
    if (!stored) await requireOneMore(opened, key);
    const isPaused = input.isPaused ?? stored?.isPaused ?? false;
    const at = clock.now();
    const known = await findSealed(opened, key);
    const sourceId = known?.sourceId ?? clock.newId();
    const sealed = sealedOf(deps, { from: input.from, sourceId, sealed: known?.sealed ?? null });
    const version = (stored?.version ?? 0) + 1;
    const dueAt = nextTime(settings.schedule, at);
    const definesComposites = grants(scopes, 'datastandards', 'write');
    await abandonRun(opened, key, at);
    await saveSource(opened, key, {
      sourceId,
      version,
      settings,
      sealed,
      definesComposites,
      isPaused,
      dueAt,
      actor,
      at,
    });
    const before = stored ? { version: stored.version } : {};
    describeAct({ before, after: { version, ...shownSettings(settings, isPaused) } });
    return getSource(opened, key);
  });
  return saved;
}

/** Deletes a source with its runs. @throws PimentoError unknown-source, changed-meanwhile */
export async function removeSource(
  { database }: SourceServiceDeps,
  key: SourceKey,
  expectedVersion: number | undefined,
): Promise<void> {
  await transaction(database, async (opened) => {
    await lockSources(opened, key.clientId);
    const stored = await getSource(opened, key);
    requireExpected(key.name, stored, expectedVersion);
    await deleteSource(opened, key);
    describeAct({ before: { version: stored.version } });
  });
}

/**
 * Pauses a source or resumes its schedule, and abandons a run in progress. Does nothing if the source is already in the requested state.
 * @throws PimentoError unknown-source
 */
export async function setPaused(
  { database, clock }: SourceServiceDeps,
  key: SourceKey,
  isPaused: boolean,
): Promise<ImportSource> {
  return transaction(database, async (opened) => {
    await lockSources(opened, key.clientId);
    const stored = await getSource(opened, key);
    // pausing a paused source cancels a requested run and its repetitions
    if (!isPaused && !stored.isPaused) return stored;
    const at = clock.now();
    await abandonRun(opened, key, at);
    await savePause(opened, key, { isPaused, dueAt: nextTime(stored.schedule, at) });
    await trimRuns(opened, key);
    describeAct({ before: { isPaused: stored.isPaused }, after: { isPaused } });
    return getSource(opened, key);
  });
}

/** Requests a run. @throws PimentoError unknown-source */
export async function runNow(
  { database, clock, onDue }: SourceServiceDeps,
  { clientId, actor }: ClientCaller,
  name: string,
  isForced: boolean,
): Promise<ImportSource> {
  const key = { clientId, name };
  const isKnown = await requestRun(database, key, { actor, at: clock.now(), isForced });
  if (!isKnown) throw new PimentoError(problem('unknown-source', { source: name }));
  onDue();
  return getSource(database, key);
}
