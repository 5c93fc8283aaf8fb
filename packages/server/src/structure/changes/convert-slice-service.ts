import {
  type Clock,
  planWithoutSorting,
  type ClientId,
  type ProductId,
  type Transaction,
} from '../../platform/index.ts';
import { listAttributeRows } from '../state/attribute-row-store.ts';
import { listFormChecks } from '../stored-values/form-rules.ts';
import { fitValues, type ValueCheck } from '../stored-values/held-value-rules.ts';
import { listHeldPage, lockHeldValues, rewriteValues } from '../stored-values/held-value-store.ts';
import { type ChangeDeps, lockDefinitions } from './change-lock-service.ts';
import { saveChange } from './change-store.ts';
import type { OpenChange } from './change-types.ts';
import { rootsOf, sliceMs } from './slice-rules.ts';

/** Converts stored values to the current definitions, page by page. Locks each product that it converts. */
export async function convertSlice(transaction: Transaction, { clock }: ChangeDeps, change: OpenChange): Promise<void> {
  const { clientId, actor } = change;
  await lockDefinitions(transaction, change, 'share');
  const byKey = new Map((await listAttributeRows(transaction, clientId)).map((one) => [one.key, one]));
  const keys = change.attributes.filter(({ from, to }) => from.multiValue !== to.multiValue).map(({ key }) => key);
  const checks = listFormChecks(keys, byKey);
  const roots = rootsOf(checks);
  const ends = clock.monotonic() + sliceMs;
  await planWithoutSorting(transaction);
  let { reached, converted } = change;
  while (clock.monotonic() < ends) {
    const page = await listHeldPage(transaction, clientId, roots, reached);
    if (page.through === undefined) {
      await saveChange(transaction, change, { converted, reached, status: 'Completed' }, 'finished');
      return;
    }
    converted += await convertProducts(transaction, clock, { clientId, actor }, checks, page.holders);
    reached = page.through;
  }
  await saveChange(transaction, change, { converted, reached });
}

/** @returns the number of converted products */
async function convertProducts(
  transaction: Transaction,
  clock: Clock,
  { clientId, actor }: { clientId: ClientId; actor: string },
  checks: readonly ValueCheck[],
  found: readonly { productId: ProductId; values: Map<string, unknown> }[],
): Promise<number> {
  const isDue = (values: Map<string, unknown>) => fitValues(values, checks).changes.length > 0;
  const due = found.filter(({ values }) => isDue(values)).map(({ productId }) => productId);
  // The products are read again under the lock, because an import may have changed them since the first read.
  const locked = await lockHeldValues(transaction, clientId, rootsOf(checks), due);
  const rewrites = locked.flatMap(({ productId, values }) => {
    const { changes } = fitValues(values, checks);
    return changes.length === 0 ? [] : [{ productId, historyId: clock.newId(), changes }];
  });
  await rewriteValues(transaction, clientId, rewrites, actor);
  return rewrites.length;
}
