import { useLanguage } from '../../i18n/language.tsx';
import { deHistory } from './de-history.ts';
import { enHistory, type HistoryTexts } from './en-history.ts';

const texts = { en: enHistory, de: deHistory };

export const useHistoryTexts = (): HistoryTexts => texts[useLanguage().language];
