import { createHash } from 'node:crypto';
import { problem } from '@pimento/contract/problem';
import type { PimentoError, ProductId } from '../../platform/core.ts';
import type { FittedValues, ValueCheck } from '../stored-values/held-value-rules.ts';
import { shown } from '../values/quoted-text.ts';
import type { ChangedAttribute, OpenChange, StoredRefusal } from './change-types.ts';

/** Maximum number of samples of invalid values that are stored with a change. */
const keptSamples = 200;
/** Maximum number of these samples in the response to a refused request. */
const answeredSamples = 20;

/** The counts and samples of a change. The check of stored values updates them. */
export type CheckTally = Pick<OpenChange, 'checked' | 'holders' | 'toConvert' | 'misfits' | 'misfitCounts' | 'samples'>;

export const emptyTally: CheckTally = {
  checked: 0,
  holders: 0,
  toConvert: 0,
  misfits: 0,
  misfitCounts: {},
  samples: [],
};

/** Returns a hash of all inputs of a check except the values. If the hash changes, the results of the check are no longer valid. */
export function hashOfChecks(checks: readonly ValueCheck[]): string {
  const data = checks.map(({ index, location, from, to }) => {
    const { key, typeId, multiValue, restriction } = to;
    return [index, location, from.typeId, from.multiValue, key, typeId, multiValue, restriction];
  });
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}

/**
 * Adds the result of checking one product to the counts and samples of a change.
 * @param counted false if the product may have been counted before, so that only its invalid values are added
 */
export function addFitted(
  tally: CheckTally,
  productId: ProductId,
  { changes, misfits }: FittedValues,
  { counted }: { counted: boolean },
): void {
  if (counted) {
    tally.holders += 1;
    if (misfits.length === 0 && changes.length > 0) tally.toConvert += 1;
  }
  if (misfits.length > 0) tally.misfits += 1;
  for (const { index, ...misfit } of misfits) {
    tally.misfitCounts[index] = (tally.misfitCounts[index] ?? 0) + 1;
    if (tally.samples.length < keptSamples) tally.samples.push({ productId, ...misfit });
  }
}

/**
 * Builds the error for a change that would make stored values invalid. The error contains samples, and one entry in `errors` for each
 * definition with invalid values.
 */
export function misfitRefusal(
  { misfits, misfitCounts, samples }: CheckTally,
  checks: readonly ValueCheck[],
): StoredRefusal {
  const errors = checks.flatMap(({ index, to }) => {
    const products = misfitCounts[index];
    if (products === undefined) return [];
    const misfit = problem('values-do-not-fit', { kind: 'definition', attribute: shown(to.id), count: products });
    return [{ ...misfit, path: `/${index}` }];
  });
  return {
    ...problem('values-do-not-fit', { kind: 'request', count: misfits }),
    extra: { count: misfits, samples: samples.slice(0, answeredSamples), errors },
  };
}

export const refusalOf = ({ code, message, params, extra }: PimentoError): StoredRefusal => ({
  code,
  message,
  ...(params === undefined ? {} : { params }),
  extra,
});

/** Returns true if any attribute becomes multi-value or single-value, so that its stored values may need conversion. */
export const changesForms = (attributes: readonly ChangedAttribute[]): boolean =>
  attributes.some(({ from, to }) => from.multiValue !== to.multiValue);
