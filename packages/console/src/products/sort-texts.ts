import { useLanguage } from '../i18n/language.tsx';

const en = {
  sortedBy: (field: string, isDescending: boolean) =>
    `Sorted by ${field}, ${isDescending ? 'descending' : 'ascending'}`,
  remove: 'Remove the sort order',
};
const de: typeof en = {
  sortedBy: (field, isDescending) => `Sortiert nach ${field}, ${isDescending ? 'absteigend' : 'aufsteigend'}`,
  remove: 'Sortierung entfernen',
};
const texts = { en, de };

/** Returns the texts of the sort order that no visible column shows. */
export const useSortTexts = (): typeof en => texts[useLanguage().language];
