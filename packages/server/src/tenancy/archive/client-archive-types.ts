import type { ClientId } from '../../platform/index.ts';

export interface ArchiveKey {
  clientId: ClientId;
  archiveId: string;
}

export interface ArchiveRow extends ArchiveKey {
  status: 'Waiting' | 'Writing' | 'Ready' | 'Failed' | 'Expired';
  tries: number;
  createdAt: Date;
  snapshotAt: Date | null;
  finishedAt: Date | null;
  expiresAt: Date | null;
  size: number | null;
  sha256: string | null;
  rowCount: number | null;
  fileCount: number | null;
}

export interface WrittenArchive {
  size: number;
  sha256: string;
  snapshotAt: Date;
  rowCount: number;
  fileCount: number;
}
