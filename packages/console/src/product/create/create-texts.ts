import { useLanguage } from '../../i18n/language.tsx';

const en = {
  newProduct: 'New product',
  create: 'Create product',
  created: (id: string) => `Product ${id} created`,
  exists: 'There is already a product with this ID.',
  open: 'Open it',
  actions: 'More actions',
  duplicate: 'Duplicate',
  duplicateTitle: (name: string) => `Duplicate ${name}`,
  files: 'Include images and other files',
  packaging: 'Include the packaging',
  compare: 'Compare with other products',
  copyJson: 'Copy as JSON',
  copied: 'Copied',
  notCopied: 'The browser does not allow copying.',
  remove: 'Delete product',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'The history is kept, and the product can be restored from it.',
  removed: (name: string) => `${name} deleted`,
};

export type CreateTexts = typeof en;

const de: CreateTexts = {
  newProduct: 'Neues Produkt',
  create: 'Produkt anlegen',
  created: (id) => `Produkt ${id} angelegt`,
  exists: 'Ein Produkt mit dieser ID gibt es schon.',
  open: 'Öffnen',
  actions: 'Weitere Aktionen',
  duplicate: 'Duplizieren',
  duplicateTitle: (name) => `${name} duplizieren`,
  files: 'Bilder und andere Dateien übernehmen',
  packaging: 'Verpackung übernehmen',
  compare: 'Mit anderen Produkten vergleichen',
  copyJson: 'Als JSON kopieren',
  copied: 'Kopiert',
  notCopied: 'Der Browser erlaubt das Kopieren nicht.',
  remove: 'Produkt löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeText: 'Die Historie bleibt, und das Produkt lässt sich daraus wiederherstellen.',
  removed: (name) => `${name} gelöscht`,
};

const texts: Record<ReturnType<typeof useLanguage>['language'], CreateTexts> = { en, de };

export const useCreateTexts = (): CreateTexts => texts[useLanguage().language];
