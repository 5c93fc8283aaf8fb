import { useLanguage } from '../../i18n/language.tsx';
import { deReadiness } from './de-readiness.ts';
import { enReadiness, type ReadinessTexts } from './en-readiness.ts';

const texts = { en: enReadiness, de: deReadiness };

/** Returns the texts about readiness. They are loaded only with the screens that show them. */
export const useReadinessTexts = (): ReadinessTexts => texts[useLanguage().language];
