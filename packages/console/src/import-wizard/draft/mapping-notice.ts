import type { StoredImportMapping } from '@pimento/contract';
import type { DraftBase } from './draft-types.ts';
import type { MergedMapping } from './merge-mapping.ts';

/** What others have done to the mapping while it was edited. */
export type MappingNotice =
  | { kind: 'name-taken'; name: string }
  | { kind: 'merged'; theirs: string[] }
  | { kind: 'conflict'; merged: MergedMapping; stored: StoredImportMapping };

/** Returns a stored mapping as what further changes are based on. */
export const baseAfter = ({ name, version, document }: StoredImportMapping): DraftBase => ({ name, version, document });
