import { useLanguage } from '../../i18n/language.tsx';

const en = {
  open: 'Change order',
  title: 'Order of groups and attributes',
  hint:
    'Drag a handle, or focus it and press the arrow keys. ' +
    'The order applies to the pages of products, lists and exports.',
  noGroup: 'Without a group',
  count: (count: string) => (count === '1' ? '1 attribute' : `${count} attributes`),
  save: 'Save order',
  saved: 'Order saved',
};
const de: typeof en = {
  open: 'Reihenfolge ändern',
  title: 'Reihenfolge der Gruppen und Attribute',
  hint:
    'Ziehen Sie an einem Griff, oder wählen Sie ihn aus und drücken Sie die Pfeiltasten. ' +
    'Die Reihenfolge gilt für Produktseiten, Listen und Exporte.',
  noGroup: 'Ohne Gruppe',
  count: (count) => (count === '1' ? '1 Attribut' : `${count} Attribute`),
  save: 'Reihenfolge speichern',
  saved: 'Reihenfolge gespeichert',
};

const texts = { en, de };

/** Returns the texts about the order of groups and attributes. */
export const useOrderTexts = (): typeof en => texts[useLanguage().language];
