import { useLanguage } from '../../i18n/language.tsx';

const en = {
  label: 'Groups',
  hint: 'The first group is the section on the page of a product.',
};
const de: typeof en = {
  label: 'Gruppen',
  hint: 'Die erste Gruppe ist der Abschnitt auf der Seite eines Produkts.',
};

const texts = { en, de };

/** Returns the texts about the groups of an attribute. */
export const useGroupTexts = (): typeof en => texts[useLanguage().language];
