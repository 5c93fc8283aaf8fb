import { useLanguage } from '../../i18n/language.tsx';
import { deStandard } from './de-standard.ts';
import { enStandard, type StandardTexts } from './en-standard.ts';

const texts = { en: enStandard, de: deStandard };

/** Returns the texts about data standards. Only the screens that show these texts load them. */
export const useStandardTexts = (): StandardTexts => texts[useLanguage().language];
