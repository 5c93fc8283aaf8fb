import type { ByteCells } from '../csv/byte-cells.ts';
import { isScientific } from '../csv/scientific-text.ts';
import type { LineChunks } from './line-chunks.ts';
import { cellValue } from '../mapping/cell-value.ts';
import type { ColumnPlan } from '../mapping/column-plan.ts';
import { columnUses } from '../mapping/flat-product.ts';
import type { ColumnMapping, Mapping } from '../mapping/mapping-types.ts';

const quote = 0x22;
const apostrophe = 0x27;
const backslash = 0x5c;
const brace = 0x7b;
const lineEnd = Buffer.from('}\n');
/** Maximum number of bytes in JSON for one byte of a cell, as in \u0000. */
const maxEscape = 6;
/** JSON of the characters that must be escaped, by their bytes. */
const escapes = Array.from({ length: backslash + 1 }, (_, unit) =>
  unit < 0x20 || unit === quote || unit === backslash
    ? Buffer.from(JSON.stringify(String.fromCharCode(unit)).slice(1, -1))
    : undefined,
);

type Use =
  | { kind: 'ignored' | 'unnamed' | 'composite' }
  | { kind: 'text' | 'id' | 'converted'; head: Buffer; mapping: ColumnMapping | undefined };

/** Returns the bytes of the unit that a column adds to a quantity without one, with the space before it. */
const unitBytes = (unit: string | undefined): number =>
  unit === undefined ? 0 : Buffer.byteLength(JSON.stringify(` ${unit}`)) - 2;

const isIdType = ({ typeId }: ColumnMapping): boolean => typeId === 'id' || typeId === 'gtin';

function useOf(use: NonNullable<ReturnType<typeof columnUses>>[number], { header }: ColumnMapping): Use {
  if (use === 'composite') return { kind: 'composite' };
  if (use === 'ignored') return { kind: header === '' ? 'unnamed' : 'ignored' };
  const { key, mapping } = use;
  const head = Buffer.from(`,${JSON.stringify(key)}:`);
  if (mapping === undefined) return { kind: 'text', head, mapping };
  return { kind: mapping.target?.kind !== 'list' && isIdType(mapping) ? 'id' : 'converted', head, mapping };
}

const unnamed: Use = { kind: 'unnamed' };

/** Copies bytes. Most keys and cells are so short that a loop takes less time than `copy`. @returns the offset after them */
function copyBytes(bytes: Buffer, start: number, end: number, target: Buffer, offset: number): number {
  let at = offset;
  for (let from = start; from < end; from++) target[at++] = bytes[from] ?? 0;
  return at;
}

/** Copies a cell as the inside of a JSON string. @returns the offset after it */
function copyEscaped(bytes: Buffer, cells: ByteCells, cell: number, target: Buffer, offset: number): number {
  const end = cells.ends[cell] ?? 0;
  const isDoubled = cells.isDoubled(cell);
  let at = offset;
  for (let from = cells.starts[cell] ?? 0; from < end; from++) {
    const unit = bytes[from] ?? 0;
    const escape = unit <= backslash ? escapes[unit] : undefined;
    if (escape === undefined) target[at++] = unit;
    else {
      at += escape.copy(target, at);
      if (isDoubled && unit === quote) from++;
    }
  }
  return at;
}

/** Writes the rows of products that have one row without composites as lines of JSON, without decoding them. */
export class QuickLines {
  readonly #uses: readonly Use[];
  readonly #isGuarded: boolean;
  readonly #isExact: boolean;
  /** Maximum number of bytes of a line that are not from its cells: keys, quotation marks, units and the end of the line. */
  readonly #addedBytes: number;

  private constructor(uses: readonly Use[], { guarded, exact }: Mapping) {
    this.#uses = uses;
    this.#isGuarded = guarded;
    this.#isExact = exact === true;
    this.#addedBytes = uses.reduce(
      (sum, use) => sum + ('head' in use ? use.head.length + 2 + unitBytes(use.mapping?.unit) : 0),
      lineEnd.length,
    );
  }

  /** Returns undefined if no row of the table can be written in this way. */
  static create(plan: ColumnPlan, mapping: Mapping): QuickLines | undefined {
    const uses = mapping.empty === 'leave' ? columnUses(plan) : undefined;
    return (
      uses &&
      new QuickLines(
        uses.map((use, column) => useOf(use, mapping.columns[column] ?? { header: '', target: undefined, reason: '' })),
        mapping,
      )
    );
  }

  /** Returns the maximum number of bytes of the line of a row with this number of bytes. */
  maxBytes = (rowBytes: number): number => rowBytes * maxEscape + this.#addedBytes;

  /** Writes a row into a chunk that has enough free space. @returns the number of bytes, or 0 if the row must be decoded */
  write(bytes: Buffer, cells: ByteCells, { chunk, used }: LineChunks): number {
    let at = used;
    for (let cell = 0; cell < cells.count; cell++) {
      const start = cells.starts[cell] ?? 0;
      const end = cells.ends[cell] ?? 0;
      if (start === end) continue;
      const use = this.#uses[cell] ?? unnamed;
      if (use.kind === 'ignored') continue;
      if (!('head' in use) || (this.#isGuarded && bytes[start] === apostrophe)) return 0;
      at = copyBytes(use.head, 0, use.head.length, chunk, at);
      if (use.kind === 'converted') {
        const value = this.#converted(cells.text(bytes, cell), use.mapping);
        if (value === undefined) return 0;
        at += chunk.write(value, at);
        continue;
      }
      if (use.kind === 'id' && !this.#isExact && isScientific(cells.text(bytes, cell))) return 0;
      chunk[at++] = quote;
      if (cells.isEscaped(cell)) at = copyEscaped(bytes, cells, cell, chunk, at);
      else at = copyBytes(bytes, start, end, chunk, at);
      chunk[at++] = quote;
    }
    if (at === used) return 0;
    chunk[used] = brace;
    return at + lineEnd.copy(chunk, at) - used;
  }

  /**
   * Returns the JSON of a converted cell, or undefined if the cell has a problem or its value could take more space than `maxBytes`
   * reserves.
   */
  #converted(text: string, mapping: ColumnMapping | undefined): string | undefined {
    const read = mapping && cellValue(text, mapping, this.#isExact);
    if (read === undefined || 'fault' in read || typeof read.value !== 'string') return undefined;
    const unit = mapping?.unit === undefined ? 0 : mapping.unit.length + 1;
    return read.value.length > text.length + unit ? undefined : JSON.stringify(read.value);
  }
}
