import { useLanguage } from '../../i18n/language.tsx';
import { type CellHistoryTexts, enCellHistory } from './en-cell-history.ts';
import { deCellHistory } from './de-cell-history.ts';

const texts = { en: enCellHistory, de: deCellHistory };

/** Returns the texts of the history of one value inside a composite. */
export const useCellHistoryTexts = (): CellHistoryTexts => texts[useLanguage().language];
