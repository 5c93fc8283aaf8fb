import type { ProductRecord } from '@pimento/contract';
import type { Column } from '../grid/product-columns.ts';
import { unclearNumber } from './pasted-number.ts';

/** Maximum number of products of one paste. Their values are checked and stored in one request each. */
export const maxPastedProducts = 1000;

/** A cell into which a text is pasted. */
export interface PastedCell {
  record: ProductRecord;
  column: Column;
  text: string;
}

/** A cell that stays as it is. */
export interface LeftOutCell extends PastedCell {
  /** `notListed`: the service does not list all refused cells, and this one may be among them. */
  reason: 'notEditable' | 'unclearNumber' | 'notListed';
}

/** A cell whose value changes. */
export interface CellChange extends PastedCell {
  /** The attribute's name in the import format. */
  name: string;
  /** The stored value; null for none. */
  before: unknown;
  /** The new value; null clears the cell. */
  after: unknown;
}

/** The cells to fill. */
interface PasteTarget {
  /** The products of the rows in the order of the list, from the first one that is filled. */
  products: readonly ProductRecord[];
  /** The visible columns in order, from the first one that is filled. */
  columns: readonly Column[];
  /** True if the pasted line fills every product, otherwise each line fills one product. */
  repeats: boolean;
}

export interface PastePlan {
  changes: CellChange[];
  /** Cells that already have the pasted value. */
  unchanged: number;
  leftOut: LeftOutCell[];
  /** Lines and columns of the clipboard that are outside the list. */
  rowsOutside: number;
  columnsOutside: number;
}

/** What the plan needs to know of cells. */
interface CellFacts {
  isEditable: (column: Column) => boolean;
  /** Returns the stored value of a cell. */
  valueOf: (record: ProductRecord, column: Column) => unknown;
  /** Converts the text of a cell to a value; null for none, `unclearNumber` if it can be read as two numbers. */
  pasted: (text: string, column: Column) => unknown;
}

/** Returns the texts of a value. A single text and a list of one text are the same value. */
const textsOf = (value: unknown): unknown[] =>
  [value].flat().filter((one) => one !== undefined && one !== null && one !== '');

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(textsOf(a)) === JSON.stringify(textsOf(b));

/**
 * Plans which cells of the list a block of texts fills, from its first cell to the right and down. Pure.
 * @param block lines of cells. If `repeats`, only the first line is used
 */
export function planPaste(block: readonly (readonly string[])[], target: PasteTarget, facts: CellFacts): PastePlan {
  const { products, columns, repeats } = target;
  const plan: PastePlan = { changes: [], unchanged: 0, leftOut: [], rowsOutside: 0, columnsOutside: 0 };
  const lines = repeats ? products.map(() => block[0] ?? []) : block;
  plan.rowsOutside = Math.max(0, lines.length - products.length);
  plan.columnsOutside = Math.max(0, ...lines.map((line) => line.length - columns.length));
  for (const [row, line] of lines.entries()) {
    const record = products[row];
    if (record === undefined) break;
    for (const [at, text] of line.entries()) {
      const column = columns[at];
      if (column === undefined) break;
      addCell(plan, { record, column, text }, facts);
    }
  }
  return plan;
}

function addCell(plan: PastePlan, cell: PastedCell, facts: CellFacts): void {
  const { record, column, text } = cell;
  const stored = facts.valueOf(record, column);
  const isEditable = facts.isEditable(column);
  const after = isEditable ? facts.pasted(text, column) : text;
  if (isSame(stored, after === unclearNumber ? text.trim() : after)) {
    plan.unchanged += 1;
    return;
  }
  if (!isEditable || after === unclearNumber) {
    plan.leftOut.push({ ...cell, reason: isEditable ? 'unclearNumber' : 'notEditable' });
    return;
  }
  const name = column.names.find((one) => Object.hasOwn(record.product, one)) ?? column.names[0] ?? column.key;
  plan.changes.push({ ...cell, name, before: stored ?? null, after });
}
