import {
  applyMapping,
  type Attribute,
  type FileFormat,
  type GuessedMapping,
  guessMapping,
  type MappedProduct,
  type Mapping,
  type MappingChoices,
  readSample,
  type Row,
  RowNumbers,
  type RowProblem,
  type StoredMapping,
} from '@pimento/files';
import type { ProductFile } from './product-file.ts';
import { UsageError } from './usage-error.ts';

/** Maximum number of problems that the report lists. `rejected` counts all rejected products. */
const keptProblems = 1_000;

/**
 * Guesses the mapping of a table, or applies a stored mapping.
 * @throws FileError if the file cannot be read
 */
export async function guessTable(
  file: ProductFile,
  format: FileFormat,
  attributes: readonly Attribute[],
  choices: MappingChoices,
  stored?: StoredMapping,
): Promise<GuessedMapping & { rows: Row[] }> {
  const { rows } = await readSample(file.bytes, format, file.spool);
  const ofFile = { ...choices, kind: format.kind };
  const guessed =
    stored === undefined ? guessMapping(rows, attributes, ofFile) : applyMapping(stored, rows, attributes, ofFile);
  return { ...guessed, rows };
}

/** Returns the mapping if all questions are answered. @throws UsageError with the questions and the options that answer them */
export function settledMapping({ mapping, questions }: GuessedMapping): Mapping {
  if (questions.length === 0) return mapping;
  const options = 'Options: --id COLUMN, --ignore COLUMN, --decimal "," or ".", --date dmy or mdy.';
  throw new UsageError([...questions.map(({ message }) => message), options].join('\n'));
}

/** Records which products were rejected before sending, and from which rows the sent products come. */
export class TableRows {
  /** The first `keptProblems` problems. */
  readonly problems: RowProblem[] = [];
  /** Number of products that were not sent. */
  rejected = 0;
  readonly #sent = new RowNumbers();
  #sentCount = 0;

  /** Records a product. Returns the product to send, or undefined if it was rejected. */
  readonly lineOf = ({ product, problems, rows }: MappedProduct): unknown => {
    if (problems.length === 0) {
      this.onLine(rows[0]?.row ?? 0);
      return product;
    }
    this.rejected += 1;
    this.problems.push(...problems.slice(0, keptProblems - this.problems.length));
    return undefined;
  };

  /** Records a product that was sent. @param row number of its first row in the file */
  readonly onLine = (row: number): void => {
    this.#sent.set(this.#sentCount++, row);
  };

  /** Number of products that were sent. */
  get sent(): number {
    return this.#sentCount;
  }

  /** Returns the number of a product's first row in the file, or undefined if no sent product has this index in the import. */
  rowOf(index: number): number | undefined {
    return index < this.#sentCount ? this.#sent.get(index) : undefined;
  }
}
