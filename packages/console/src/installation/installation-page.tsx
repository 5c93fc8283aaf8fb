import { Stack, Tabs } from '@mantine/core';
import { getInstallation, type Installation } from '@pimento/contract/wire';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Settled } from '../ui/loading/settled.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TabList } from '../ui/tabs/tab-list.tsx';
import { useTab } from '../ui/use-tab.ts';
import { AdapterDelays } from './adapter-delays.tsx';
import { BacklogStats } from './backlog-stats.tsx';
import { ProcessTable } from './process-table.tsx';
import { StatementTable } from './statement-table.tsx';
import { StoragePanel } from './storage-panel.tsx';
import { StoredDataTable } from './stored-data-table.tsx';
import { useInstallationTexts } from './use-installation-texts.ts';
import { WorkerTable } from './worker-table.tsx';

/** Polling interval in milliseconds. The server reads the figures at the same interval. A hidden page does not poll. */
const refetchMs = 5_000;

/** Processes, waiting work, long statements and storage of the installation. For operators. */
export function InstallationPage() {
  const texts = useInstallationTexts();
  const { session } = useWork();
  return session.isOperator ? (
    <Figures />
  ) : (
    <EmptyState icon={IconLock} title={texts.notOperator} text={texts.notOperatorText} />
  );
}

function Figures() {
  const texts = useInstallationTexts();
  const tabs = useTab(['overview', 'work', 'storage']);
  const call = useCall(getInstallation, {}, { refetchMs });
  const show = (part: (installation: Installation) => ReactNode) => (
    <Stack gap="lg">
      {call.isPending && <ListSkeleton rows={6} />}
      {call.isError && <ProblemAlert error={call.error} retry={call.refetch} />}
      {call.data && part(call.data)}
    </Stack>
  );
  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      <Settled>
        <Tabs {...tabs}>
          <TabList active={tabs.value} mb="lg">
            <Tabs.Tab value="overview">{texts.overview}</Tabs.Tab>
            <Tabs.Tab value="work">{texts.work}</Tabs.Tab>
            <Tabs.Tab value="storage">{texts.storage}</Tabs.Tab>
          </TabList>
          <Tabs.Panel value="overview">
            {show((installation) => (
              <>
                <BacklogStats installation={installation} />
                <ProcessTable processes={installation.processes} />
                <AdapterDelays adapters={installation.adapters} />
                <StatementTable
                  statements={installation.statements}
                  hiddenConnections={installation.hiddenConnections}
                />
              </>
            ))}
          </Tabs.Panel>
          <Tabs.Panel value="work">
            {show(({ workers }) => (
              <WorkerTable workers={workers} />
            ))}
          </Tabs.Panel>
          <Tabs.Panel value="storage">
            <Stack gap="lg">
              <StoragePanel />
              <StoredDataTable />
            </Stack>
          </Tabs.Panel>
        </Tabs>
      </Settled>
    </Page>
  );
}
