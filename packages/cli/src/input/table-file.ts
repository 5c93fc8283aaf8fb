import {
  type Attribute,
  type FileFormat,
  type GuessedMapping,
  guessMapping,
  type MappedProduct,
  type Mapping,
  type MappingChoices,
  mapRows,
  openRows,
  type Row,
  type RowProblem,
} from '@pimento/files';
import type { ProductFile } from './product-file.ts';
import { UsageError } from './usage-error.ts';

/** Number of rows that are examined to guess the mapping. */
const sampleRows = 1_000;
const chunkLength = 64 * 1024;
/** Max number of problems in the report; all problems are counted. */
const keptProblems = 1_000;

async function firstRows(file: ProductFile, format: FileFormat): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of openRows(file.bytes, format, file.spool)) {
    rows.push(row);
    if (rows.length === sampleRows) break;
  }
  return rows;
}

/** Guesses the mapping of a table. */
export async function guessTable(
  file: ProductFile,
  format: FileFormat,
  attributes: readonly Attribute[],
  choices: MappingChoices,
): Promise<GuessedMapping & { rows: Row[] }> {
  const rows = await firstRows(file, format);
  return { ...guessMapping(rows, attributes, { ...choices, kind: format.kind }), rows };
}

/** Returns the mapping if no question is open. @throws UsageError with the questions and the options that answer them */
export function settledMapping({ mapping, questions }: GuessedMapping): Mapping {
  if (questions.length === 0) return mapping;
  const options = 'Options: --id COLUMN, --ignore COLUMN, --decimal "," or ".".';
  throw new UsageError([...questions.map(({ message }) => message), options].join('\n'));
}

/** The products that were rejected before sending, and the rows of the products that were sent. */
export class TableRows {
  /** The first `keptProblems` problems. */
  readonly problems: RowProblem[] = [];
  /** Number of products that were not sent. */
  rejected = 0;
  readonly #sent: number[] = [];

  /** Records a product; returns whether it is to be sent. */
  accept({ problems, rows }: MappedProduct): boolean {
    if (problems.length === 0) {
      this.#sent.push(rows[0]?.row ?? 0);
      return true;
    }
    this.rejected += 1;
    this.problems.push(...problems.slice(0, keptProblems - this.problems.length));
    return false;
  }

  /** Returns the first row of a product by its index in the import. */
  rowOf(index: number): number | undefined {
    return this.#sent[index];
  }
}

/** Reads a table as NDJSON, one product per line, and records rows and problems. */
export async function* tableProducts(
  rows: AsyncIterable<Row>,
  mapping: Mapping,
  table: TableRows,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const mapped of mapRows(rows, mapping)) {
    if (!table.accept(mapped)) continue;
    text += `${JSON.stringify(mapped.product)}\n`;
    if (text.length < chunkLength) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}
