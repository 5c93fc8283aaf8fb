/** One product that took effect at the target. `order` rises with time; equal where the target cannot tell. */
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
  /** In the order of the stream. */
  place: number;
  productIds: string[];
  /** What a careful adapter does with it: delivers it, passes it over (cancelled), removes it again, or reports that the target refuses it. */
  fate: 'deliver' | 'pass over' | 'remove' | 'refuse';
  isSettled: boolean;
  isFailed: boolean;
  /** Products that the adapter reported as Returned or Rejected. */
  refusedItems: string[];
  /** Products that the target refused, for a target that does. */
  refusedByTarget: string[];
}

export interface Evidence {
  /** Event types with what became of each event. */
  events: { eventId: string; eventType: string; isAcknowledged: boolean; given: number }[];
  submissions: SubmissionEvidence[];
  arrivals: Arrival[];
  accounts: { accountId: string; clientId: string; state: string; expected: string | undefined }[];
  /** What is left at the target of clients that have disconnected. */
  leftovers: string[];
  /** Requests while everything was answered 503, and how many a patient adapter makes at most. */
  outage: { ms: number; requests: number; most: number };
  /** Undefined: there was no further request to judge by. */
  retryAfter: { askedMs: number; waitedMs: number } | undefined;
  /** Names of credentials that were found in what the adapter printed. */
  leaked: string[];
  printedBytes: number;
  stop: { isGraceful: boolean; ms: number };
  kills: number;
  crashes: number;
  /** Deliveries that came again and that the target recognised by their key. */
  harmlessRepeats: number;
}
