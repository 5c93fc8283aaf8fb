import { useLanguage } from '../../i18n/language.tsx';
import { dePaste } from './de-paste.ts';
import { enPaste, type PasteTexts } from './en-paste.ts';

const texts = { en: enPaste, de: dePaste };

/** Returns the texts about copying and pasting cells, which are loaded when the grid is first used. */
export const usePasteTexts = (): PasteTexts => texts[useLanguage().language];
