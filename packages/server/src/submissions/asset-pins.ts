import type { AssetLink } from '@pimento/contract';
import type { Connection } from '../platform/index.ts';
import type { SubmissionKey } from './submission-types.ts';

/** What submissions need to know of assets: their content is fixed together with the products that name them. */
export interface AssetPins {
  /** Fixes, inside the transaction that submits, the content of every asset that the submission's products name. */
  pin(transaction: Connection, submission: SubmissionKey): Promise<void>;
  /** Links to the fixed assets that these products of a submission name, by assetId. */
  listLinks(
    connection: Connection,
    submission: SubmissionKey,
    productIds: readonly string[],
  ): Promise<Record<string, AssetLink>>;
}

/** For a service without assets: values are delivered as they are. */
export const noAssetPins: AssetPins = {
  pin: () => Promise.resolve(),
  listLinks: () => Promise.resolve({}),
};
