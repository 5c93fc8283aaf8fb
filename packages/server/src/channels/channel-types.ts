import type { ClientId, AdapterId, ChannelId } from '../platform/core.ts';
import type { AccountField, ChannelCapability } from '@pimento/contract';

export interface AdapterRow {
  adapterId: AdapterId;
  name: string;
  createdAt: Date;
  channelIds: ChannelId[];
}

export interface ChannelRow {
  channelId: ChannelId;
  adapterId: AdapterId;
  name: string;
  logoUrl: string | null;
  batchSize: number;
  accountFields: AccountField[];
  /** The clients that may see and use the channel. Null if every client may. */
  clientIds: ClientId[] | null;
  capabilities: ChannelCapability[];
  /** The current version of the data standard. Null if the channel has none. */
  standardVersion: number | null;
  /** True if requests may submit products that do not fulfil the data standard. */
  allowInvalid: boolean;
  createdAt: Date;
}

export type NewChannel = Omit<ChannelRow, 'standardVersion' | 'allowInvalid' | 'createdAt'>;

export interface ConnectionKey {
  clientId: ClientId;
  channelId: ChannelId;
}

export interface AccountKey extends ConnectionKey {
  accountId: string;
}

export interface FieldError {
  fieldId: string;
  message: string;
}

/** An account as stored, with each password sealed separately. */
export interface AccountRow extends AccountKey {
  name: string;
  state: 'Authenticating' | 'Connected' | 'Failed';
  properties: Record<string, string>;
  secrets: Record<string, string>;
  /**
   * Number of the last validation. Each connect and each re-validation starts a validation. `deliveredValidation` is the last one that the
   * adapter has polled, and `reportedValidation` the last one that it has reported on.
   */
  validation: number;
  deliveredValidation: number;
  reportedValidation: number;
  /** Id of the event of the last validation, recorded when the event is relayed. It can be missing, so compare `validation` instead. */
  eventId: string | null;
  message: string | null;
  fieldErrors: FieldError[];
  listOfValues: unknown;
  createdAt: Date;
  updatedAt: Date;
  validatedAt: Date | null;
}
