import { type LookupTableInput, mappingLimits, type StoredMapping } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Database, PimentoError, transaction } from '../../platform/index.ts';
import { type DraftChange, empty, invalidMapping, openDraft, replaceValues, save } from './draft-service.ts';
import { requireMap, requireTable } from './lookup-rules.ts';
import { getStoredMapping } from './mapping-reading-service.ts';
import type { MappingKey, OwnerKey } from './mapping-types.ts';
import { applyValues } from './mapping-value-store.ts';
import { judgeLimits, judgeTable, tableChanges } from './mapping-values-rules.ts';
import { countValues, listRows } from './mapping-views.ts';
import { findChangedRow, type RowChanges, rowChanges } from './table-row-rules.ts';

/** @throws PimentoError unknown-channel, invalid-mapping, changed-meanwhile */
export function putMappingTable(
  database: Database,
  key: MappingKey,
  tableId: string,
  table: LookupTableInput,
  change: DraftChange,
): Promise<StoredMapping> {
  return transaction(database, async (opened) => {
    const draft = await openDraft(opened, key, change);
    const { tables = {} } = draft.outline;
    const all = { ...tables, [tableId]: { columns: table.columns, rows: [] } };
    const faults = [...judgeLimits({ ...empty, tables: all }), ...judgeTable(tableId, table)];
    if (faults.length > 0) throw invalidMapping(faults);
    await replaceValues(draft, 'table', tableId, tableChanges(table));
    await save(draft, { ...draft.outline, tables: all }, change.actor);
    return getStoredMapping(opened, key, 0);
  });
}

/** A page that has room for all rows of a table, because a table cannot have more rows than cells. */
const allRows = { limit: mappingLimits.cells, after: null, text: undefined };

/**
 * Changes rows of a table by their keys. Other rows keep their positions.
 * @throws PimentoError unknown-channel, unknown-mapping, invalid-mapping, changed-meanwhile
 */
export function updateTableRows(
  database: Database,
  key: MappingKey,
  tableId: string,
  { rows, expected = {}, actor }: { rows: RowChanges; expected?: RowChanges | undefined; actor: string },
): Promise<{ tableId: string; rowCount: number; revision: number }> {
  return transaction(database, async (opened) => {
    const draft = await openDraft(opened, key, { actor });
    const { columns } = requireTable(draft.outline, tableId);
    const owner = { ...key, kind: 'table' as const, ownerId: tableId };
    const stored = await listRows(opened, owner, allRows);
    const changed = findChangedRow(stored, expected);
    if (changed !== undefined)
      throw new PimentoError(problem('changed-meanwhile', { kind: 'table-row', key: changed.key.slice(0, 80) }), {
        stored: { [changed.key]: changed.cells },
      });
    const added = Object.values(rows).filter((cells) => cells !== null);
    const widths = judgeTable(tableId, { columns, rows: added.map((cells) => [...cells]) });
    if (widths.length > 0) throw invalidMapping(widths);
    await applyValues(opened, owner, rowChanges(stored, rows), { next: draft.next, replaces: false });
    const counts = await countValues(opened, key, 0);
    const rowCount = counts.find(({ kind, ownerId }) => kind === 'table' && ownerId === tableId)?.count ?? 0;
    // The contents of the rows do not matter here, because the limit applies to columns × rows.
    const cells = judgeTable(tableId, { columns, rows: Array.from({ length: rowCount }, () => columns) });
    if (cells.length > 0) throw invalidMapping(cells);
    await save(draft, draft.outline, actor);
    return { tableId, rowCount, revision: draft.row.revision + 1 };
  });
}

/** Removes a value map or a table from the draft. @throws PimentoError unknown-channel, unknown-mapping */
export function deleteLookup(
  database: Database,
  { kind, ownerId, ...key }: OwnerKey,
  actor: string,
): Promise<StoredMapping> {
  return transaction(database, async (opened) => {
    const draft = await openDraft(opened, key, { actor });
    const { outline } = draft;
    if (kind === 'map') requireMap(outline, ownerId);
    else requireTable(outline, ownerId);
    await replaceValues(draft, kind, ownerId, []);
    const without = <Item>(items: Record<string, Item> = {}) =>
      Object.fromEntries(Object.entries(items).filter(([id]) => id !== ownerId));
    const next =
      kind === 'map' ? { ...outline, maps: without(outline.maps) } : { ...outline, tables: without(outline.tables) };
    await save(draft, next, actor);
    return getStoredMapping(opened, key, 0);
  });
}
