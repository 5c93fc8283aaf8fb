import { useLanguage } from '../../i18n/language.tsx';

const en = {
  undo: 'Undo',
  undone: 'Change undone',
};
const de: typeof en = {
  undo: 'Rückgängig machen',
  undone: 'Änderung rückgängig gemacht',
};

const texts = { en, de };

/** Returns the texts about a saved value. */
export const useSavedTexts = (): typeof en => texts[useLanguage().language];
