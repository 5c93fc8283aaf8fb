import type { Asset } from '@pimento/contract';

export type UploadState =
  | 'matching'
  | 'unmatched'
  /** Several assets match the file. */
  | 'ambiguous'
  /** Ready to be sent. */
  | 'matched'
  /** The user must decide, because the asset already has a file or a different file in the queue has the same asset. */
  | 'occupied'
  | 'sending'
  | 'stored'
  | 'failed';

/** One file of the queue and its asset. */
export interface Upload {
  key: string;
  file: File;
  asset?: Asset;
  /** The assets that match the file name. */
  candidates: Asset[];
  state: UploadState;
  /** The fraction that has been sent, 0 to 1. */
  part: number;
  /** The reason why the upload failed. */
  problem?: string;
  /** True if the asset of the file could not be looked up. A retry looks it up again, because the file would otherwise be a new asset. */
  needsMatch: boolean;
}

/** Creates the queue entry of a file that was just dropped or chosen. */
export const newUpload = (key: string, file: File): Upload => ({
  key,
  file,
  candidates: [],
  state: 'matching',
  part: 0,
  needsMatch: false,
});

export const withChange = (uploads: readonly Upload[], key: string, change: Partial<Upload>): Upload[] =>
  uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload));

/** Returns true if a different file in the queue, whose upload has not failed, has the same asset. */
export const isShared = (uploads: readonly Upload[], { key, asset }: Pick<Upload, 'key' | 'asset'>): boolean =>
  asset !== undefined &&
  uploads.some((upload) => upload.key !== key && upload.asset?.id === asset.id && upload.state !== 'failed');

/**
 * Assigns an asset to a file and returns the new queue. The user must confirm the upload if the asset already has a file, or if a different
 * file in the queue, whose upload has not failed, has the same asset.
 */
export function withAsset(
  uploads: readonly Upload[],
  key: string,
  { asset, candidates }: { asset: Asset; candidates?: Asset[] },
): Upload[] {
  const state = isShared(uploads, { key, asset }) || asset.sha256 !== null ? 'occupied' : 'matched';
  return withChange(uploads, key, { asset, state, needsMatch: false, ...(candidates ? { candidates } : {}) });
}

/** Stores the candidates of a file without choosing an asset, and returns the new queue. */
export const withoutAsset = (uploads: readonly Upload[], key: string, candidates: Asset[]): Upload[] =>
  withChange(uploads, key, {
    candidates,
    state: candidates.length > 0 ? 'ambiguous' : 'unmatched',
    needsMatch: false,
  });

/** Returns the queue after the asset of a file could not be looked up. */
export const withoutMatch = (uploads: readonly Upload[], key: string, problem: string): Upload[] =>
  withChange(uploads, key, { state: 'failed', problem, needsMatch: true });
