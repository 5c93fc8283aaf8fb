import { useMessages } from '../i18n/language.tsx';
import { useSignOnTexts } from '../i18n/sign-on-texts.ts';
import { useNoticeTexts } from '../notices/use-notice-texts.ts';
import { useWork } from '../session/session.tsx';
import { useTenancyMessages } from './tenancy/use-tenancy-messages.ts';

/**
 * Returns the tabs of the settings that the signed-in person can open, with their names: profile, notices and storage for everyone; keys,
 * members, the audit log and export for owners; clients, people and identity providers for operators.
 */
export function useSettingsTabs() {
  const t = useMessages();
  const texts = useTenancyMessages();
  const signOn = useSignOnTexts();
  const notices = useNoticeTexts();
  const { session, isOwner } = useWork();
  return [
    { tab: 'profile', label: t.settings.profile },
    { tab: 'notices', label: notices.title },
    { tab: 'storage', label: texts.usage },
    ...(isOwner
      ? ([
          { tab: 'keys', label: t.settings.keys },
          { tab: 'members', label: t.settings.members },
          { tab: 'audit', label: t.settings.audit },
          { tab: 'export', label: texts.export },
        ] as const)
      : []),
    ...(session.isOperator
      ? ([
          { tab: 'clients', label: t.settings.clients },
          { tab: 'people', label: t.people.title },
          { tab: 'sign-on', label: signOn.providers },
        ] as const)
      : []),
  ] as const;
}
