import { useLanguage } from '../../i18n/language.tsx';

const en = {
  undo: 'Undo',
  undone: 'Change undone',
  restored: (count: string) => (count === '1' ? 'Product restored' : `${count} products restored`),
  notRestored: (restored: string, failed: string) =>
    `${restored} of the deleted products restored, ${failed} not. Open them under “Deleted products” to see why.`,
};
const de: typeof en = {
  undo: 'Rückgängig machen',
  undone: 'Änderung rückgängig gemacht',
  restored: (count) => (count === '1' ? 'Produkt wiederhergestellt' : `${count} Produkte wiederhergestellt`),
  notRestored: (restored, failed) =>
    `${restored} der gelöschten Produkte wiederhergestellt, ${failed} nicht. Den Grund sehen Sie unter „Gelöschte Produkte“.`,
};

const texts = { en, de };

/** Returns the texts about saved values and deleted products, which can be undone. */
export const useSavedTexts = (): typeof en => texts[useLanguage().language];
