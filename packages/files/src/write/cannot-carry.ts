import { FileError } from '../source/file-error.ts';

/** The limit of a file format that an export exceeds. */
export type ExceededLimit =
  | { limit: 'columns'; count: number; max: number }
  | { limit: 'rows'; max: number }
  | { limit: 'cell'; column: string; productId: string; length: number; max: number };

function sentence(exceeded: ExceededLimit): string {
  switch (exceeded.limit) {
    case 'columns':
      return `it has ${exceeded.count} columns, and a sheet has ${exceeded.max}`;
    case 'rows':
      return `it has more than ${exceeded.max} rows`;
    case 'cell': {
      const { column, productId, length, max } = exceeded;
      return `${column} of product ${JSON.stringify(productId)} has ${length} characters, but a cell takes at most ${max}`;
    }
  }
}

/** Thrown if an export does not fit in a workbook. `exceeded` states the limit as data, so that the console can translate the message. */
export class CannotCarryError extends FileError {
  readonly exceeded: ExceededLimit;

  constructor(exceeded: ExceededLimit) {
    const text = `An XLSX file cannot carry this export: ${sentence(exceeded)}. Export it as CSV or NDJSON.`;
    super('format-cannot-carry', text);
    this.exceeded = exceeded;
  }
}
