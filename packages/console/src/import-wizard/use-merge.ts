import type { StoredImportMapping } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import { useStructure } from '../session/use-structure.ts';
import { baseAfter, type MappingNotice } from './draft/mapping-notice.ts';
import { type Meaning, mergeMapping } from './draft/merge-mapping.ts';
import { targetLabel, targetOptions } from './draft/target-options.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';
import type { Wizard } from './use-wizard.ts';

/** Merges a mapping that another user has stored into the mapping that is being edited. */
export function useMerge(wizard: Wizard) {
  const t = useMessages();
  const texts = useWizardTexts();
  const { structure } = useStructure();
  const show = (meaning: string | undefined): string => {
    if (meaning === undefined) return texts.absent;
    if (meaning === 'leave' || meaning === 'clear') return texts.empties[meaning];
    const [target, decimal, separator, date] = JSON.parse(meaning) as Meaning; // `mergeMapping` made this text
    if (target === null) return texts.ignored;
    const label = targetLabel(target, targetOptions(structure, t.reserved));
    return [
      label,
      decimal && `${texts.decimal} ${decimal}`,
      separator && `${texts.separator} ${separator}`,
      date && texts.dayOrders[date],
    ]
      .filter(Boolean)
      .join(', ');
  };
  return {
    /**
     * Merges the stored mapping into the edit. Returns a conflict if both users have changed the same column. The user must then choose.
     */
    takeIn(stored: StoredImportMapping): MappingNotice | undefined {
      const begun = wizard.begin();
      if (!begun) return undefined;
      const { draft, base } = begun;
      const documents = { first: base.document, draft, stored: stored.document };
      const merged = mergeMapping(documents, { show, empty: texts.empty });
      if (merged.conflicts.length > 0) return { kind: 'conflict', merged, stored };
      wizard.set({ draft: merged.draft, base: baseAfter(stored), name: undefined });
      return { kind: 'merged', theirs: merged.theirs };
    },
  };
}
