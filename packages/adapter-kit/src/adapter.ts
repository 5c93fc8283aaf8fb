import type { AssetLink, DataStandard, Product, ReportedItem, SubmissionHead } from '@pimento/contract';

/** An account whose credentials must be checked. Passwords are only in this request, so store everything that `deliver` needs. */
export interface AuthenticationRequest {
  clientId: string;
  channelId: string;
  accountId: string;
  accountName: string;
  properties: Record<string, string | null>;
}

export interface AuthenticationResult {
  isValid: boolean;
  /** Message for the person who connects the account. */
  message?: string;
  /** Ids of the invalid fields. */
  erroneousProperties?: string[];
  clientSpecificListOfValues?: unknown;
  accountSpecificListOfValues?: unknown;
}

/** The result of one product at the target. */
export type ItemResult = ReportedItem;

/** A product in the channel shape. `pimento standards types` prints the type for `Values`. */
export interface ChannelProduct<Values = Record<string, unknown>> {
  __ID: string;
  /** Id of the channel category, or null if the standard has none. */
  category: string | null;
  values: Values;
}

/** A product in both shapes. The properties of the channel shape are absent if no mapping was published when the submission was made. */
export interface BothShapes<Values = Record<string, unknown>> extends Partial<ChannelProduct<Values>> {
  __ID: string;
  product: Product;
}

/** The products on one page of a submission, except products that already have a result. */
export interface Batch<OneProduct extends { __ID: string } = Product> {
  /** Idempotency key for the target. It is equal for the same products of the same submission, even after a restart. */
  key: string;
  submission: SubmissionHead;
  /** Products in the shape that the adapter declares. */
  products: OneProduct[];
  /** Download links for the products' assets, by asset id. The URLs expire. */
  assets: Record<string, AssetLink>;
  /** True if an earlier attempt may have reached the target. */
  isRepeat: boolean;
}

/** A product to be taken off the channel. */
export interface WithdrawnProduct {
  __ID: string;
  /** Id of the product at the target, as it was last reported, or null if none was reported. */
  externalId: string | null;
}

/** The products on one page of a withdrawal, except products that already have a result. */
export interface Withdrawal {
  /** Idempotency key for the target, like the key of a batch. */
  key: string;
  submission: SubmissionHead;
  products: WithdrawnProduct[];
  isRepeat: boolean;
}

export interface Disconnection {
  clientId: string;
  channelId: string;
  accountIds: string[];
}

export interface HandlerContext {
  /** Aborted when the grace period after a stop request is over. */
  signal: AbortSignal;
  /**
   * Stores results durably before the batch is complete. Intended for targets that accept one product at a time. Has an effect only in
   * `deliver` and `withdraw`.
   */
  settle(items: ItemResult[]): Promise<void>;
}

/** The functions of an adapter. Any function may be called again with the same input. */
export interface Adapter<OneProduct extends { __ID: string } = Product> {
  /**
   * Returns the data standard of a channel, or undefined if the channel has none. The standard is published when the adapter starts, if its
   * content differs from the current version. A refusal or an error is logged, and the adapter continues.
   */
  standard?(channelId: string): DataStandard | undefined | Promise<DataStandard | undefined>;
  /**
   * The shape of `batch.products`. With `channel`, a submission without a published mapping is reported as failed. By default, the
   * standard's property `deliver` determines the shape or, if it is missing, the shape is `import`.
   */
  shape?: 'import' | 'channel' | 'both';
  authenticate(request: AuthenticationRequest, context: HandlerContext): Promise<AuthenticationResult>;
  /**
   * Delivers a batch to the target. Products without a result are reported as Accepted.
   * @throws RetryLaterError or a network error while the target is unavailable. Any other error counts as a failed attempt
   */
  deliver(batch: Batch<OneProduct>, context: HandlerContext): Promise<ItemResult[] | void>;
  /**
   * Removes products from the channel. A product that is not on the channel counts as withdrawn. Products without a result are reported as
   * Accepted, which makes them Withdrawn. An adapter with this function declares the capability `withdraw` for its channels when it starts.
   * Clients can request withdrawals only after this declaration.
   * @throws the same errors as `deliver`
   */
  withdraw?(withdrawal: Withdrawal, context: HandlerContext): Promise<ItemResult[] | void>;
  /** Removes all data of a client on a channel, in the adapter and at the target. */
  disconnect(disconnection: Disconnection, context: HandlerContext): Promise<void>;
}

export type AnyAdapter = Adapter<{ __ID: string }>;

/** Returns the adapter unchanged. Makes the compiler check the functions of the adapter against the products of its shape. */
export function defineAdapter<Values = Record<string, unknown>>(
  adapter: Adapter<ChannelProduct<Values>> & { shape: 'channel' },
): Adapter<ChannelProduct<Values>>;
export function defineAdapter<Values = Record<string, unknown>>(
  adapter: Adapter<BothShapes<Values>> & { shape: 'both' },
): Adapter<BothShapes<Values>>;
export function defineAdapter(adapter: Adapter & { shape?: 'import' }): Adapter;
export function defineAdapter(adapter: AnyAdapter): AnyAdapter {
  return adapter;
}
