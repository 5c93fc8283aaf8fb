import { Skeleton, Stack } from '@mantine/core';
import { type ConnectionView, getAutomaticSubmit } from '@pimento/contract/wire';
import { useCall } from '../../session/use-call.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AutomaticRuns } from './automatic-runs.tsx';
import { RulesForm } from './rules-form.tsx';

/** The rules for automatic submission of a connection, with the last and next run. */
export function AutomaticPanel({ channel }: { channel: ConnectionView }) {
  const { channelId } = channel;
  const rules = useCall(getAutomaticSubmit, { params: { channelId } });
  if (rules.isPending) return <Skeleton height={240} />;
  if (rules.isLoadingError) return <ProblemAlert error={rules.error} retry={rules.refetch} />;
  return (
    <Stack>
      <AutomaticRuns rules={rules.data} />
      <RulesForm channel={channel} stored={rules.data} />
    </Stack>
  );
}
