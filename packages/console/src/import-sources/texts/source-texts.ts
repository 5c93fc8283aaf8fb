import { useLanguage } from '../../i18n/language.tsx';
import { deSources } from './de-sources.ts';
import { enSources, type SourceTexts } from './en-sources.ts';

const texts = { en: enSources, de: deSources };

export const useSourceTexts = (): SourceTexts => texts[useLanguage().language];
