import { useLanguage } from '../i18n/language.tsx';
import { deWork } from './de-work.ts';
import { enWork, type WorkTexts } from './en-work.ts';

const texts = { en: enWork, de: deWork };

/** Returns the texts of the work list, which are loaded with the start page. */
export const useWorkTexts = (): WorkTexts => texts[useLanguage().language];
