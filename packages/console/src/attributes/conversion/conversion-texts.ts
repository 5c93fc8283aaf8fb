import { useLanguage } from '../../i18n/language.tsx';
import { deConversion } from './de-conversion.ts';
import { type ConversionTexts, enConversion } from './en-conversion.ts';

const texts = { en: enConversion, de: deConversion };

/** Returns the texts about the conversion between texts and assets. */
export const useConversionTexts = (): ConversionTexts => texts[useLanguage().language];
