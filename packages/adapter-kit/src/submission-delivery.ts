import type { Adapter, HandlerContext, ItemResult } from './adapter.ts';
import { batchKey, pageResults, pageStatus } from './batch-rules.ts';
import type { Gateway, ProductPage } from './gateway.ts';
import type { Metric } from './hooks.ts';
import type { Journal } from './journal.ts';
import type { SubmissionHead } from '@pimento/contract';

/** Thrown if the process was asked to stop between two batches; the journal contains the results so far. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

export interface DeliveryDeps {
  adapter: Adapter;
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
 * Delivers one submission to the target, page by page, and continues where an earlier attempt or process ended. Requests a page only after
 * the previous page was delivered and reported, so that memory use does not depend on the size of the submission.
 */
export async function deliverSubmission(deps: DeliveryDeps, submissionId: string, isRepeat: boolean): Promise<void> {
  const { gateway, journal, stopping } = deps;
  const head = await gateway.findHead(submissionId);
  if (head === undefined || head.status === 'Cancelled') return;
  const limit = Math.min(head.batchSize, largestPage);
  for (;;) {
    const progress = journal.state.submissions.get(submissionId);
    if (progress?.next === null) return;
    if (stopping.aborted) throw new StoppedError();
    const page = await gateway.listProducts(submissionId, limit, progress?.next);
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
  const { adapter, gateway, journal, metric, signal } = deps;
  const { submissionId } = submission;
  const settle = (items: ItemResult[]) => journal.append({ kind: 'settled', submissionId, items });
  const context: HandlerContext = { signal, settle };
  const settledBefore = journal.state.submissions.get(submissionId)?.settled;
  const products = page.products.filter((product) => !settledBefore?.has(product.__ID));
  let answered: ItemResult[] = [];
  if (products.length > 0) {
    const started = performance.now();
    const key = batchKey(submissionId, products);
    answered = (await adapter.deliver({ key, submission, products, assets: page.assets, isRepeat }, context)) ?? [];
    metric({ name: 'delivered', products: products.length, ms: performance.now() - started });
  }
  const settled = journal.state.submissions.get(submissionId)?.settled ?? new Map<string, ItemResult>();
  const items = pageResults(page.products, settled, answered);
  // written to disk before the report, so that these products are not delivered again after a crash
  if (products.length > 0) await settle(items);
  await gateway.reportSubmission(submissionId, { status: pageStatus(items), items });
}
