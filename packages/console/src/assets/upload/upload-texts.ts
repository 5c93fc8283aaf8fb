import { useLanguage } from '../../i18n/language.tsx';

const en = {
  add: 'Add as new asset',
  addAll: (count: string) => (count === '1' ? 'Add 1 new asset' : `Add ${count} new assets`),
};

const de: typeof en = {
  add: 'Als neues Asset hinzufügen',
  addAll: (count) => (count === '1' ? '1 neues Asset hinzufügen' : `${count} neue Assets hinzufügen`),
};

const texts = { en, de };

/** Returns the texts about files that become new assets. */
export const useUploadTexts = (): typeof en => texts[useLanguage().language];
