import type { Arrival, DeliveredShape } from './evidence.ts';

/** The target of an adapter under test. */
export interface Target {
  /** Value of PIMENTO_TARGET. */
  address: string;
  /** True if the target can refuse credentials and products. */
  canRefuse: boolean;
  /** Returns the time of the last activity at the target, in milliseconds since 1970, or 0 without any. */
  lastChange(): number | Promise<number>;
  arrivals(): Promise<Arrival[]>;
  /** Describes the client's data that remains at the target. */
  leftovers(clientId: string): Promise<string[]>;
  /** Returns the given product ids that are still at the target. Absent if the target cannot list its products. */
  stillThere?(clientId: string, productIds: readonly string[]): Promise<string[]>;
  /** Returns the products in the channel shape, in the form in which they arrived. Absent if the target does not store them. */
  shapes?(): Promise<DeliveredShape[]>;
  recognizedRepeats(): number;
  refusedProducts(): { submissionId: string; productId: string }[];
  close(): Promise<void>;
}

export const refusedPrefix = 'REFUSED-';
export const poisonPrefix = 'POISON-';

export interface TargetSetup {
  /** Temporary folder that is removed after the run. */
  folder: string;
  /** The only valid password. */
  goodPassword: string;
  /** Must be called with the number of deliveries so far, after a delivery took effect and before its response. */
  onDelivery: (count: number) => void;
}

/** Opens a custom target, for example the real system of an adapter with injected faults. */
export type OpenTarget = (setup: TargetSetup) => Promise<Target>;
