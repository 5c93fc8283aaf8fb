import { isDeepStrictEqual } from 'node:util';
import type { OverrideValue } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { unknownProduct } from '../../catalog/index.ts';
import {
  type Clock,
  type Database,
  jsonPointer,
  PimentoError,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import { appendChange } from '../evaluations/change-store.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { findRulesetNo } from '../rulesets/ruleset-views.ts';
import { applyOverrides, listUnknownNames, lockProductRevision, type OverrideChange } from './override-store.ts';
import { findProductOverrides } from './override-views.ts';
import { notPublished, requireConnection } from './readiness-service.ts';

export interface OverrideRequest {
  values?: Record<string, OverrideValue | null> | undefined;
  category?: string | null | undefined;
  /** The values on which the change is based. If the stored values differ, nothing is changed. */
  expected?: Pick<OverrideRequest, 'values' | 'category'> | undefined;
  actor: string;
}

const changesOf = ({ values = {}, category }: Pick<OverrideRequest, 'values' | 'category'>): OverrideChange[] => [
  ...Object.entries(values).map(([target, value]) => ({ target, value })),
  ...(category === undefined ? [] : [{ target: '', value: category }]),
];

/** @throws PimentoError changed-meanwhile if a stored value is not the expected one */
async function requireExpected(
  opened: Transaction,
  key: ConnectionKey,
  productId: string,
  expected: OverrideRequest['expected'] = {},
): Promise<void> {
  const wanted = changesOf(expected);
  if (wanted.length === 0) return;
  const present = await findProductOverrides(opened, key, productId);
  if (wanted.every(({ target, value }) => isDeepStrictEqual(present.get(target) ?? null, value))) return;
  const values = wanted
    .filter(({ target }) => target !== '')
    .map(({ target }): [string, unknown] => [target, present.get(target) ?? null]);
  throw new PimentoError(problem('changed-meanwhile', { kind: 'override', productId }), {
    stored: { values: Object.fromEntries(values), category: present.get('') ?? null },
  });
}

/**
 * Sets and removes overrides of one product on one channel.
 * @throws PimentoError unknown-channel, unknown-connection, unknown-product, mapping-not-published, invalid-values, changed-meanwhile
 */
export async function putOverrides(
  { database, clock }: { database: Database; clock: Clock },
  key: ConnectionKey,
  productId: string,
  { values = {}, category, expected, actor }: OverrideRequest,
): Promise<void> {
  await transaction(database, async (opened) => {
    await requireConnection(opened, key);
    const revision = await lockProductRevision(opened, key.clientId, productId);
    if (revision === undefined) throw unknownProduct(productId);
    // The response contains the new evaluation of the product, which requires a ruleset.
    if ((await findRulesetNo(opened, key)) === undefined) throw notPublished(key);
    const unknown = await listUnknownNames(opened, key.channelId, {
      targets: Object.keys(values).filter((target) => values[target] !== null),
      category: category ?? undefined,
    });
    if (unknown.length > 0) throw invalidNames(unknown);
    await requireExpected(opened, key, productId, expected);
    await applyOverrides(opened, key, { productId, revision }, changesOf({ values, category }), {
      actor,
      at: clock.now(),
    });
    await appendChange(opened, key.clientId, 'input', [productId]);
  });
}

function invalidNames(unknown: Awaited<ReturnType<typeof listUnknownNames>>): PimentoError {
  const errors = unknown.map(({ kind, name }) => ({
    path: jsonPointer(kind === 'category' ? ['category'] : ['values', name]),
    ...(kind === 'category'
      ? problem('unknown-category', { kind: 'product', category: name })
      : problem('unknown-target', { target: name })),
  }));
  return new PimentoError(problem('invalid-values', { kind: 'overrides', count: errors.length }), { errors });
}
