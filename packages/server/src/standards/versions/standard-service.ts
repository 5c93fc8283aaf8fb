import type { ItemProblem, PutStandardAnswer } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  describeAct,
  PimentoError,
  provisionalTransaction,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import type { PreparedStandard } from '../read/standard-rows.ts';
import { createDrafts, listStoredHashes } from './draft-store.ts';
import type { StandardKey, StandardVersionRow } from './standard-types.ts';
import { findFormerVersion, findVersion } from './standard-views.ts';
import { type StandardDeps, type Publisher, unknownChannel, lockStandard, storeVersion } from './version-service.ts';

export interface PutOptions {
  expectedVersion?: number | undefined;
  dryRun: boolean;
}

/**
 * Publishes a checked standard. If its content equals the current version, no version is created.
 * @throws PimentoError unknown-channel, changed-meanwhile
 */
export async function putStandard(
  { database, clock }: StandardDeps,
  { adapterId, channelId }: StandardKey,
  publisher: Publisher,
  prepared: PreparedStandard,
  { expectedVersion, dryRun }: PutOptions,
): Promise<PutStandardAnswer> {
  const work = async (opened: Transaction): Promise<PutStandardAnswer> => {
    const key = await lockStandard(opened, channelId);
    if (key.adapterId !== adapterId) throw unknownChannel(channelId);
    const current = await findVersion(opened, key);
    const { counts, warnings } = prepared;
    const common = { channelId, counts, warnings };
    requireExpected(current, expectedVersion);
    if (current !== undefined && [prepared.documentHash, prepared.formerHash].includes(current.documentHash))
      return { ...common, version: current.version, outcome: 'unchanged', changes: null, samples: [] };
    requireOwn(current, publisher, expectedVersion);
    const storedHashes = await listStoredHashes(opened, key);
    requireKept(prepared, storedHashes, current);
    const changedLists = await createDrafts(opened, storedHashes, prepared);
    const version = (current?.version ?? (await findFormerVersion(opened, key))) + 1;
    const stored = { ...prepared, version, current, publisher, changedLists, at: clock.now() };
    const changes = await storeVersion(opened, key, stored);
    describeAct({ after: { version, counts, changes: changes?.counts ?? null } });
    return {
      ...common,
      warnings: [...removalWarnings(current, changes), ...warnings],
      version,
      outcome: 'created',
      changes: changes?.counts ?? null,
      samples: changes?.samples ?? [],
    };
  };
  return dryRun ? provisionalTransaction(database, work, () => false) : transaction(database, work);
}

/** Returns a warning if a version removes more than half of the targets, because the document is probably incomplete. */
function removalWarnings(
  current: StandardVersionRow | undefined,
  changes: Awaited<ReturnType<typeof storeVersion>>,
): ItemProblem[] {
  const removed = changes?.removedAttributes ?? 0;
  const before = current?.counts.attributes ?? 0;
  return removed * 2 > before ? [{ ...problem('many-targets-removed', { removed, before }), path: '/attributes' }] : [];
}

function requireExpected(current: StandardVersionRow | undefined, expected: number | undefined): void {
  const version = current?.version ?? 0;
  if (expected === undefined || expected === version) return;
  throw new PimentoError(problem('changed-meanwhile', { kind: 'standard', version }), { stored: { version } });
}

/** Refuses a document that was read without the values of some lists if those values have changed since then. */
function requireKept(
  { lists }: PreparedStandard,
  stored: ReadonlyMap<string, string | null>,
  current: StandardVersionRow | undefined,
): void {
  if (lists.every(({ id, hash, isKept }) => !isKept || stored.get(id) === hash)) return;
  const version = current?.version ?? 0;
  throw new PimentoError(problem('changed-meanwhile', { kind: 'standard', version }), { stored: { version } });
}

/**
 * Refuses a standard from an adapter if an operator published the current version, unless the request names the expected version. Adapters
 * publish whenever they start, and must not replace the operator's version.
 */
function requireOwn(current: StandardVersionRow | undefined, publisher: Publisher, expected: number | undefined): void {
  if (publisher.kind === 'operator' || current?.publisher !== 'operator' || expected !== undefined) return;
  const { version } = current;
  throw new PimentoError(problem('changed-meanwhile', { kind: 'operator-standard', version }), { stored: { version } });
}
