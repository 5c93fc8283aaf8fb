import { useLanguage } from '../../i18n/language.tsx';
import { deNested } from './de-nested.ts';
import { enNested, type NestedTexts } from './en-nested.ts';

const texts = { en: enNested, de: deNested };

/** Returns the texts of the tables of composites. Only screens that show such a table load them. */
export const useNestedTexts = (): NestedTexts => texts[useLanguage().language];
