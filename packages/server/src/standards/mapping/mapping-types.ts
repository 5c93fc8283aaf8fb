import type { Mapping } from '@pimento/contract';
import type { ChannelId, ClientId } from '../../platform/core.ts';

/** The key of a client's mapping for a channel. */
export interface MappingKey {
  clientId: ClientId;
  channelId: ChannelId;
}

/** The document of a mapping as it is stored: without entries of value maps and rows of tables. */
export type MappingOutline = Mapping;

/** JSON Pointer of a formula → the keys of the attributes that it names. */
export type FormulaKeys = Record<string, readonly (string | null)[]>;

/** A row of `channel_mapping`. */
export interface MappingRow {
  version: number;
  revision: number;
  document: MappingOutline;
  formulaKeys: FormulaKeys;
  /** Hexadecimal digits. */
  documentHash: string;
  standardVersion: number | null;
  actor: string;
  comment: string | null;
  publishedAt: Date | null;
}

/** Value maps and tables, whose entries are stored one by one. */
export type OwnerKind = 'map' | 'table';

export interface OwnerKey extends MappingKey {
  kind: OwnerKind;
  ownerId: string;
}
