import type { AnyAdapter, Batch, HandlerContext, ItemResult, WithdrawnProduct } from './adapter.ts';
import { batchKey, pageResults, pageStatus } from './batch-rules.ts';
import type { Gateway, ProductPage } from './gateway.ts';
import type { Metric } from './hooks.ts';
import type { Journal } from './journal.ts';
import { findPage } from './product-page.ts';
import type { SubmissionHead } from '@pimento/contract';

/** Thrown before the next batch if the process was asked to stop. The journal contains the results up to that point. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

export interface DeliveryDeps {
  adapter: AnyAdapter;
  gateway: Gateway;
  journal: Journal;
  metric: (metric: Metric) => void;
  /** Aborted when no further batch may start. */
  stopping: AbortSignal;
  /** Aborted when handlers must stop. */
  signal: AbortSignal;
}

const largestPage = 1000;

/**
 * Delivers one submission to the target page by page, and continues where an earlier attempt or process ended. Requests a page only after
 * the previous page was delivered and reported, so memory use does not depend on the size of the submission.
 * @throws StoppedError before the next page if the adapter was asked to stop
 */
export async function deliverSubmission(deps: DeliveryDeps, submissionId: string, isRepeat: boolean): Promise<void> {
  const { gateway, journal, stopping } = deps;
  const head = await gateway.findHead(submissionId);
  if (head === undefined || head.status === 'Cancelled') return;
  if (head.operation === 'withdraw' && !deps.adapter.withdraw)
    // An operator may have declared the capability for an adapter that cannot withdraw.
    return gateway.reportSubmission(submissionId, {
      status: 'Error',
      message: 'This adapter cannot withdraw products.',
    });
  const limit = Math.min(head.batchSize, largestPage);
  for (;;) {
    const progress = journal.state.submissions.get(submissionId);
    if (progress?.next === null) return;
    if (stopping.aborted) throw new StoppedError();
    const page = await findPage(deps, head, { limit, startingAfter: progress?.next });
    // not tried again, because every attempt would be refused
    if ('refusal' in page) return gateway.reportSubmission(submissionId, { status: 'Error', message: page.refusal });
    if (page.products.length > 0) await deliverPage(deps, head, page, isRepeat);
    await journal.append({ kind: 'page', submissionId, next: page.next });
  }
}

async function deliverPage(
  deps: DeliveryDeps,
  submission: SubmissionHead,
  page: ProductPage,
  isRepeat: boolean,
): Promise<void> {
  const { gateway, journal, metric, signal } = deps;
  const { submissionId } = submission;
  const settle = (items: ItemResult[]) => journal.append({ kind: 'settled', submissionId, items });
  const context: HandlerContext = { signal, settle };
  const settledBefore = journal.state.submissions.get(submissionId)?.settled;
  const products = page.products.filter((product: { __ID: string }) => !settledBefore?.has(product.__ID));
  let answered: ItemResult[] = [];
  if (products.length > 0) {
    const started = performance.now();
    const batch = { key: batchKey(submissionId, products), submission, products, assets: page.assets, isRepeat };
    answered = (await handleBatch(deps.adapter, batch, context)) ?? [];
    metric({ name: 'delivered', products: products.length, ms: performance.now() - started });
  }
  const settled = journal.state.submissions.get(submissionId)?.settled ?? new Map<string, ItemResult>();
  const items = pageResults(page.products, settled, answered);
  // The results are stored on disk before the report, so that these products are not delivered again after a crash.
  if (products.length > 0) await settle(items);
  await gateway.reportSubmission(submissionId, { status: pageStatus(items), items });
}

function handleBatch(
  adapter: AnyAdapter,
  batch: Batch<{ __ID: string }>,
  context: HandlerContext,
): Promise<ItemResult[] | void> {
  const { key, submission, products, isRepeat } = batch;
  if (submission.operation !== 'withdraw' || !adapter.withdraw) return adapter.deliver(batch, context);
  return adapter.withdraw({ key, submission, products: products.map(withdrawnProduct), isRepeat }, context);
}

function withdrawnProduct({ __ID, externalId }: { __ID: string; externalId?: unknown }): WithdrawnProduct {
  return { __ID, externalId: typeof externalId === 'string' ? externalId : null };
}
