import type { ImportReport } from '@pimento/contract';

export type ImportError = ImportReport['errors'][number];

/** Errors with the same problem, attribute and value, in the order of the file. */
export interface ErrorGroup {
  /** The first error of the group. */
  error: ImportError;
  errors: ImportError[];
}

/** Returns the number of products of a group. A product can have the same error in several of its values. */
export const productCount = ({ errors }: ErrorGroup): number => new Set(errors.map(({ index }) => index)).size;

const keyOf = ({ code, params, message }: ImportError) => JSON.stringify([code, params ?? message]);

/** Groups errors by problem, attribute and value. The largest group comes first. Groups of the same size are in the order of the file. */
export function groupErrors(errors: readonly ImportError[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const error of errors) {
    const group = groups.get(keyOf(error));
    if (group) group.errors.push(error);
    else groups.set(keyOf(error), { error, errors: [error] });
  }
  return [...groups.values()].toSorted((a, b) => b.errors.length - a.errors.length);
}
