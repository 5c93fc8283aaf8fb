import { deInstallation } from './de-installation.ts';
import { enInstallation, type InstallationMessages } from './en-installation.ts';
import { useLanguage } from '../i18n/language.tsx';

const texts: Record<ReturnType<typeof useLanguage>['language'], InstallationMessages> = {
  en: enInstallation,
  de: deInstallation,
};

/** Returns the texts about the installation, in the chosen language. */
export const useInstallationTexts = (): InstallationMessages => texts[useLanguage().language];
