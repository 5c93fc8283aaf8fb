import { isDeepStrictEqual } from 'node:util';
import type { RawBuilder } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { AccountVerdict } from '../evaluations/account-evaluation-service.ts';
import type { EvaluationTasks } from '../thread/evaluation-task-types.ts';
import { lockClientEvaluations } from '../evaluations/change-store.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { findSources } from '../rulesets/ruleset-views.ts';
import type { AccountGate, Gate } from './gate-rules.ts';
import { listChosen } from './stale-product-views.ts';

/** Number of products that are evaluated together. */
const chunkSize = 1_000;
/** A response lists reasons for at most this many products. */
const maxReasons = 1_000;
/**
 * Time limit of the evaluations for a gate in milliseconds, because the other evaluations of the client wait for them. Products without a
 * result by then are not submitted.
 */
const maxMs = 20_000;

/**
 * Returns the gate for submits with an account. If the ruleset reads data in which the account differs from the evaluation account,
 * evaluates the chosen products with the account. In this case, also locks the client until the transaction ends. Files and overrides that
 * change before then stay on the list of changes, which the gate reads.
 * @param chosen a condition on the table `product`
 */
export async function withAccount(
  transaction: Transaction,
  { evaluations, gate }: { evaluations: EvaluationTasks; gate: Gate },
  key: ConnectionKey,
  { accountId, chosen }: { accountId: string; chosen: RawBuilder<boolean> },
): Promise<Gate> {
  if (gate.rulesetNo === null || (await isSameInput(transaction, key, accountId))) return gate;
  const rulesetNo = await evaluations.run('accountRuleset', { key, accountId });
  if (rulesetNo === 'none') return gate;
  // Without results, no product passes.
  if (rulesetNo === 'waiting') return { ...gate, account: { rulesetNo: gate.rulesetNo, verdicts: '{}' } };
  await lockClientEvaluations(transaction, key.clientId);
  const evaluate = (productIds: readonly string[]) =>
    evaluations.run('accountProducts', { key, rulesetNo, productIds });
  return { ...gate, account: { rulesetNo, verdicts: await judgeAll(transaction, key, chosen, evaluate) } };
}

/** Returns true if an account has the same fields and lists as the evaluation account. */
async function isSameInput(transaction: Transaction, key: ConnectionKey, accountId: string): Promise<boolean> {
  const usual = await findSources(transaction, key);
  const other = await findSources(transaction, key, accountId);
  return isDeepStrictEqual([usual?.account, usual?.accountLists], [other?.account, other?.accountLists]);
}

async function judgeAll(
  transaction: Transaction,
  key: ConnectionKey,
  chosen: RawBuilder<boolean>,
  evaluate: (productIds: readonly string[]) => Promise<AccountVerdict[]>,
): Promise<AccountGate['verdicts']> {
  const members: string[] = [];
  let reasons = 0;
  let after = '';
  const stopAt = performance.now() + maxMs;
  while (performance.now() < stopAt) {
    const productIds = await listChosen(transaction, key, chosen, { after, max: chunkSize });
    if (productIds.length === 0) break;
    const verdicts = await evaluate(productIds);
    for (const { productId, revision, createdAt, outcome, reason, more } of verdicts) {
      const shown = outcome !== 'ready' && reasons < maxReasons;
      if (shown) reasons += 1;
      const verdict = [revision, createdAt, outcome, ...(shown ? [reason, more] : [])];
      members.push(`${JSON.stringify(productId)}:${JSON.stringify(verdict)}`);
    }
    // The size limit can leave products for the next round, and deleted products have no verdict.
    after = verdicts.at(-1)?.productId ?? productIds.at(-1) ?? '';
  }
  return `{${members.join(',')}}`;
}
