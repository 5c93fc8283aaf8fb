import type { Row } from '../rows-types.ts';
import type { CellContext, RawCell } from './cell-reader.ts';
import { maxRowLength, RowCollector, tooLong } from './row-collector.ts';
import { RowReader } from './row-reader.ts';
import { parseXml, type XmlHandler } from './xml-part.ts';

/** Passes the elements of a sheet to a collector. */
class SheetHandler implements XmlHandler {
  readonly #collector: RowCollector;
  #length = 0;
  #cell: RawCell | undefined;
  #isValue = false;
  #phonetic = 0;

  constructor(collector: RowCollector) {
    this.#collector = collector;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes['r']);
    else if (this.#cell === undefined) return;
    else if (name === 'f') this.#cell.hasFormula = true;
    else if (name === 'rPh') this.#phonetic++;
    else if (name === 'v' || (name === 't' && this.#phonetic === 0)) {
      this.#isValue = true;
      this.#cell.hasValue = true;
    }
  }

  text(text: string): void {
    if (!this.#isValue || this.#cell === undefined) return;
    this.#length += text.length;
    if (this.#length > maxRowLength) throw tooLong(this.#collector.row);
    this.#cell.value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#phonetic--;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#collector.closeRow();
  }

  #openRow(row: string | undefined): void {
    this.#length = 0;
    this.#collector.openRow(row);
  }

  #openCell({ r: reference, t: type, s: style }: Readonly<Record<string, string>>): void {
    this.#collector.openCell(reference);
    this.#cell = { type: type ?? 'n', style: Number(style ?? 0), value: '', hasValue: false, hasFormula: false };
  }

  #closeCell(): void {
    if (this.#cell !== undefined) this.#collector.closeCell(this.#cell);
    this.#cell = undefined;
  }
}

/**
 * Reads the rows of a sheet while its XML arrives, one list for each chunk. Blank rows are omitted. A merged cell has its value in its
 * first cell.
 * @throws FileError file-damaged, cell-too-large
 */
export async function* readSheetRows(
  bytes: AsyncIterable<Uint8Array>,
  context: CellContext,
): AsyncGenerator<Row[], void, undefined> {
  const collector = new RowCollector(context);
  const reader = new RowReader((row, cells) => collector.addRow(row, cells));
  const chunks = parseXml(bytes, new SheetHandler(collector), reader);
  for (let isDone = false; !isDone;) {
    isDone = (await chunks.next()).done === true;
    const { rows } = collector;
    collector.rows = [];
    context.strings?.releaseLong();
    if (rows.length > 0) yield rows;
  }
}
