import { useLanguage } from '../i18n/language.tsx';

const en = {
  open: 'All images of the product',
  title: 'Images and files',
  position: (at: string, of: string) => `${at} of ${of}`,
  previous: 'Previous',
  next: 'Next',
  none: 'This product has no files yet.',
};

const de: typeof en = {
  open: 'Alle Bilder des Produkts',
  title: 'Bilder und Dateien',
  position: (at, of) => `${at} von ${of}`,
  previous: 'Zurück',
  next: 'Weiter',
  none: 'Dieses Produkt hat noch keine Dateien.',
};

const texts = { en, de };

/** Returns the texts about the pictures of a product. */
export const usePictureTexts = (): typeof en => texts[useLanguage().language];
