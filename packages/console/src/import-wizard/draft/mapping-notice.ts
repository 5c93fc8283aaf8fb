import type { StoredImportMapping } from '@pimento/contract';
import type { DraftBase, MappingDraft, WizardInput } from './draft-types.ts';
import { isSameFormat } from './mapping-members.ts';
import type { MergedMapping } from './merge-mapping.ts';

/** The effect of another user's change to the mapping during an edit. */
export type MappingNotice =
  | { kind: 'name-taken'; name: string }
  | { kind: 'merged'; theirs: string[] }
  | { kind: 'conflict'; merged: MergedMapping; stored: StoredImportMapping };

/** Returns a stored mapping as the new base of the edit. */
export const baseAfter = ({ name, version, document }: StoredImportMapping): DraftBase => ({ name, version, document });

/**
 * Returns the input after a merge with a stored mapping. The format that the user has chosen for the file is kept, unless the merged
 * mapping has a different one.
 */
export const inputAfterMerge = (
  draft: MappingDraft,
  stored: StoredImportMapping,
  chosen: WizardInput['format'],
): Pick<WizardInput, 'draft' | 'base' | 'name' | 'format'> => ({
  draft,
  base: baseAfter(stored),
  name: undefined,
  format: isSameFormat(draft.format, chosen) ? chosen : {},
});
