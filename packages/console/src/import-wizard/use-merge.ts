import type { StoredImportMapping } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import { useStructure } from '../session/use-structure.ts';
import type { FormatParts, MappingMember } from './draft/mapping-members.ts';
import { inputAfterMerge, type MappingNotice } from './draft/mapping-notice.ts';
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
    const [target, decimal, separator, date, unit] = JSON.parse(meaning) as Meaning; // `mergeMapping` made this text
    if (target === null) return texts.ignored;
    const label = targetLabel(target, targetOptions(structure, t.reserved));
    return [
      label,
      decimal && `${texts.decimal} ${decimal}`,
      separator && `${texts.separator} ${separator}`,
      date && texts.dayOrders[date],
      unit && `${texts.unit} ${unit}`,
    ]
      .filter(Boolean)
      .join(', ');
  };
  const members = {
    empty: texts.empty,
    continued: texts.continued,
    guarded: texts.guarded,
    unitRow: texts.unitRow,
    format: texts.kind,
  };
  const showFormat = (text: string): string => {
    const [kind, encoding, delimiter, sheet] = JSON.parse(text) as FormatParts; // `mergeMapping` made this text
    const parts = [
      kind && texts.kinds[kind],
      encoding && texts.encodings[encoding],
      delimiter && (texts.delimiters[delimiter] ?? delimiter),
      sheet,
    ];
    return parts.filter(Boolean).join(', ') || texts.asDetected;
  };
  const showMember = (member: MappingMember, text: string): string => {
    if (member === 'format') return showFormat(text);
    if (member === 'empty') return texts.empties[text === 'clear' ? 'clear' : 'leave'];
    return text === 'true' ? t.common.yes : t.common.no;
  };
  return {
    /**
     * Merges the stored mapping into the edit. If both users have changed the same part, changes nothing and returns a conflict, so that
     * the user can choose. Otherwise returns the changes of the other user, or undefined if no edit can begin yet.
     */
    takeIn(stored: StoredImportMapping): MappingNotice | undefined {
      const begun = wizard.begin();
      if (!begun) return undefined;
      const { draft, base } = begun;
      const documents = { first: base.document, draft, stored: stored.document };
      const merged = mergeMapping(documents, { show, members, showMember });
      if (merged.conflicts.length > 0) return { kind: 'conflict', merged, stored };
      wizard.set(inputAfterMerge(merged.draft, stored, wizard.input.format));
      return { kind: 'merged', theirs: merged.theirs };
    },
  };
}
