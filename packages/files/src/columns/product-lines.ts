import { FileError } from '../source/file-error.ts';
import type { Column } from './columns-of.ts';
import { listCells } from './list-text.ts';

/** A product in the format of an export: strings, lists of strings, and lists of rows. Quantities are strings with all digits. */
export type ProductObject = Readonly<Record<string, unknown>>;

/** The columns of the values of a product or row, by key. */
interface Layout {
  values: Map<string, number>;
  lists: Map<string, number>;
  rows: Map<string, { column: number; layout: Layout }>;
}

const emptyLayout = (): Layout => ({ values: new Map(), lists: new Map(), rows: new Map() });

function layoutOf(columns: readonly Column[]): Layout {
  const root = emptyLayout();
  for (const [column, { kind, path }] of columns.entries()) {
    let layout = root;
    for (const step of path.slice(0, -1)) {
      const inner = layout.rows.get(step);
      if (inner === undefined) throw new Error(`no row column for ${step}`);
      layout = inner.layout;
    }
    const key = path.at(-1) ?? '';
    if (kind === 'value') layout.values.set(key, column);
    else if (kind === 'list') layout.lists.set(key, column);
    else layout.rows.set(key, { column, layout: emptyLayout() });
  }
  return root;
}

/** Formats products as lines of cells. A product has several lines if a composite has several rows or a list exceeds a cell. */
export class ProductLines {
  readonly #layout: Layout;
  readonly #blank: readonly string[];
  readonly #maxCell: number;
  readonly #idColumn: number;
  #lines: string[][] = [];

  /** @param maxCell maximum number of characters of a cell. A longer list continues in the next line */
  constructor(columns: readonly Column[], maxCell = Infinity) {
    this.#layout = layoutOf(columns);
    this.#blank = columns.map(() => '');
    this.#maxCell = maxCell;
    this.#idColumn = this.#layout.values.get('__ID') ?? 0;
  }

  /**
   * Returns the lines of a product. Each line contains the id of the product.
   * @throws FileError definitions-changed if the product has a value without a column
   */
  of(product: ProductObject): string[][] {
    this.#lines = [];
    this.#fill(this.#layout, product, 0);
    const id = String(product['__ID']);
    for (const line of this.#lines) line[this.#idColumn] = id;
    return this.#lines;
  }

  #put(line: number, column: number, text: string): void {
    while (this.#lines.length <= line) this.#lines.push(this.#blank.slice());
    const cells = this.#lines[line];
    if (cells !== undefined) cells[column] = text;
  }

  /** Writes the values of a product or row, starting at a line. @returns the number of lines that the values need */
  #fill(layout: Layout, members: ProductObject, start: number): number {
    let height = 1;
    for (const key of Object.keys(members)) {
      const value = members[key];
      const isList = Array.isArray(value);
      const column = (isList ? layout.lists : layout.values).get(key);
      if (column !== undefined) {
        const cells = isList ? listCells(value.map(String), this.#maxCell) : [String(value)];
        for (const [at, cell] of cells.entries()) this.#put(start + at, column, cell);
        height = Math.max(height, cells.length);
      } else {
        const rows = layout.rows.get(key);
        if (rows === undefined || !isList) throw unknownMember(key);
        height = Math.max(height, this.#fillRows(rows, value as ProductObject[], start)); // a composite has a list of rows
      }
    }
    return height;
  }

  #fillRows({ column, layout }: { column: number; layout: Layout }, rows: ProductObject[], start: number): number {
    let line = start;
    for (const [index, row] of rows.entries()) {
      const height = this.#fill(layout, row, line);
      for (let at = 0; at < height; at++) this.#put(line + at, column, String(index + 1));
      line += height;
    }
    return line - start;
  }
}

const unknownMember = (key: string): FileError =>
  new FileError(
    'definitions-changed',
    `The attribute ${JSON.stringify(key)} was created or changed while the file was written. Start the export again.`,
  );
