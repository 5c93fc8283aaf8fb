import { useLanguage } from '../../i18n/language.tsx';

const en = {
  tools: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  heading: 'Heading',
  bullets: 'Bulleted list',
  numbers: 'Numbered list',
  quote: 'Quotation',
  link: 'Link',
  address: 'Address of the link',
  addressHint: 'https://…',
  wrongAddress: 'Enter a web address, or mailto: or tel: with an address or a number.',
  apply: 'Apply',
  removeLink: 'Remove link',
  undo: 'Undo',
  source: 'Edit source',
  formatted: 'Edit formatted text',
  onlyLines:
    'This text has line breaks and no markup. It is edited as source, because formatting would lose its line breaks.',
  onlySource: 'This text has markup that the editor does not know, so only its source can be edited.',
};
const de: typeof en = {
  tools: 'Formatierung',
  bold: 'Fett',
  italic: 'Kursiv',
  underline: 'Unterstrichen',
  heading: 'Überschrift',
  bullets: 'Aufzählung',
  numbers: 'Nummerierte Liste',
  quote: 'Zitat',
  link: 'Link',
  address: 'Adresse des Links',
  addressHint: 'https://…',
  wrongAddress: 'Geben Sie eine Webadresse ein, oder mailto: oder tel: mit einer Adresse oder Nummer.',
  apply: 'Übernehmen',
  removeLink: 'Link entfernen',
  undo: 'Rückgängig',
  source: 'Quelltext bearbeiten',
  formatted: 'Formatiert bearbeiten',
  onlyLines:
    'Dieser Text hat Zeilenumbrüche und keine Auszeichnungen. Er wird als Quelltext bearbeitet, weil beim Formatieren die Zeilenumbrüche verloren gingen.',
  onlySource:
    'Dieser Text enthält Auszeichnungen, die der Editor nicht kennt. Deshalb lässt sich nur der Quelltext bearbeiten.',
};

const texts = { en, de };

/** Returns the texts of the editor for formatted text. */
export const useFormattedTexts = (): typeof en => texts[useLanguage().language];
