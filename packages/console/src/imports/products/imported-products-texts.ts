import { useLanguage } from '../../i18n/language.tsx';

const en = {
  show: (count: string) => (count === '1' ? 'Show the product' : `Show the ${count} created and changed products`),
};
const de: typeof en = {
  show: (count) => (count === '1' ? 'Produkt anzeigen' : `Die ${count} angelegten und geänderten Produkte anzeigen`),
};

const texts = { en, de };

/** Returns the texts of the link from an import to its products. */
export const useImportedProductsTexts = (): typeof en => texts[useLanguage().language];
