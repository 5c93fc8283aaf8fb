import { useLanguage } from '../i18n/language.tsx';
import { deWork } from './de-work.ts';
import { enWork, type WorkTexts } from './en-work.ts';

const texts = { en: enWork, de: deWork };

/** Returns the texts of the work list. They are loaded with the home page. */
export const useWorkTexts = (): WorkTexts => texts[useLanguage().language];
