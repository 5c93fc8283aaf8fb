import { Divider, Stack, Text } from '@mantine/core';
import { listImportSourceRuns } from '@pimento/contract/wire';
import { useCall } from '../session/use-call.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { RunResult } from './run-result.tsx';
import { useSourceTexts } from './texts/source-texts.ts';

/** The last runs of a source, newest first. */
export function RunsDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const texts = useSourceTexts();
  const list = useCall(listImportSourceRuns, { params: { name } }, { refetchMs: 5_000 });
  const runs = list.data?.runs ?? [];
  return (
    <Dialog title={texts.runsOf(name)} onClose={onClose} size="lg">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {texts.runsText}
        </Text>
        {list.isPending && <ListSkeleton />}
        {list.isError && <ProblemAlert error={list.error} retry={list.refetch} />}
        {list.isSuccess && runs.length === 0 && <Text size="sm">{texts.noRuns}</Text>}
        {runs.map((run) => (
          <div key={run.runId}>
            <Divider mb={6} />
            <Text size="xs" c="dimmed">
              {texts.triggers[run.trigger]}
            </Text>
            <RunResult run={run} />
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
