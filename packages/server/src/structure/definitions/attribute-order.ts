import type { Attribute } from '../values/structure-types.ts';

/** Compares attributes in listing order, first by displaySequence (nulls last), then by position. */
export function byDisplayOrder(
  a: Pick<Attribute, 'displaySequence' | 'position'>,
  b: Pick<Attribute, 'displaySequence' | 'position'>,
): number {
  if (a.displaySequence === b.displaySequence) return a.position - b.position;
  if (a.displaySequence === null) return 1;
  if (b.displaySequence === null) return -1;
  return a.displaySequence - b.displaySequence;
}
