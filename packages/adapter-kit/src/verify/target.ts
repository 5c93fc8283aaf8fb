import type { Arrival } from './evidence.ts';

/** Where an adapter under test delivers to. */
export interface Target {
  /** Value of PIMENTO_TARGET. */
  address: string;
  /** Whether it can refuse credentials and products. */
  canRefuse: boolean;
  /** Milliseconds since 1970 at which something happened last. */
  lastChange(): number;
  arrivals(): Promise<Arrival[]>;
  /** What is still there of a client on a channel. */
  leftovers(clientId: string): Promise<string[]>;
  harmlessRepeats(): number;
  refusedProducts(): { submissionId: string; productId: string }[];
  close(): Promise<void>;
}

export const refusedPrefix = 'REFUSED-';
export const poisonPrefix = 'POISON-';
