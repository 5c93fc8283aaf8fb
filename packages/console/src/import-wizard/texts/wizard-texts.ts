import { useLanguage } from '../../i18n/language.tsx';
import { deWizard } from './de-wizard.ts';
import { enWizard, type WizardTexts } from './en-wizard.ts';

const texts = { en: enWizard, de: deWizard };

export const useWizardTexts = (): WizardTexts => texts[useLanguage().language];
