import { useLanguage } from '../../i18n/language.tsx';

const en = {
  sortedBy: (field: string, isDescending: boolean) =>
    `Sorted by ${field}, ${isDescending ? 'descending' : 'ascending'}`,
  remove: 'Remove the sort order',
  order: 'Sort order',
  by: (field: string, isDescending: boolean) => `${field}, ${isDescending ? 'descending' : 'ascending'}`,
};
const de: typeof en = {
  sortedBy: (field, isDescending) => `Sortiert nach ${field}, ${isDescending ? 'absteigend' : 'aufsteigend'}`,
  remove: 'Sortierung entfernen',
  order: 'Sortierung',
  by: (field, isDescending) => `${field}, ${isDescending ? 'absteigend' : 'aufsteigend'}`,
};
const texts = { en, de };

/** Returns the texts of sort orders. */
export const useSortTexts = (): typeof en => texts[useLanguage().language];
