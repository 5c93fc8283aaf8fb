import type { Asset } from '@pimento/contract';

export type UploadState =
  | 'matching'
  | 'unmatched'
  /** Several assets fit the file. */
  | 'ambiguous'
  /** Ready to be sent. */
  | 'matched'
  /** The asset has a file already, or another file of the queue is for it too: a person decides. */
  | 'occupied'
  | 'sending'
  | 'stored'
  | 'failed';

/** One dropped file and its asset. */
export interface Upload {
  key: string;
  file: File;
  asset?: Asset;
  /** Assets that fit the file's name. */
  candidates: Asset[];
  state: UploadState;
  /** The part that has been sent, 0 to 1. */
  part: number;
  /** Why it failed. */
  problem?: string;
}

/** A file that has just been dropped. */
export const newUpload = (key: string, file: File): Upload => ({
  key,
  file,
  candidates: [],
  state: 'matching',
  part: 0,
});

/** The queue with one upload changed. */
export const withChange = (uploads: readonly Upload[], key: string, change: Partial<Upload>): Upload[] =>
  uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload));

/** True if another file of the queue is for the same asset. */
export const isShared = (uploads: readonly Upload[], { key, asset }: Upload): boolean =>
  uploads.some((upload) => upload.key !== key && upload.asset?.id === asset?.id);

/** The queue with an asset assigned to a file. The file is not sent without a person if that would overwrite another file. */
export function withAsset(
  uploads: readonly Upload[],
  key: string,
  { asset, candidates }: { asset: Asset; candidates?: Asset[] },
): Upload[] {
  const isTaken = uploads.some(
    (upload) => upload.key !== key && upload.asset?.id === asset.id && upload.state !== 'failed',
  );
  const state = isTaken || asset.sha256 !== null ? 'occupied' : 'matched';
  return withChange(uploads, key, { asset, state, ...(candidates ? { candidates } : {}) });
}

/** The queue with the candidates of a file of which none was chosen. */
export const withoutAsset = (uploads: readonly Upload[], key: string, candidates: Asset[]): Upload[] =>
  withChange(uploads, key, { candidates, state: candidates.length > 0 ? 'ambiguous' : 'unmatched' });
