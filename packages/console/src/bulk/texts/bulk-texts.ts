import { useLanguage } from '../../i18n/language.tsx';
import { deBulk } from './de-bulk.ts';
import { type BulkTexts, enBulk } from './en-bulk.ts';

const texts = { en: enBulk, de: deBulk };

/** Returns the texts about bulk edits. Only the screens that show these texts load them. */
export const useBulkTexts = (): BulkTexts => texts[useLanguage().language];
