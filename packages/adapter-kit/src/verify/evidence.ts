/** One product that took effect at the target. `order` increases with time; equal if the target cannot tell. */
export interface Arrival {
  clientId: string;
  channelId: string;
  submissionId: string;
  productId: string;
  order: number;
}

export interface SubmissionEvidence {
  submissionId: string;
  clientId: string;
  /** In stream order. */
  position: number;
  productIds: string[];
  /** The expected outcome: delivered, skipped (cancelled), removed again, or reported as refused by the target. */
  fate: 'deliver' | 'pass over' | 'remove' | 'refuse';
  isSettled: boolean;
  isFailed: boolean;
  /** Products that the adapter reported as Returned or Rejected. */
  refusedItems: string[];
  /** Products that the target refused, if the target can refuse products. */
  refusedByTarget: string[];
}

export interface Evidence {
  /** Event types with the outcome of each event. */
  events: { eventId: string; eventType: string; isAcknowledged: boolean; given: number }[];
  submissions: SubmissionEvidence[];
  arrivals: Arrival[];
  accounts: { accountId: string; clientId: string; state: string; expected: string | undefined }[];
  /** Data of disconnected clients that remains at the target. */
  leftovers: string[];
  /** Requests during the outage, and the max number with correct back-off. */
  outage: { ms: number; requests: number; max: number };
  /** Undefined: there was no further request to measure. */
  retryAfter: { askedMs: number; waitedMs: number } | undefined;
  /** Names of credentials that were found in the output of the adapter. */
  leaked: string[];
  printedBytes: number;
  stop: { isGraceful: boolean; ms: number };
  kills: number;
  crashes: number;
  /** Repeated deliveries that the target recognized by their key. */
  recognizedRepeats: number;
}
