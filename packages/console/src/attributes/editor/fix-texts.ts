import { useLanguage } from '../../i18n/language.tsx';

const en = {
  set: 'Set to …',
  setLabel: (value: string) => `Set another value for all products with ${value}`,
  more: (count: string) => `and ${count} more`,
};
const de: typeof en = {
  set: 'Ändern in …',
  setLabel: (value) => `Anderen Wert für alle Produkte mit ${value} setzen`,
  more: (count) => `und ${count} weitere`,
};

const texts = { en, de };

/** Returns the texts about values that do not fit and how to change them. */
export const useFixTexts = (): typeof en => texts[useLanguage().language];
