import type { StoredImportMapping } from '@pimento/contract';
import type { DraftBase } from './draft-types.ts';
import type { MergedMapping } from './merge-mapping.ts';

/** The effect of another user's change to the mapping during an edit. */
export type MappingNotice =
  | { kind: 'name-taken'; name: string }
  | { kind: 'merged'; theirs: string[] }
  | { kind: 'conflict'; merged: MergedMapping; stored: StoredImportMapping };

/** Returns a stored mapping as the new base of the edit. */
export const baseAfter = ({ name, version, document }: StoredImportMapping): DraftBase => ({ name, version, document });
