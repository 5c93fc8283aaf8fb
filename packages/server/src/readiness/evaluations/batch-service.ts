import type { ReadyWhen } from '@pimento/contract';
import {
  type ChannelId,
  type ClientId,
  createTimeSlices,
  type Database,
  type TimeSlices,
  type Transaction,
} from '../../platform/core.ts';
import type { Verdict } from '../evaluate/evaluation-result.ts';
import type { Ruleset } from '../evaluate/ruleset.ts';
import { countDifference, differs } from './evaluation-difference-rules.ts';
import { evaluationRow } from './evaluation-row-rules.ts';
import { addToTallies, deleteEvaluations, listStoredEvaluations, saveEvaluations } from './evaluation-store.ts';
import type { EvaluationRow, StoredEvaluation, TallyDifference } from './evaluation-types.ts';
import { kindName, type ProblemKind } from './problem-number-rules.ts';
import { numberProblems } from './problem-number-store.ts';
import { type EvaluatedRow, judgeRead, type ReadPage, readPage } from './page-evaluation-service.ts';
import type { ProductRow } from './product-facts-views.ts';
import { followEvaluated } from './ready-state-store.ts';

/** A channel whose products are evaluated, with its ruleset. */
export interface EvaluatedChannel {
  channelId: ChannelId;
  rulesetNo: number;
  /** If `valid`, the states Progress and Ready follow the evaluation. */
  readyWhen: ReadyWhen;
  ruleset: Ruleset;
  /**
   * If true, rows whose result is unchanged are also written with the current ruleset, so that they count as current even while a pass is
   * in progress.
   */
  renews?: boolean;
}

/** What a step needs to work on several pages at the same time. */
export interface Ahead {
  /** Has a free connection, so that the next page is read while a page is evaluated. */
  database: Database;
  slices: TimeSlices;
}

/** Number of products per page, which a step reads and writes together. The statements of a page take 3 ms. */
const pageSize = 500;
/**
 * Time limit of a step in milliseconds, so that slow formulas of one client do not delay other clients for long. A step evaluates at least
 * one product.
 */
const maxStepMs = 2_000;
const nothing = Promise.resolve();

/**
 * Evaluates products on channels, stores the results that differ, and updates the states on the channels. Deletes the evaluations of
 * products that no longer exist. The client must be locked.
 * @param productIds in ascending order
 * @param ahead if given, the next page is read and the previous one written while a page is evaluated; otherwise one after the other
 * @returns the number of ids that were handled, from the start; the step leaves the rest if it has taken too long
 */
export async function evaluateProducts(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly EvaluatedChannel[],
  productIds: readonly string[],
  ahead?: Ahead,
): Promise<number> {
  const stopAt = performance.now() + maxStepMs;
  const slices = ahead?.slices ?? createTimeSlices();
  const idsFrom = (from: number) => productIds.slice(from, from + pageSize);
  let reading: Promise<ReadPage> | undefined;
  let saving: Promise<void> = nothing;
  let done = 0;
  try {
    while (done < productIds.length && (done === 0 || performance.now() < stopAt)) {
      const page = idsFrom(done);
      const read = await (reading ?? readPage(ahead?.database ?? transaction, clientId, channels, page));
      const next = done + endOf(page, read.products);
      reading =
        ahead && next < productIds.length ? readPage(ahead.database, clientId, channels, idsFrom(next)) : undefined;
      reading?.catch(() => undefined); // awaited in the next iteration, or not needed
      const evaluated = await judgeRead(read, channels, { stopAt, slices });
      const end = evaluated.length < read.products.length ? endOf(page, evaluated.map(productOf)) : next - done;
      await saving;
      saving = savePage(transaction, clientId, channels, page.slice(0, end), evaluated);
      if (ahead === undefined) await saving;
      else saving.catch(() => undefined); // awaited in the next iteration or after the loop
      done += end;
    }
    await saving;
  } finally {
    // the transaction must not end while one of its statements is running
    await Promise.allSettled([saving, reading]);
  }
  await followEvaluated(transaction, clientId, channels, productIds.slice(0, done));
  return done;
}

const productOf = ({ product }: EvaluatedRow<Verdict>): ProductRow => product;

/**
 * Returns how many ids of a page are handled with these products. If there are no products, all of them were deleted. Otherwise the last
 * ids of the page may be left, because the page was too large or the time ran out.
 */
function endOf(page: readonly string[], products: readonly ProductRow[]): number {
  const last = products.at(-1)?.productId;
  return last === undefined ? page.length : page.lastIndexOf(last) + 1;
}

async function savePage(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly EvaluatedChannel[],
  productIds: readonly string[],
  evaluated: readonly EvaluatedRow<Verdict>[],
): Promise<void> {
  const channelIds = channels.map(({ channelId }) => channelId);
  const stored = await listStoredEvaluations(transaction, clientId, channelIds, productIds);
  for (const [index, channel] of channels.entries()) {
    const evaluations = evaluated.flatMap(({ product, evaluations: all }) => {
      const evaluation = all[index];
      return evaluation === undefined ? [] : [{ product, evaluation }];
    });
    const before = stored.filter(({ channelId }) => channelId === channel.channelId);
    await saveChannel(transaction, clientId, channel, evaluations, before);
  }
}

async function saveChannel(
  transaction: Transaction,
  clientId: ClientId,
  channel: EvaluatedChannel,
  evaluations: readonly { product: ProductRow; evaluation: Verdict }[],
  stored: readonly StoredEvaluation[],
): Promise<void> {
  const kinds = new Map<string, ProblemKind>();
  for (const { evaluation } of evaluations)
    for (const problem of evaluation.problems)
      kinds.set(kindName(problem), { ...problem, target: problem.target ?? '' });
  const numbers = await numberProblems(transaction, clientId, channel.channelId, kinds);
  const before = new Map(stored.map((row) => [row.productId, row]));
  const tallies: TallyDifference = new Map();
  const changed: EvaluationRow[] = [];
  for (const { product, evaluation } of evaluations) {
    const row = evaluationRow(channel, product, evaluation, numbers);
    const old = before.get(product.productId);
    before.delete(product.productId);
    if (channel.renews !== true && !differs(row, old)) continue;
    countDifference(tallies, old, row);
    changed.push(row);
  }
  for (const gone of before.values()) countDifference(tallies, gone, undefined);
  await saveEvaluations(transaction, clientId, changed);
  await deleteEvaluations(transaction, clientId, [...before.values()]);
  await addToTallies(transaction, clientId, channel.channelId, tallies);
}
