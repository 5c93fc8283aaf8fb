import { useLanguage } from '../../i18n/language.tsx';

const en = {
  handle: (name: string) => `Move ${name}`,
  position: (name: string, position: number, count: number) => `${name}: ${position} of ${count}`,
};
const de: typeof en = {
  handle: (name) => `${name} verschieben`,
  position: (name, position, count) => `${name}: ${position} von ${count}`,
};

const texts = { en, de };

/** Returns the texts of lists whose items can be moved. They are not part of the messages, because the first page does not need them. */
export const useSortableTexts = (): typeof en => texts[useLanguage().language];
