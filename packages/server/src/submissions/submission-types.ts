import type { ClientId, ProductId, ChannelId } from '../platform/core.ts';
import type {
  itemStatuses,
  productResults,
  ReportedItem,
  reportStatuses,
  submissionOrigins,
  submissionStatuses,
} from '@pimento/contract';

export type ReportStatus = (typeof reportStatuses)[number];
export type ItemStatus = (typeof itemStatuses)[number];
export type ProductResultName = (typeof productResults)[number];
export type SubmissionStatus = (typeof submissionStatuses)[number];
export type SubmissionOrigin = (typeof submissionOrigins)[number];
/** How many products are called by a word; absent for none. */
export type Counts<Word extends string> = Partial<Record<Word, number>>;

/** What has been reported of a submission so far. */
export interface SubmissionProgress {
  productCount: number;
  /** Of the submission as a whole. */
  reported: ReportStatus | null;
  isFinal: boolean;
  /** What became of the products that no report has named, once that is known. */
  restResult: 'Accepted' | 'Returned' | null;
  messages: string[];
  /** Products by what was last reported of their part. */
  partCounts: Counts<ReportStatus>;
  /** Products by their own result. */
  itemCounts: Counts<ItemStatus>;
}

export interface SubmissionKey {
  clientId: ClientId;
  submissionId: string;
}

export interface SubmissionRow extends SubmissionKey, SubmissionProgress {
  channelId: ChannelId;
  accountId: string;
  accountName: string;
  comment: string | null;
  origin: SubmissionOrigin;
  actor: string;
  batchSize: number;
  snapshotHash: Buffer;
  status: SubmissionStatus;
  createdAt: Date;
  fetchedAt: Date | null;
  finishedAt: Date | null;
  /** From then on its products are given out no more. */
  contentClosedAt: Date | null;
}

/** An item of a report as it is written. */
export interface ItemWrite {
  productId: ProductId;
  partStatus: ReportStatus;
  status: ItemStatus;
  message: string | null;
  errors: NonNullable<ReportedItem['errors']>;
  externalId: string | null;
}

export interface StoredItem {
  productId: ProductId;
  partStatus: ReportStatus;
  status: ItemStatus;
}
