import { useLanguage } from '../../i18n/language.tsx';

const en = { menu: 'Mark as ready', on: (channel: string) => `Ready on ${channel}` };
const de: typeof en = { menu: 'Als bereit markieren', on: (channel) => `Bereit auf ${channel}` };
const texts = { en, de };

/** Returns the texts of the menu that marks products as ready. */
export const useReadyTexts = (): typeof en => texts[useLanguage().language];
