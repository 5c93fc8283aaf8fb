import { useLanguage } from '../../i18n/language.tsx';

const en = {
  undo: 'Undo',
  show: 'Show progress',
  showResult: 'Show details',
  restoring: (handled: string, chosen: string) => `Restoring products: ${handled} of ${chosen}`,
  restored: (count: string) => (count === '1' ? 'Product restored' : `${count} products restored`),
  notAll: (restored: string, failed: string) => `${restored} of the deleted products restored, ${failed} not.`,
  ended: (restored: string) => `The undo ended early. Products restored: ${restored}.`,
  deletions: 'Deletions of several products',
  count: 'Products',
  restore: (count: string) => (count === '1' ? 'Restore 1 product' : `Restore ${count} products`),
  showUndo: 'Show the undo',
};
const de: typeof en = {
  undo: 'Rückgängig machen',
  show: 'Fortschritt anzeigen',
  showResult: 'Details anzeigen',
  restoring: (handled, chosen) => `Produkte werden wiederhergestellt: ${handled} von ${chosen}`,
  restored: (count) => (count === '1' ? 'Produkt wiederhergestellt' : `${count} Produkte wiederhergestellt`),
  notAll: (restored, failed) => `${restored} der gelöschten Produkte wiederhergestellt, ${failed} nicht.`,
  ended: (restored) => `Das Rückgängigmachen wurde vorzeitig beendet. Wiederhergestellte Produkte: ${restored}.`,
  deletions: 'Löschungen mehrerer Produkte',
  count: 'Produkte',
  restore: (count) => (count === '1' ? '1 Produkt wiederherstellen' : `${count} Produkte wiederherstellen`),
  showUndo: 'Rückgängig-Vorgang anzeigen',
};

const texts = { en, de };

/** Returns the texts about the undo of deletions of many products. */
export const useDeletionUndoTexts = (): typeof en => texts[useLanguage().language];
