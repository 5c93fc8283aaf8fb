import { Group, Select, Stack } from '@mantine/core';
import { submissionStatuses } from '@pimento/contract/wire';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useConnections } from '../connections/use-connections.ts';
import { useMessages } from '../i18n/language.tsx';
import { Page } from '../ui/page.tsx';
import { SubmissionList } from './submission-list.tsx';
import { readSubmissionSearch } from './submission-search.ts';

export function SubmissionsPage() {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/submissions' });
  const channels = useConnections();
  const change = (next: Record<string, string | null>) =>
    void navigate({ to: '/submissions', search: readSubmissionSearch({ ...search, ...next }), replace: true });
  return (
    <Page title={t.submissions.title} subtitle={t.submissions.subtitle}>
      <Stack gap="md">
        <Group gap="sm">
          <Select
            aria-label={t.submissions.channel}
            placeholder={t.submissions.allChannels}
            data={(channels.data ?? []).map(({ channelId, name }) => ({ value: channelId, label: name }))}
            value={search.channelId ?? null}
            onChange={(channelId) => change({ channelId })}
            clearable
            clearButtonProps={{ 'aria-label': t.common.clear }}
            w={220}
          />
          <Select
            aria-label={t.submissions.status}
            placeholder={t.submissions.allStatuses}
            data={submissionStatuses.map((status) => ({ value: status, label: t.submissions.statuses[status] }))}
            value={search.status ?? null}
            onChange={(status) => change({ status })}
            clearable
            clearButtonProps={{ 'aria-label': t.common.clear }}
            w={200}
          />
        </Group>
        <SubmissionList search={search} />
      </Stack>
    </Page>
  );
}
