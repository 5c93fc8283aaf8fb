import type { Product, ReportedItem, SubmissionHead } from '@pimento/contract';

type ReportStatus = 'Error' | 'Pending' | 'Sent' | 'Success';

export interface GivenReport {
  status: ReportStatus;
  message?: string | null | undefined;
  items?: ReportedItem[] | null | undefined;
}

/** Statuses of reports, the highest precedence first. */
const ranks: readonly ReportStatus[] = ['Error', 'Pending', 'Sent', 'Success'];

/** One submission and its reports. */
export class SimulatedSubmission {
  readonly products: readonly Product[];
  /** Ids of all submitted products, even if the submission was cancelled. */
  readonly submittedIds: readonly string[];
  readonly items = new Map<string, ReportedItem>();
  readonly #head: Omit<SubmissionHead, 'status'>;
  readonly #isCancelled: boolean;
  readonly #parts = new Map<string, ReportStatus>();
  #whole: ReportStatus | undefined;
  #isFinal = false;
  /** The final status, or undefined until the final report has arrived and no product is pending. */
  #ended: SubmissionHead['status'] | undefined;

  constructor(
    head: Omit<SubmissionHead, 'status' | 'productCount'>,
    products: readonly Product[],
    isCancelled: boolean,
  ) {
    this.#head = { ...head, productCount: products.length };
    this.#isCancelled = isCancelled;
    const byId = products.toSorted((a, b) => Buffer.compare(Buffer.from(a.__ID), Buffer.from(b.__ID)));
    this.products = isCancelled ? [] : byId;
    this.submittedIds = products.map((product) => product.__ID);
  }

  head(): SubmissionHead {
    return { ...this.#head, status: this.#status() };
  }

  /** Returns true if all products have a final result, reported for each of them or for the whole submission. */
  isSettled(): boolean {
    if (this.#isFinal && (this.#whole === 'Error' || this.#whole === 'Success')) return true;
    return this.products.every(({ __ID }) => this.items.has(__ID) && this.items.get(__ID)?.status !== 'Pending');
  }

  isFailed(): boolean {
    return this.#status() === 'Failed';
  }

  /** Applies a report, unless the submission was cancelled. Ignores items of products that were not submitted. */
  report({ status, items: given }: GivenReport): void {
    if (this.#isCancelled) return;
    const items = (given ?? []).filter(({ productId }) => this.submittedIds.includes(productId));
    for (const item of items) {
      const before = this.items.get(item.productId);
      this.items.set(item.productId, { ...item, externalId: item.externalId ?? before?.externalId });
      if (!this.#isFinal) this.#parts.set(item.productId, status);
    }
    if (!this.#isFinal) this.#settle(status, items.length === 0);
    const now = this.#status();
    if (this.#isFinal && now !== 'Pending') this.#ended ??= now;
  }

  #settle(status: ReportStatus, isWhole: boolean): void {
    if (isWhole) {
      this.#whole = highest([status, ...(this.#whole ? [this.#whole] : [])]);
      this.#isFinal = status === 'Error' || status === 'Success';
      if (this.#isFinal) this.#whole = status;
      return;
    }
    const parts = [...this.#parts.values()];
    if (parts.includes('Error')) this.#whole = 'Error';
    else if (parts.length === this.products.length && parts.every((part) => part === 'Success'))
      this.#whole = 'Success';
    else return;
    this.#isFinal = true;
  }

  #status(): SubmissionHead['status'] {
    if (this.#isCancelled) return 'Cancelled';
    if (this.#ended !== undefined) return this.#ended;
    const items = [...this.items.values()].map((item) => item.status);
    if (this.#isFinal && this.#whole === 'Error') return 'Failed';
    if (this.#isFinal) {
      if (items.some((status) => status === 'Returned' || status === 'Rejected')) return 'Partial';
      return items.includes('Pending') ? 'Pending' : 'Success';
    }
    const isCovered = this.#parts.size === this.products.length;
    const top = highest([...this.#parts.values(), ...(this.#whole && !isCovered ? [this.#whole] : [])]);
    if (top === undefined) return 'Submitted';
    return top === 'Success' ? 'Partial' : 'Pending';
  }
}

function highest(statuses: readonly ReportStatus[]): ReportStatus | undefined {
  return ranks.find((rank) => statuses.includes(rank));
}
