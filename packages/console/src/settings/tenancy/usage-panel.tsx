import { Stack, Text } from '@mantine/core';
import { getOwnUsage } from '@pimento/contract/wire';
import { useCall } from '../../session/use-call.ts';
import { ListSkeleton } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { UsageTable } from './usage-table.tsx';
import { useTenancyMessages } from './use-tenancy-messages.ts';

/** The usage of the chosen client's quotas, for its members. */
export function UsagePanel() {
  const texts = useTenancyMessages();
  const usage = useCall(getOwnUsage, {});
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {texts.usageText}
      </Text>
      {usage.isPending && <ListSkeleton rows={5} />}
      {usage.isError && <ProblemAlert error={usage.error} retry={usage.refetch} />}
      {usage.data && <UsageTable usage={usage.data} />}
    </Stack>
  );
}
