import type { ClientId } from '../../platform/core.ts';
import type { AssetStatus } from '@pimento/contract';
import type { Inspection } from '../content/content-inspection.ts';

export interface AssetRow {
  clientId: ClientId;
  assetId: string;
  url: string | null;
  origin: 'upload' | 'download';
  status: AssetStatus;
  statusCode: string | null;
  statusInfo: string | null;
  name: string;
  contentType: string | null;
  size: number | null;
  sha256: string | null;
  width: number | null;
  height: number | null;
  preview: 'none' | 'due' | 'made' | 'failed';
  tries: number;
  dueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A received and stored file of an asset. `makeDurable` must complete before the commit. */
export interface Arrival extends Pick<Inspection, 'contentType' | 'width' | 'height' | 'isPicture'> {
  clientId: ClientId;
  assetId: string;
  /** True if the upload must create the asset. No product needs to refer to a new asset. */
  isNew?: boolean;
  /** Key of the caller, which must be usable at the commit. Null for a download or a user. */
  keyId: string | null;
  sha256: string;
  size: number;
  makeDurable: () => Promise<void>;
  name: string;
  origin: 'upload' | 'download';
  etag: string | null;
  lastModified: string | null;
}
