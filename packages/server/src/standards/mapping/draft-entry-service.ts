import type { MappingEntry, StoredMapping } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { isDeepStrictEqual } from 'node:util';
import { type Database, PimentoError, transaction } from '../../platform/index.ts';
import { getStoredMapping } from './mapping-reading-service.ts';
import type { MappingKey } from './mapping-types.ts';
import { applyValues } from './mapping-value-store.ts';
import { judgeEntryCount, judgeSources, mapChanges } from './mapping-values-rules.ts';
import { countValues, findEntries } from './mapping-views.ts';
import { invalidMapping, openDraft, save, requireEntryCount } from './draft-service.ts';

/** @throws PimentoError unknown-channel, invalid-mapping, changed-meanwhile */
export function putTargetMapping(
  database: Database,
  key: MappingKey,
  target: string,
  { entries, expected, actor }: { entries: MappingEntry[]; expected: MappingEntry[] | undefined; actor: string },
): Promise<StoredMapping> {
  return transaction(database, async (opened) => {
    const draft = await openDraft(opened, key, { actor });
    const { targets = [] } = draft.outline;
    const present = targets.filter((entry) => entry.target === target);
    if (expected !== undefined && !isDeepStrictEqual(present, expected))
      throw new PimentoError(problem('changed-meanwhile', { kind: 'target', target }), { stored: present });
    const at = targets.findIndex((entry) => entry.target === target);
    const others = targets.filter((entry) => entry.target !== target);
    const named = entries.map((entry) => ({ ...entry, target }));
    const position = at === -1 ? others.length : targets.slice(0, at).filter((entry) => entry.target !== target).length;
    await save(draft, { ...draft.outline, targets: others.toSpliced(position, 0, ...named) }, actor);
    return getStoredMapping(opened, key, 0);
  });
}

export interface MapChange {
  entries: Readonly<Record<string, string | null>>;
  expected: Readonly<Record<string, string | null>> | undefined;
  ignoreCase: boolean | undefined;
  actor: string;
}

/**
 * Changes entries of a value map. Creates the map if it does not exist.
 * @throws PimentoError unknown-channel, invalid-mapping, changed-meanwhile
 */
export function updateMapEntries(
  database: Database,
  key: MappingKey,
  mapId: string,
  { entries, expected = {}, ignoreCase, actor }: MapChange,
): Promise<{ mapId: string; entryCount: number; revision: number }> {
  return transaction(database, async (opened) => {
    const draft = await openDraft(opened, key, { actor });
    const owner = { ...key, kind: 'map' as const, ownerId: mapId };
    const present = await findEntries(opened, owner, Object.keys(expected));
    for (const [value, target] of Object.entries(expected)) {
      if ((present.get(value) ?? null) !== target)
        throw new PimentoError(problem('changed-meanwhile', { kind: 'map-entry', value: value.slice(0, 80) }), {
          stored: Object.fromEntries(present),
        });
    }
    const faults = [...judgeEntryCount(Object.keys(entries).length), ...judgeSources(entries, '/entries')];
    if (faults.length > 0) throw invalidMapping(faults);
    await applyValues(opened, owner, mapChanges(entries), { next: draft.next, replaces: false });
    await requireEntryCount(draft);
    const { maps = {} } = draft.outline;
    const map = { ...maps[mapId], ...(ignoreCase !== undefined && { ignoreCase }) };
    await save(draft, { ...draft.outline, maps: { ...maps, [mapId]: map } }, actor);
    const counts = await countValues(opened, key, 0);
    const entryCount = counts.find(({ kind, ownerId }) => kind === 'map' && ownerId === mapId)?.count ?? 0;
    return { mapId, entryCount, revision: draft.row.revision + 1 };
  });
}
