import type { AssetLink, Product, ReportedItem, SubmissionHead } from '@pimento/contract';

/** An account whose credentials are to be tried. Passwords are readable here and nowhere else: keep what `deliver` will need. */
export interface AuthenticationRequest {
  clientId: string;
  channelId: string;
  accountId: string;
  accountName: string;
  properties: Record<string, string | null>;
}

export interface AuthenticationResult {
  isValid: boolean;
  /** For the person who connects the account. */
  message?: string;
  /** Ids of the fields that are wrong. */
  erroneousProperties?: string[];
  clientSpecificListOfValues?: unknown;
  accountSpecificListOfValues?: unknown;
}

/** What became of one product at the target. */
export type ItemResult = ReportedItem;

/** A page of a submission: products that the target has not settled yet. */
export interface Batch {
  /** The same for the same products of the same submission, also after a restart: hand it to a target that knows idempotency keys. */
  key: string;
  submission: SubmissionHead;
  products: Product[];
  /** By assetId: files that the products name; the addresses expire. */
  assets: Record<string, AssetLink>;
  /** True: a try before this one may have reached the target. */
  isRepeat: boolean;
}

export interface Disconnection {
  clientId: string;
  channelId: string;
  accountIds: string[];
}

export interface HandlerContext {
  /** Aborted when the process must end and the time of grace is over. */
  signal: AbortSignal;
  /** Makes results durable before the batch is over: for targets that take one product at a time. */
  settle(items: ItemResult[]): Promise<void>;
}

/** The part of an adapter that only its author can write. Each function may be called again with the same input. */
export interface Adapter {
  authenticate(request: AuthenticationRequest, context: HandlerContext): Promise<AuthenticationResult>;
  /**
   * Brings a batch to the target. Products that the answer does not mention count as Accepted.
   * @throws RetryLater while the target cannot be reached; anything else counts as a failed try
   */
  deliver(batch: Batch, context: HandlerContext): Promise<ItemResult[] | void>;
  /** Removes whatever was kept of a client on a channel, here and at the target. */
  disconnect(disconnection: Disconnection, context: HandlerContext): Promise<void>;
}

/** Names an adapter and lets the compiler check its parts. */
export function defineAdapter(adapter: Adapter): Adapter {
  return adapter;
}
