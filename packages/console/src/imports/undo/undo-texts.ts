import { useLanguage } from '../../i18n/language.tsx';
import { deUndo } from './de-undo.ts';
import { enUndo, type UndoTexts } from './en-undo.ts';

const texts = { en: enUndo, de: deUndo };

/** Returns the texts about the undo of an import, which are loaded with the page of an import. */
export const useUndoTexts = (): UndoTexts => texts[useLanguage().language];
