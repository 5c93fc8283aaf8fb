import { Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { Settled } from '../ui/loading/settled.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { useTab } from '../ui/use-tab.ts';
import { TabList } from '../ui/tabs/tab-list.tsx';
import { NoticeSettingsPanel } from '../notices/notice-settings-panel.tsx';
import { useNoticeTexts } from '../notices/use-notice-texts.ts';
import { ClientsPanel } from './clients-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { useSignOnTexts } from '../i18n/sign-on-texts.ts';
import { ProvidersPanel } from './sign-on/providers-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { ArchivePanel } from './tenancy/archive-panel.tsx';
import { UsagePanel } from './tenancy/usage-panel.tsx';
import { useTenancyMessages } from './tenancy/use-tenancy-messages.ts';

const AuditPanel = lazyPart(async () => (await import('../audit/audit-panel.tsx')).AuditPanel);

/**
 * The settings: profile, notices and storage for everyone; keys, members, the audit log and export for owners; clients, people and identity
 * providers for operators.
 */
export function SettingsPage() {
  const t = useMessages();
  const texts = useTenancyMessages();
  const signOn = useSignOnTexts();
  const notices = useNoticeTexts();
  const { session, isOwner, clientName } = useWork();
  const tabs = useTab([
    'profile',
    'notices',
    'storage',
    ...(isOwner ? (['keys', 'members', 'audit', 'export'] as const) : []),
    ...(session.isOperator ? (['clients', 'people', 'sign-on'] as const) : []),
  ]);
  return (
    <Page title={t.settings.title} subtitle={clientName}>
      <Settled>
        <Tabs {...tabs}>
          <TabList active={tabs.value} mb="lg">
            <Tabs.Tab value="profile">{t.settings.profile}</Tabs.Tab>
            <Tabs.Tab value="notices">{notices.title}</Tabs.Tab>
            <Tabs.Tab value="storage">{texts.usage}</Tabs.Tab>
            {isOwner && <Tabs.Tab value="keys">{t.settings.keys}</Tabs.Tab>}
            {isOwner && <Tabs.Tab value="members">{t.settings.members}</Tabs.Tab>}
            {isOwner && <Tabs.Tab value="audit">{t.settings.audit}</Tabs.Tab>}
            {isOwner && <Tabs.Tab value="export">{texts.export}</Tabs.Tab>}
            {session.isOperator && <Tabs.Tab value="clients">{t.settings.clients}</Tabs.Tab>}
            {session.isOperator && <Tabs.Tab value="people">{t.people.title}</Tabs.Tab>}
            {session.isOperator && <Tabs.Tab value="sign-on">{signOn.providers}</Tabs.Tab>}
          </TabList>
          <Tabs.Panel value="profile">
            <ProfilePanel />
          </Tabs.Panel>
          <Tabs.Panel value="notices">
            <NoticeSettingsPanel />
          </Tabs.Panel>
          <Tabs.Panel value="storage">
            <UsagePanel />
          </Tabs.Panel>
          <Tabs.Panel value="keys">
            <KeysPanel />
          </Tabs.Panel>
          <Tabs.Panel value="members">
            <MembersPanel />
          </Tabs.Panel>
          <Tabs.Panel value="audit">
            <Suspense fallback={<ListSkeleton rows={5} />}>
              <AuditPanel />
            </Suspense>
          </Tabs.Panel>
          <Tabs.Panel value="export">
            <ArchivePanel />
          </Tabs.Panel>
          <Tabs.Panel value="clients">
            <ClientsPanel />
          </Tabs.Panel>
          <Tabs.Panel value="people">
            <PeoplePanel />
          </Tabs.Panel>
          <Tabs.Panel value="sign-on">
            <ProvidersPanel />
          </Tabs.Panel>
        </Tabs>
      </Settled>
    </Page>
  );
}
