import { deTenancy } from '../../i18n/de-tenancy.ts';
import { enTenancy, type TenancyMessages } from '../../i18n/en-tenancy.ts';
import { useLanguage } from '../../i18n/language.tsx';

const texts: Record<ReturnType<typeof useLanguage>['language'], TenancyMessages> = { en: enTenancy, de: deTenancy };

/** Returns the texts about quotas, exports and deletions of clients, in the chosen language. */
export const useTenancyMessages = (): TenancyMessages => texts[useLanguage().language];
