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
import { ClientsPanel } from './clients-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { ProvidersPanel } from './sign-on/providers-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { ArchivePanel } from './tenancy/archive-panel.tsx';
import { UsagePanel } from './tenancy/usage-panel.tsx';
import { useSettingsTabs } from './use-settings-tabs.ts';

const AuditPanel = lazyPart(async () => (await import('../audit/audit-panel.tsx')).AuditPanel);

/** The settings, in a tab for each subject. */
export function SettingsPage() {
  const t = useMessages();
  const { clientName } = useWork();
  const [first, ...others] = useSettingsTabs();
  const tabs = useTab([first.tab, ...others.map(({ tab }) => tab)]);
  return (
    <Page title={t.settings.title} subtitle={clientName}>
      <Settled>
        <Tabs {...tabs}>
          <TabList active={tabs.value} mb="lg">
            {[first, ...others].map(({ tab, label }) => (
              <Tabs.Tab key={tab} value={tab}>
                {label}
              </Tabs.Tab>
            ))}
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
