import type { FileOptions, ImportSchedule, runTriggers } from '@pimento/contract';
import type { ClientId } from '../../platform/index.ts';
import type { ImportType } from '../judge/import-types.ts';

export interface SourceKey {
  clientId: ClientId;
  name: string;
}

/** The credentials of an address without the password or token, which is stored sealed. */
export type SourceAuth = { kind: 'basic'; user: string } | { kind: 'bearer' };

export interface AddressSettings {
  kind: 'address';
  url: string;
  auth: SourceAuth | null;
}

export interface FolderSettings {
  kind: 'folder';
  path: string;
  pattern: string | null;
}

export interface SourceSettings {
  from: AddressSettings | FolderSettings;
  schedule: ImportSchedule;
  options: FileOptions;
  importType: ImportType;
  atomic: boolean;
}

export type RunTrigger = (typeof runTriggers)[number];

/** A source whose run this process has claimed. */
export interface ClaimedSource extends SourceKey {
  sourceId: string;
  settings: SourceSettings;
  /** Host of the address with its port; empty for a watched folder. */
  host: string;
  sealed: string | null;
  definesComposites: boolean;
  isPaused: boolean;
  failures: number;
  trigger: RunTrigger;
  isForced: boolean;
  runId: string;
  /**
   * Data of the last received file, with its HTTP validators, its SHA-256 in hex, and the version of the mapping with which it was read.
   */
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
  mappingVersion: number | null;
}

/** A file that a run has received and stored as an uploaded file. */
export interface ReceivedFile {
  fileId: string;
  name: string;
  bytes: number;
  sha256: string;
}

/** Data of a received file that is stored with its source. */
export interface Received {
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
  mappingVersion: number | null;
}
