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
  type RowProblem,
  type StoredMapping,
} from '@pimento/files';
import type { ProductFile } from './product-file.ts';
import { UsageError } from './usage-error.ts';

/** Problems that are kept for the report; all are counted. */
const keptProblems = 1_000;

/**
 * Guesses the mapping of a table, or applies a stored one.
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

/** Returns the mapping if no question is open. @throws UsageError with the questions and the options that answer them */
export function settledMapping({ mapping, questions }: GuessedMapping): Mapping {
  if (questions.length === 0) return mapping;
  const options = 'Options: --id COLUMN, --ignore COLUMN, --decimal "," or ".", --date dmy or mdy.';
  throw new UsageError([...questions.map(({ message }) => message), options].join('\n'));
}

/** The products that were rejected before sending, and the rows of the products that were sent. */
export class TableRows {
  /** The first `keptProblems` problems. */
  readonly problems: RowProblem[] = [];
  /** Number of products that were not sent. */
  rejected = 0;
  readonly #sent: number[] = [];

  /** Records a product; returns what is to be sent of it. */
  readonly lineOf = ({ product, problems, rows }: MappedProduct): unknown => {
    if (problems.length === 0) {
      this.#sent.push(rows[0]?.row ?? 0);
      return product;
    }
    this.rejected += 1;
    this.problems.push(...problems.slice(0, keptProblems - this.problems.length));
    return undefined;
  };

  /** Returns the first row of a product by its index in the import. */
  rowOf(index: number): number | undefined {
    return this.#sent[index];
  }
}
