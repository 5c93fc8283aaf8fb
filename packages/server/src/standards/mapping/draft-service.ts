import { type ItemProblem, type Mapping, mappingFormat, type StoredMapping } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Database, PimentoError, type Transaction, transaction } from '../../platform/index.ts';
import { type ClientFacts, loadClientFacts } from './client-facts-service.ts';
import { MappingScopes } from './formula-scopes-rules.ts';
import { getStoredMapping, readOutline, unknownMapping } from './mapping-reading-service.ts';
import { createDraft, lockDraft, saveDraft } from './mapping-store.ts';
import type { MappingKey, MappingOutline, MappingRow, OwnerKind } from './mapping-types.ts';
import { applyValues, removeOtherOwners, restoreValues, type ValueChange } from './mapping-value-store.ts';
import { judgeEntryCount, judgeLimits, mapChanges, tableChanges } from './mapping-values-rules.ts';
import { countValues, findMapping, findPublished } from './mapping-views.ts';
import { storedForm } from './stored-mapping-rules.ts';

/** The actor of a change to the draft, and the revision that the change is based on. */
export interface DraftChange {
  actor: string;
  expectedRevision?: number | undefined;
}

/** The locked draft. */
export interface OpenDraft {
  opened: Transaction;
  key: MappingKey;
  facts: ClientFacts;
  row: MappingRow;
  outline: MappingOutline;
  /** The version number that the draft gets when it is published. */
  next: number;
}

export const invalidMapping = (errors: ItemProblem[]) =>
  new PimentoError(problem('invalid-mapping', { count: errors.length }), { errors: errors.slice(0, 1_000) });

export const empty: Mapping = { format: mappingFormat };

/**
 * Locks the draft. Creates an empty draft if there is none.
 * @throws PimentoError unknown-channel, changed-meanwhile
 */
export async function openDraft(
  opened: Transaction,
  key: MappingKey,
  { actor, expectedRevision }: DraftChange,
): Promise<OpenDraft> {
  const facts = await loadClientFacts(opened, key);
  if (!(await lockDraft(opened, key))) {
    await createDraft(opened, key, storedForm(empty, new MappingScopes([], empty, new Set())), actor);
    await lockDraft(opened, key);
  }
  const row = await findMapping(opened, key, 0);
  if (row === undefined) throw new Error('the draft was just locked');
  await requireRevision(opened, key, row, expectedRevision);
  const published = await findPublished(opened, key);
  return { opened, key, facts, row, outline: readOutline(row, facts), next: (published?.version ?? 0) + 1 };
}

async function requireRevision(
  opened: Transaction,
  key: MappingKey,
  { revision }: MappingRow,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined || expected === revision) return;
  throw new PimentoError(problem('changed-meanwhile', { kind: 'mapping', revision }), {
    stored: await getStoredMapping(opened, key, 0),
  });
}

/** Stores the document of the draft. @throws PimentoError invalid-mapping */
export async function save({ opened, key, facts }: OpenDraft, mapping: Mapping, actor: string): Promise<void> {
  const faults = judgeLimits(mapping);
  if (faults.length > 0) throw invalidMapping(faults);
  const scopes = new MappingScopes(facts.attributes, mapping, facts.accountFields);
  await saveDraft(opened, key, storedForm(mapping, scopes), actor);
}

/**
 * Replaces the draft, including its value maps and tables. Maps and tables that are marked as omitted keep their stored entries.
 * @throws PimentoError invalid-mapping
 */
export async function replaceDraft(draft: OpenDraft, mapping: Mapping, actor: string): Promise<void> {
  const faults = judgeLimits(mapping);
  if (faults.length > 0) throw invalidMapping(faults);
  const { opened, key, next } = draft;
  const { maps = {}, tables = {} } = mapping;
  const owners = [
    ...Object.entries(maps).map(([ownerId, map]) => ({
      kind: 'map' as const,
      ownerId,
      changes: map.isOmitted === true ? undefined : mapChanges(map.entries ?? {}),
    })),
    ...Object.entries(tables).map(([ownerId, table]) => ({
      kind: 'table' as const,
      ownerId,
      changes: table.isOmitted === true ? undefined : tableChanges(table),
    })),
  ];
  const names = owners.map(({ kind, ownerId }) => ({ kind, ownerId }));
  await removeOtherOwners(opened, key, names, next);
  for (const { kind, ownerId, changes } of owners)
    if (changes !== undefined) await replaceValues(draft, kind, ownerId, changes);
  await requireEntryCount(draft);
  await save(draft, mapping, actor);
}

export const replaceValues = (
  { opened, key, next }: OpenDraft,
  kind: OwnerKind,
  ownerId: string,
  changes: readonly ValueChange[],
) => applyValues(opened, { ...key, kind, ownerId }, changes, { next, replaces: true });

/** @throws PimentoError invalid-mapping if all value maps together have too many entries */
export async function requireEntryCount({ opened, key }: OpenDraft): Promise<void> {
  const counts = await countValues(opened, key, 0);
  const entries = counts.filter(({ kind }) => kind === 'map').reduce((sum, { count }) => sum + count, 0);
  const faults = judgeEntryCount(entries);
  if (faults.length > 0) throw invalidMapping(faults);
}

/** @throws PimentoError unknown-channel, invalid-mapping, changed-meanwhile */
export function putMapping(
  database: Database,
  key: MappingKey,
  mapping: Mapping,
  change: DraftChange,
): Promise<StoredMapping> {
  return transaction(database, async (opened) => {
    await replaceDraft(await openDraft(opened, key, change), mapping, change.actor);
    return getStoredMapping(opened, key, 0);
  });
}

/** Copies a published version into the draft. @throws PimentoError unknown-channel, unknown-mapping, changed-meanwhile */
export function restoreMapping(
  database: Database,
  key: MappingKey,
  version: number,
  change: DraftChange,
): Promise<StoredMapping> {
  return transaction(database, async (opened) => {
    const draft = await openDraft(opened, key, change);
    const row = await findMapping(opened, key, version);
    if (row === undefined) throw unknownMapping(key, version);
    await restoreValues(opened, key, version, draft.next);
    await saveDraft(opened, key, row, change.actor);
    return getStoredMapping(opened, key, 0);
  });
}
