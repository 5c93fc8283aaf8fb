import { useLanguage } from '../i18n/language.tsx';

const en = {
  sortPrepared: (percent: string) =>
    `This sort order is being prepared for its first use: ${percent}%. Until it is ready, the list keeps its previous order.`,
  sortProgress: 'Preparing the sort order',
  sortBehind: (count: string) => `${count} recent changes are not reflected in this order yet.`,
};
const de: typeof en = {
  sortPrepared: (percent) =>
    `Diese Sortierung wird zum ersten Mal verwendet und wird vorbereitet: ${percent} %. Bis dahin bleibt die bisherige Reihenfolge.`,
  sortProgress: 'Vorbereitung der Sortierung',
  sortBehind: (count) => `${count} neue Änderungen sind in dieser Sortierung noch nicht berücksichtigt.`,
};
const texts = { en, de };

/** Returns the texts about a sort order that is being built or is behind recent changes. They are loaded on demand. */
export const useSortTexts = (): typeof en => texts[useLanguage().language];
