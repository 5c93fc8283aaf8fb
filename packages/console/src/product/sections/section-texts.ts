import { useLanguage } from '../../i18n/language.tsx';

const en = {
  sections: 'Sections',
  refused: (count: number) => (count === 1 ? '1 thing to fix' : `${count} things to fix`),
};
const de: typeof en = {
  sections: 'Abschnitte',
  refused: (count) => (count === 1 ? '1 Korrektur nötig' : `${count} Korrekturen nötig`),
};

const texts = { en, de };

/** Returns the texts about the sections of a product. */
export const useSectionTexts = (): typeof en => texts[useLanguage().language];
