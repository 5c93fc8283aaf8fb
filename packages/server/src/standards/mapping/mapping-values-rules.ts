import { type ItemProblem, type LookupTableInput, type Mapping, mappingLimits } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { jsonPointer } from '../../platform/core.ts';
import { shown } from '../../structure/core.ts';
import { listFormulas } from './mapping-formulas-rules.ts';
import type { ValueChange } from './mapping-value-store.ts';

/** Maximum number of bytes of the client's value in an entry. The limit exists because the value is part of an index key. */
const maxSourceBytes = 1_500;

export function mapChanges(entries: Readonly<Record<string, string | null>>): ValueChange[] {
  return Object.entries(entries).map(([source, target]) => ({ source, target }));
}

/**
 * Returns the `source` of a table row, which is its position in the table. The position is padded with zeros, so that rows sort as text.
 */
export const rowSource = (position: number): string => String(position).padStart(7, '0');

export function tableChanges({ rows }: LookupTableInput): ValueChange[] {
  return rows.map((cells, index) => ({ source: rowSource(index), target: JSON.stringify(cells) }));
}

/** Judges the size limits of a mapping, which apply to formulas, value maps and tables. */
export function judgeLimits(mapping: Mapping): ItemProblem[] {
  const { maps = {}, tables = {} } = mapping;
  const count = Object.values(maps).reduce((sum, { entries = {} }) => sum + Object.keys(entries).length, 0);
  const found = [...judgeFormulaSize(mapping), ...judgeEntryCount(count)];
  for (const [id, { entries = {} }] of Object.entries(maps))
    found.push(...judgeSources(entries, jsonPointer(['maps', id, 'entries'])));
  const tableCount = Object.keys(tables).length;
  if (tableCount > mappingLimits.tables) found.push(tooMany('/tables', 'tables', tableCount, mappingLimits.tables));
  for (const [id, table] of Object.entries(tables)) found.push(...judgeTable(id, table));
  return found;
}

/** Limits the total size of all formulas, because each request that stores or checks a mapping compiles all of them. */
function judgeFormulaSize(mapping: Mapping): ItemProblem[] {
  const size = listFormulas(mapping).reduce((sum, { text }) => sum + text.length, 0);
  const max = mappingLimits.formulaCharacters;
  return size > max ? [tooMany('/targets', 'characters of formulas', size, max)] : [];
}

function tooMany(path: string, items: string, count: number, max: number): ItemProblem {
  return { ...problem('too-many-items', { kind: 'mapping', items, count, max }), path };
}

export function judgeEntryCount(count: number): ItemProblem[] {
  const max = mappingLimits.mapEntries;
  return count > max ? [tooMany('/maps', 'map entries', count, max)] : [];
}

/** Judges the lengths of the client's values in entries. */
export function judgeSources(entries: Readonly<Record<string, unknown>>, pointer: string): ItemProblem[] {
  return Object.keys(entries).flatMap((source) =>
    Buffer.byteLength(source) > maxSourceBytes
      ? [{ ...problem('text-too-long', { field: 'value', maxBytes: maxSourceBytes }), path: pointer }]
      : [],
  );
}

export function judgeTable(id: string, { columns, rows }: LookupTableInput): ItemProblem[] {
  const cells = columns.length * rows.length;
  const pointer = jsonPointer(['tables', id, 'rows']);
  if (cells > mappingLimits.cells) return [tooMany(pointer, 'cells', cells, mappingLimits.cells)];
  return rows.flatMap((row, index) =>
    row.length === columns.length
      ? []
      : [
          {
            ...problem('row-width', { table: shown(id), columns: columns.length, cells: row.length }),
            path: `${pointer}/${index}`,
          },
        ],
  );
}
