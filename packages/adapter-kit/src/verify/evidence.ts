/**
 * One product whose delivery took effect at the target. `order` increases with time. Two arrivals have the same `order` if it is unknown
 * which came first.
 */
export interface Arrival {
  clientId: string;
  channelId: string;
  submissionId: string;
  productId: string;
  order: number;
}

/** A product in the channel shape, in the form in which it arrived at the target. */
export interface DeliveredShape {
  productId: string;
  values: unknown;
}

export interface SubmissionEvidence {
  submissionId: string;
  clientId: string;
  /** Number of the submission in the order of the stream, starting at 1. Other events are not counted. */
  position: number;
  productIds: string[];
  /**
   * Expected outcome: delivered, skipped because the submission was cancelled, removed after delivery, reported as refused by the target,
   * or withdrawn.
   */
  fate: 'deliver' | 'pass over' | 'remove' | 'refuse' | 'withdraw';
  isSettled: boolean;
  isFailed: boolean;
  /** Products that the adapter reported as Returned or Rejected. */
  refusedItems: string[];
  /** Products that the target refused, or an empty list if the target cannot refuse products. */
  refusedByTarget: string[];
}

export interface Evidence {
  /** All events with their types and outcomes. */
  events: { eventId: string; eventType: string; isAcknowledged: boolean; given: number }[];
  submissions: SubmissionEvidence[];
  arrivals: Arrival[];
  accounts: { accountId: string; clientId: string; state: string; expected: string | undefined }[];
  /** Data that remains at the target after its client was disconnected. */
  leftovers: string[];
  /** Withdrawn products that are still at the target, or undefined if the target cannot list products or the adapter cannot withdraw. */
  notWithdrawn: string[] | undefined;
  /** Violations of the channel's data standard, or undefined if the channel has no standard. */
  shapes: { count: number; faults: string[] } | undefined;
  /**
   * The part of the simulated outage in which the service responded with 503: its duration, the number of requests in it, and the maximum
   * number that correct back-off allows.
   */
  outage: { ms: number; requests: number; max: number };
  /** The wait that a 429 response asked for, and the actual wait until the next request, or undefined if no further request followed. */
  retryAfter: { askedMs: number; waitedMs: number } | undefined;
  /** Names of the credentials that were found in the adapter's output. */
  leaked: string[];
  printedBytes: number;
  stop: { isGraceful: boolean; ms: number };
  kills: number;
  crashes: number;
  /** Number of repeated deliveries that the target recognized by their key. */
  recognizedRepeats: number;
}
