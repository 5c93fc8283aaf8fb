import { useLanguage } from '../../i18n/language.tsx';
import { deMapping } from './de-mapping.ts';
import { enMapping, type MappingTexts } from './en-mapping.ts';

const texts = { en: enMapping, de: deMapping };

/** Returns the texts about mappings. Only the screens that show these texts load them. */
export const useMappingTexts = (): MappingTexts => texts[useLanguage().language];
