import { isDeepStrictEqual } from 'node:util';
import { importMappingLimits, type ImportMappingDocument, type StoredImportMapping } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { judgeMapping, storedMappingOf } from '@pimento/files';
import {
  type ClientCaller,
  type ClientId,
  type Clock,
  type Connection,
  type Database,
  describeAct,
  PimentoError,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import { attributesOf, loadStructure } from '../../structure/index.ts';
import { fingerprintOf, questionProblems, storedDocument } from './mapping-document-rules.ts';
import { renameMappingInSources } from '../sources/source-store.ts';
import { listSourcesOfMapping } from '../sources/source-views.ts';
import { appendMappingVersion, lockMappings, moveMapping } from './mapping-store.ts';
import { countMappings, findLastVersion, findMapping } from './mapping-views.ts';

export interface MappingDeps {
  database: Database;
  clock: Clock;
}

/** @throws PimentoError unknown-mapping */
export async function getMapping(
  connection: Connection,
  clientId: ClientId,
  name: string,
  version?: number,
): Promise<StoredImportMapping> {
  const found = await findMapping(connection, clientId, name, version);
  if (found) return found;
  throw new PimentoError(
    version === undefined
      ? problem('unknown-mapping', { kind: 'import', name })
      : problem('unknown-mapping', { kind: 'import-version', name, version }),
  );
}

/** @throws PimentoError changed-meanwhile with the current mapping, if its version is not the expected version */
function requireExpected(name: string, stored: StoredImportMapping | undefined, expected: number | undefined): void {
  const version = stored?.version ?? 0;
  if (expected === undefined || expected === version) return;
  const changed = problem('changed-meanwhile', { kind: 'import-mapping', name, version });
  throw new PimentoError(changed, { stored: stored ?? null });
}

async function requireOneMore(opened: Transaction, clientId: ClientId): Promise<void> {
  const max = importMappingLimits.mappings;
  if ((await countMappings(opened, clientId)) >= max)
    throw new PimentoError(problem('not-possible-now', { kind: 'too-many-mappings', max }));
}

/** @throws PimentoError invalid-mapping with every problem */
async function requireValid(
  connection: Connection,
  clientId: ClientId,
  document: ImportMappingDocument,
): Promise<void> {
  const attributes = attributesOf(await loadStructure(connection, clientId));
  const errors = questionProblems(judgeMapping(storedMappingOf(document), attributes), document.columns);
  if (errors.length > 0) throw new PimentoError(problem('invalid-mapping', { count: errors.length }), { errors });
}

/**
 * Stores a new version of a mapping, unless its content equals the current version.
 * @throws PimentoError invalid-mapping, changed-meanwhile, not-possible-now
 */
export async function putMapping(
  { database, clock }: MappingDeps,
  { clientId, actor }: ClientCaller,
  name: string,
  { document: sent, expectedVersion }: { document: ImportMappingDocument; expectedVersion: number | undefined },
): Promise<StoredImportMapping> {
  const document = storedDocument(sent);
  await requireValid(database, clientId, document);
  return transaction(database, async (opened) => {
    await lockMappings(opened, clientId);
    const stored = await findMapping(opened, clientId, name);
    requireExpected(name, stored, expectedVersion);
    if (stored && isDeepStrictEqual(stored.document, document)) return stored;
    if (!stored) await requireOneMore(opened, clientId);
    const version = (await findLastVersion(opened, clientId, name)) + 1;
    const fingerprint = fingerprintOf(document);
    await appendMappingVersion(opened, clientId, { name, version, document, fingerprint, actor, at: clock.now() });
    describeAct({ before: stored ? { version: stored.version } : {}, after: { version } });
    return getMapping(opened, clientId, name);
  });
}

/**
 * Renames a mapping, also in the sources that use it.
 * @throws PimentoError unknown-mapping, changed-meanwhile, not-possible-now if the new name is taken
 */
export async function renameMapping(
  { database, clock }: MappingDeps,
  { clientId, actor }: ClientCaller,
  name: string,
  { to, expectedVersion }: { to: string; expectedVersion: number | undefined },
): Promise<StoredImportMapping> {
  return transaction(database, async (opened) => {
    await lockMappings(opened, clientId);
    const stored = await getMapping(opened, clientId, name);
    requireExpected(name, stored, expectedVersion);
    if (to === name) return stored;
    if (await findMapping(opened, clientId, to))
      throw new PimentoError(problem('not-possible-now', { kind: 'mapping-exists', name: to }));
    const version = Math.max(stored.version, await findLastVersion(opened, clientId, to)) + 1;
    const change = { actor, at: clock.now() };
    await moveMapping(opened, clientId, { name, to });
    const { document, fingerprint } = stored;
    await appendMappingVersion(opened, clientId, { name: to, version, document, fingerprint, ...change });
    const deleted = { name, version: stored.version + 1, document: null, fingerprint: '', ...change };
    await appendMappingVersion(opened, clientId, deleted);
    await renameMappingInSources(opened, clientId, { from: name, to });
    describeAct({ before: { name, version: stored.version }, after: { name: to, version } });
    return getMapping(opened, clientId, to);
  });
}

/** Deletes a mapping. @throws PimentoError unknown-mapping, changed-meanwhile, not-possible-now if a source uses it */
export async function deleteMapping(
  { database, clock }: MappingDeps,
  { clientId, actor }: ClientCaller,
  name: string,
  expectedVersion: number | undefined,
): Promise<void> {
  await transaction(database, async (opened) => {
    await lockMappings(opened, clientId);
    const stored = await getMapping(opened, clientId, name);
    requireExpected(name, stored, expectedVersion);
    const sources = await listSourcesOfMapping(opened, clientId, name);
    if (sources.length > 0)
      throw new PimentoError(problem('not-possible-now', { kind: 'mapping-in-use', name, sources }));
    const version = stored.version + 1;
    await appendMappingVersion(opened, clientId, {
      name,
      version,
      document: null,
      fingerprint: '',
      actor,
      at: clock.now(),
    });
    describeAct({ before: { version: stored.version } });
  });
}
