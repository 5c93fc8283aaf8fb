import { createHash } from 'node:crypto';
import { problem } from '@pimento/contract/problem';
import type { PimentoError, ProductId } from '../../platform/core.ts';
import type { FittedValues, ValueCheck } from '../stored-values/held-value-rules.ts';
import { shown } from '../values/quoted-text.ts';
import type { ChangedAttribute, OpenChange, StoredRefusal } from './change-types.ts';

/** Samples that a change keeps, and samples that the answer to a refused request has. */
const keptSamples = 200;
const answeredSamples = 20;

/** The counts of a change that its check adds to. */
export type CheckTally = Pick<OpenChange, 'checked' | 'holders' | 'toConvert' | 'misfits' | 'misfitCounts' | 'samples'>;

export const emptyTally: CheckTally = {
  checked: 0,
  holders: 0,
  toConvert: 0,
  misfits: 0,
  misfitCounts: {},
  samples: [],
};

/** Returns a hash of everything that determines whether values fit, so that a check is not used for other definitions than its own. */
export function hashOfChecks(checks: readonly ValueCheck[]): string {
  const data = checks.map(({ index, location, from, to }) => {
    const { key, typeId, multiValue, restriction } = to;
    return [index, location, from.typeId, from.multiValue, key, typeId, multiValue, restriction];
  });
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}

/** Adds the result of one product to the counts of the change. */
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

/** Builds the refusal of a change that stored values do not fit: one entry of `errors` for each definition, and samples. */
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

/** Whether stored values may have to become lists or single texts. */
export const changesForms = (attributes: readonly ChangedAttribute[]): boolean =>
  attributes.some(({ from, to }) => from.multiValue !== to.multiValue);
