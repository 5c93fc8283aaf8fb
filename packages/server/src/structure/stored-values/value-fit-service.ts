import {
  type Clock,
  PimentoError,
  planWithoutSorting,
  type ClientId,
  type ProductId,
  type Transaction,
} from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { fitValues, type ValueCheck, type ValueMisfit } from './held-value-rules.ts';
import { listHeldValues, rewriteValues } from './held-value-store.ts';
import { shown } from '../values/quoted-text.ts';

const maxSamples = 20;

/** The invalid values found so far: all are counted, the first ones are kept as samples. */
interface MisfitTally {
  products: number;
  byIndex: Map<number, number>;
  samples: (Omit<ValueMisfit, 'index'> & { productId: ProductId })[];
}

/**
 * Converts all stored values to changed definitions, page by page, and saves the values that change. The caller holds the structure lock
 * for update, so that no import writes values at the same time.
 * @throws PimentoError values-do-not-fit, with `count` (products), `samples` and one entry of `errors` for each definition
 */
export async function fitStoredValues(
  transaction: Transaction,
  clock: Clock,
  caller: { clientId: ClientId; actor: string },
  checks: readonly ValueCheck[],
): Promise<void> {
  if (checks.length === 0) return;
  const { clientId, actor } = caller;
  const attributeIds = [...new Set(checks.map(({ location }) => location.rootId))];
  const tally: MisfitTally = { products: 0, byIndex: new Map(), samples: [] };
  await planWithoutSorting(transaction);
  let after: string | undefined = '';
  while (after !== undefined) {
    const page = await listHeldValues(transaction, clientId, attributeIds, after);
    const fitted = page.map(({ productId, values }) => ({ productId, ...fitValues(values, checks) }));
    for (const { productId, misfits } of fitted) count(tally, productId, misfits);
    const changed = tally.products > 0 ? [] : fitted.filter(({ changes }) => changes.length > 0);
    const rewrites = changed.map(({ productId, changes }) => ({ productId, historyId: clock.newId(), changes }));
    await rewriteValues(transaction, clientId, rewrites, actor);
    after = page.at(-1)?.productId;
  }
  if (tally.products > 0) throw refusal(tally, checks);
}

function count(tally: MisfitTally, productId: ProductId, misfits: readonly ValueMisfit[]): void {
  if (misfits.length > 0) tally.products += 1;
  for (const { index, ...misfit } of misfits) {
    tally.byIndex.set(index, (tally.byIndex.get(index) ?? 0) + 1);
    if (tally.samples.length < maxSamples) tally.samples.push({ productId, ...misfit });
  }
}

function refusal(tally: MisfitTally, checks: readonly ValueCheck[]): PimentoError {
  const errors = checks.flatMap(({ index, to }) => {
    const products = tally.byIndex.get(index);
    if (products === undefined) return [];
    const misfit = problem('values-do-not-fit', { kind: 'definition', attribute: shown(to.id), count: products });
    return [{ ...misfit, path: `/${index}` }];
  });
  return new PimentoError(problem('values-do-not-fit', { kind: 'request', count: tally.products }), {
    count: tally.products,
    samples: tally.samples,
    errors,
  });
}
