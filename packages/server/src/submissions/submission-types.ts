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
/** Number of products by word; a missing word means none. */
export type Counts<Word extends string> = Partial<Record<Word, number>>;

/** What was reported of a submission so far. */
export interface SubmissionProgress {
  productCount: number;
  /** Status of the submission as a whole. */
  reported: ReportStatus | null;
  isFinal: boolean;
  /** Result of the products that no report has named, once it is known. */
  restResult: 'Accepted' | 'Returned' | null;
  messages: string[];
  /** Products by the status of the last report that named them. */
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
  /** From then on its products can no longer be fetched. */
  contentClosedAt: Date | null;
}

/** An item of a report as it is saved. */
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
