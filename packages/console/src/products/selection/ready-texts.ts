import { useLanguage } from '../../i18n/language.tsx';

const products = (count: string) => (count === '1' ? '1 product' : `${count} products`);
const produkte = (count: string) => (count === '1' ? '1 Produkt' : `${count} Produkte`);

const en = {
  menu: 'Mark as ready',
  on: (channel: string) => `Ready on ${channel} …`,
  title: (count: string, channel: string) => `Mark ${products(count)} as ready on ${channel}`,
  text: 'Products that are not on the channel yet are added to it. Holds are released. Automatic submission includes the products.',
  confirm: (count: string) => `Mark ${products(count)}`,
  tooMany:
    'You can mark at most 100,000 products as ready at once if some are excluded. Narrow the list, or select all.',
};
const de: typeof en = {
  menu: 'Als bereit markieren',
  on: (channel) => `Bereit auf ${channel} …`,
  title: (count, channel) => `${produkte(count)} auf ${channel} als bereit markieren`,
  text: 'Produkte, die noch nicht auf dem Kanal sind, werden hinzugefügt. Zurückgehaltene Produkte werden freigegeben. Das automatische Einreichen schließt die Produkte ein.',
  confirm: (count) => `${produkte(count)} markieren`,
  tooMany:
    'Wenn Sie Produkte ausnehmen, können Sie höchstens 100.000 auf einmal als bereit markieren. Grenzen Sie die Liste ein, oder wählen Sie alle aus.',
};
const texts = { en, de };

/** Returns the texts of the menu that marks products as ready. */
export const useReadyTexts = (): typeof en => texts[useLanguage().language];
