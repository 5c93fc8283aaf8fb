import type { Difference, MovedSequence } from './move-types.ts';

/**
 * Returns the sequences of the source that are missing in the target or have a different value there. The result has the value in place of
 * a checksum.
 */
export function listSequenceDifferences(
  source: readonly MovedSequence[],
  target: readonly MovedSequence[],
): Difference[] {
  const found = new Map(target.map(({ sequence, lastValue }) => [sequence, lastValue]));
  const sideOf = (value: number | undefined) =>
    value === undefined ? undefined : { rows: 1, checksum: String(value) };
  return source
    .filter(({ sequence, lastValue }) => found.get(sequence) !== lastValue)
    .map(({ sequence, lastValue }) => ({
      name: sequence,
      source: sideOf(lastValue),
      target: sideOf(found.get(sequence)),
    }));
}
