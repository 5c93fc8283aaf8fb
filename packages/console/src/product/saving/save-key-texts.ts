import { useLanguage } from '../../i18n/language.tsx';

const en = {
  lines: 'Enter saves, Shift Enter begins a new line, Esc cancels',
  oneLine: 'Enter saves, Esc cancels',
  manyLines: 'Ctrl Enter saves, Esc cancels',
};
const de: typeof en = {
  lines: 'Enter speichert, Umschalt Enter beginnt eine neue Zeile, Esc bricht ab',
  oneLine: 'Enter speichert, Esc bricht ab',
  manyLines: 'Strg Enter speichert, Esc bricht ab',
};

const texts = { en, de };

/** Returns the texts that say which keys save and cancel an edit, by the kind of its input. */
export const useSaveKeyTexts = (): typeof en => texts[useLanguage().language];
