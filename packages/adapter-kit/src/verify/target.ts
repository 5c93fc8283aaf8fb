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

export interface TargetSetup {
  /** Of its own, and removed afterwards. */
  folder: string;
  /** The one password that is good. */
  goodPassword: string;
  /** To be told when a delivery has taken effect and before it is answered, with how many there were. */
  onDelivery: (count: number) => void;
}

/** Makes a target of another kind: the system that an adapter was written for, say, with a bad day of its own. */
export type OpenTarget = (setup: TargetSetup) => Promise<Target>;
