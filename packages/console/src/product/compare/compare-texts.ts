import { useLanguage } from '../../i18n/language.tsx';
import { deCompare } from './de-compare.ts';
import { type CompareTexts, enCompare } from './en-compare.ts';

const texts = { en: enCompare, de: deCompare };

/** Returns the texts of the comparison of products. */
export const useCompareTexts = (): CompareTexts => texts[useLanguage().language];
