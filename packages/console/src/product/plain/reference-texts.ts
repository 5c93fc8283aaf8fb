import { useLanguage } from '../../i18n/language.tsx';

const en = {
  find: 'Search by name or ID',
  missing: 'There is no product with this ID yet.',
};
const de: typeof en = {
  find: 'Nach Name oder ID suchen',
  missing: 'Es gibt noch kein Produkt mit dieser ID.',
};

const texts = { en, de };

/** Returns the texts of the input for a product. */
export const useReferenceTexts = (): typeof en => texts[useLanguage().language];
