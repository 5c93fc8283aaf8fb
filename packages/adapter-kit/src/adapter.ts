import type { AssetLink, Product, ReportedItem, SubmissionHead } from '@pimento/contract';

/** An account whose credentials must be checked. Only this request contains passwords: store what `deliver` needs. */
export interface AuthenticationRequest {
  clientId: string;
  channelId: string;
  accountId: string;
  accountName: string;
  properties: Record<string, string | null>;
}

export interface AuthenticationResult {
  isValid: boolean;
  /** Shown to the person who connects the account. */
  message?: string;
  /** Ids of the invalid fields. */
  erroneousProperties?: string[];
  clientSpecificListOfValues?: unknown;
  accountSpecificListOfValues?: unknown;
}

/** The result of one product at the target. */
export type ItemResult = ReportedItem;

/** Products of one page of a submission that have no result yet. */
export interface Batch {
  /** Equal for the same products of the same submission, also after a restart; use it as the idempotency key at the target. */
  key: string;
  submission: SubmissionHead;
  products: Product[];
  /** Files of the products by assetId; the URLs expire. */
  assets: Record<string, AssetLink>;
  /** True: an earlier attempt may have reached the target. */
  isRepeat: boolean;
}

export interface Disconnection {
  clientId: string;
  channelId: string;
  accountIds: string[];
}

export interface HandlerContext {
  /** Aborted when the process stops and the grace period is over. */
  signal: AbortSignal;
  /** Stores results durably before the batch is complete, for targets that take one product at a time. */
  settle(items: ItemResult[]): Promise<void>;
}

/** The functions of an adapter. Each may be called again with the same input. */
export interface Adapter {
  authenticate(request: AuthenticationRequest, context: HandlerContext): Promise<AuthenticationResult>;
  /**
   * Delivers a batch to the target. Products without a result are reported as Accepted.
   * @throws RetryLaterError while the target is unreachable; any other error counts as a failed attempt
   */
  deliver(batch: Batch, context: HandlerContext): Promise<ItemResult[] | void>;
  /** Removes all data of a client on a channel, in the adapter and at the target. */
  disconnect(disconnection: Disconnection, context: HandlerContext): Promise<void>;
}

/** Returns the adapter unchanged; lets the compiler check its functions. */
export function defineAdapter(adapter: Adapter): Adapter {
  return adapter;
}
