import { useLanguage } from '../../i18n/language.tsx';

const en = {
  names: { __IMPORT: 'In import', __CHANGED_BY: 'Changed by' } as Record<string, string>, // callers also look up names that are not listed
  import: 'Import or bulk edit',
  actor: 'Person or key',
  latest: 'The newest imports, bulk edits and manual edits are offered.',
  kinds: { import: 'Import', bulk: 'Bulk edit', edit: 'Manual edit' },
};
const de: typeof en = {
  names: { __IMPORT: 'Im Import', __CHANGED_BY: 'Geändert von' },
  import: 'Import oder Sammeländerung',
  actor: 'Person oder Schlüssel',
  latest: 'Angeboten werden die neuesten Importe, Sammeländerungen und manuellen Änderungen.',
  kinds: { import: 'Import', bulk: 'Sammeländerung', edit: 'Manuelle Änderung' },
};

const texts = { en, de };

/** Returns the texts of the filters by the history of products. Only the filters load them. */
export const useTraceTexts = (): typeof en => texts[useLanguage().language];
