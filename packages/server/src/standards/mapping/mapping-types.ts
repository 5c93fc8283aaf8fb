import type { Mapping } from '@pimento/contract';
import type { ChannelId, ClientId } from '../../platform/core.ts';

/** The key of a client's mapping for a channel. */
export interface MappingKey {
  clientId: ClientId;
  channelId: ChannelId;
}

/** The stored document of a mapping. Its value maps have no entries, and its tables have no rows. */
export type MappingOutline = Mapping;

/** JSON Pointer of a formula → one entry for each name in the formula: the key of the attribute, or null if no attribute has this name. */
export type FormulaKeys = Record<string, readonly (string | null)[]>;

/** A row of `channel_mapping`. */
export interface MappingRow {
  version: number;
  revision: number;
  document: MappingOutline;
  formulaKeys: FormulaKeys;
  /** Hash of the document, as hexadecimal digits. */
  documentHash: string;
  standardVersion: number | null;
  actor: string;
  comment: string | null;
  publishedAt: Date | null;
}

/** The kinds of objects that have entries: value maps and tables. Their entries are stored in separate rows. */
export type OwnerKind = 'map' | 'table';

export interface OwnerKey extends MappingKey {
  kind: OwnerKind;
  ownerId: string;
}
