import { useLanguage } from '../../i18n/language.tsx';
import { deHistory } from './de-history.ts';
import { enHistory, type HistoryTexts } from './en-history.ts';

const texts = { en: enHistory, de: deHistory };

/** Returns the texts about restoring an earlier state. */
export const useHistoryTexts = (): HistoryTexts => texts[useLanguage().language];
