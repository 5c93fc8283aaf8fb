import { useLanguage } from '../../i18n/language.tsx';
import { deRejection } from './de-rejection.ts';
import { enRejection, type RejectionTexts } from './en-rejection.ts';

const texts = { en: enRejection, de: deRejection };

/** Returns the texts about products that a channel rejected or returned. */
export const useRejectionTexts = (): RejectionTexts => texts[useLanguage().language];
