import { useLanguage } from '../../i18n/language.tsx';

const en = {
  title: (attribute: string) => `Choose an asset for ${attribute}`,
  choose: 'Choose from the library',
  chooseFor: (attribute: string) => `Choose an asset for ${attribute}`,
  list: 'Library',
  none: 'No asset found. Upload a file, or search for something else.',
  upload: 'Upload a file',
  dropHere: 'Drop to upload',
  up: (item: string) => `Move ${item} up`,
  down: (item: string) => `Move ${item} down`,
  remove: (item: string) => `Remove ${item}`,
  value: (attribute: string) => `ID or address of ${attribute}`,
  added: (attribute: string) => `File added to ${attribute}`,
};

const de: typeof en = {
  title: (attribute) => `Asset für ${attribute} auswählen`,
  choose: 'Aus der Bibliothek auswählen',
  chooseFor: (attribute) => `Asset für ${attribute} auswählen`,
  list: 'Bibliothek',
  none: 'Kein Asset gefunden. Laden Sie eine Datei hoch, oder suchen Sie nach etwas anderem.',
  upload: 'Datei hochladen',
  dropHere: 'Zum Hochladen ablegen',
  up: (item) => `${item} nach oben verschieben`,
  down: (item) => `${item} nach unten verschieben`,
  remove: (item) => `${item} entfernen`,
  value: (attribute) => `ID oder Adresse von ${attribute}`,
  added: (attribute) => `Datei zu ${attribute} hinzugefügt`,
};

const texts = { en, de };

/** Returns the texts about choosing assets for a product. */
export const useLibraryTexts = (): typeof en => texts[useLanguage().language];
