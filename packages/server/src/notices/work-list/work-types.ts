import type { WorkItem } from '@pimento/contract';

export type WorkItemOf<Kind extends WorkItem['kind']> = Extract<WorkItem, { kind: Kind }>;

export interface DayCount {
  /** yyyy-MM-dd, UTC */
  day: string;
  count: number;
}

export interface WorkChannel {
  channelId: string;
  channelName: string;
}

/** An import that failed or rejected products. */
export interface ImportWithErrors {
  jobRef: string;
  /** Day on which the import began, as yyyy-MM-dd (UTC). */
  day: string;
  /** True if there is still something to fix. Always false for imports that are too old to be checked. */
  isOpen: boolean;
}

export type ReturnedChannel = WorkChannel & { state: 'Returned' | 'Rejected'; count: number };
export type NotReadyChannel = WorkChannel & { count: number; past: DayCount[] };
export type FailedAccounts = WorkChannel & { accountName: string; reason: string | null; counted: DayCount[] };

/** Number of products that a channel returned or rejected in submissions that ended on one day. */
export interface ReturnedDay extends DayCount {
  channelId: string;
  state: 'Returned' | 'Rejected';
}
