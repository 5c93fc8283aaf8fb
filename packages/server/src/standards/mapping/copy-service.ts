import type { ItemProblem, Mapping, MappingCheck } from '@pimento/contract';
import { type Connection, transaction } from '../../platform/index.ts';
import { loadClientFacts, requireOutline } from './client-facts-service.ts';
import { type DraftChange, openDraft, replaceDraft } from './draft-service.ts';
import { readMapping, readOutline, unknownMapping } from './mapping-reading-service.ts';
import type { MappingKey } from './mapping-types.ts';
import { listMissingValues } from './copy-views.ts';
import { judgeCopy } from './copy-rules.ts';
import { findMapping } from './mapping-views.ts';
import { type MappingDeps, checkMapping } from './check-service.ts';

/** Returns a whole mapping as one document. @throws PimentoError unknown-channel, unknown-mapping */
export async function exportMapping(connection: Connection, key: MappingKey, version: number): Promise<Mapping> {
  const facts = await loadClientFacts(connection, key);
  const row = await findMapping(connection, key, version);
  if (row === undefined) throw unknownMapping(key, version);
  const mapping = await readMapping(connection, key, version, { outline: readOutline(row, facts) });
  return { ...mapping, ...(row.standardVersion !== null && { standardVersion: row.standardVersion }) };
}

/**
 * Replaces the draft with an exported mapping. Names that do not exist for this client and channel stay in the draft and are listed in
 * `missing`. A dry run stores nothing and returns no revision.
 * @throws PimentoError unknown-channel, unknown-standard, invalid-mapping, changed-meanwhile
 */
export async function importMapping(
  deps: MappingDeps,
  key: MappingKey,
  mapping: Mapping,
  { dryRun, ...change }: DraftChange & { dryRun: boolean },
): Promise<{ revision: number | null; missing: ItemProblem[]; check: MappingCheck }> {
  const { database } = deps;
  const check = await checkMapping(deps, key, mapping);
  const { channel } = await loadClientFacts(database, key);
  const { standard, version } = await requireOutline(database, deps.outlines, channel);
  const standardKey = { key: { adapterId: channel.adapterId, channelId: key.channelId }, version };
  const missing = await judgeCopy(mapping, standard, check, (asked) => listMissingValues(database, standardKey, asked));
  if (dryRun) return { revision: null, missing, check };
  const revision = await transaction(database, async (opened) => {
    const draft = await openDraft(opened, key, change);
    await replaceDraft(draft, mapping, change.actor);
    return draft.row.revision + 1;
  });
  return { revision, missing, check };
}
