import { Anchor, Button, Stack, Text } from '@mantine/core';
import type { ImportSource } from '@pimento/contract';
import { listImportSources } from '@pimento/contract/wire';
import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { DeleteSourceDialog } from './delete-source-dialog.tsx';
import { RunsDialog } from './runs-dialog.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { type SourceAction, SourceRow } from './source-row.tsx';
import { useSourceTexts } from './texts/source-texts.ts';

const isBusy = ({ isRunning, lastRun }: ImportSource) => isRunning || lastRun?.job?.status === 'Importing';

/** The sources of files that are imported on a schedule. */
export function SourcesPage() {
  const t = useMessages();
  const texts = useSourceTexts();
  const { canWrite } = useWork();
  const [open, setOpen] = useState<{ action: SourceAction | 'add'; source?: ImportSource }>();
  const list = useCall(listImportSources, {}, { refetchMs: ({ sources }) => (sources.some(isBusy) ? 1_000 : 15_000) });
  const sources = list.data?.sources ?? [];
  const close = () => setOpen(undefined);
  return (
    <Page
      title={texts.title}
      subtitle={
        <>
          <Anchor component={Link} to="/imports" size="sm">
            {t.imports.title}
          </Anchor>
          <Text size="sm" c="dimmed">
            {texts.text}
          </Text>
        </>
      }
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ action: 'add' })}>
            {texts.add}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {list.isPending && <ListSkeleton />}
        {list.isError && <ProblemAlert error={list.error} retry={list.refetch} />}
        {list.isSuccess && sources.length === 0 && (
          <EmptyState icon={IconCalendarTime} title={texts.none} text={texts.noneText} />
        )}
        {sources.length > 0 && (
          <TableFrame
            label={texts.title}
            minWidth={760}
            stacks
            headings={[
              { label: texts.name },
              { label: texts.from },
              { label: texts.schedule },
              { label: texts.lastRun },
            ]}
            actions={240}
          >
            {sources.map((source) => (
              <SourceRow key={source.name} source={source} onAction={(action) => setOpen({ action, source })} />
            ))}
          </TableFrame>
        )}
      </Stack>
      {open?.action === 'add' && <SourceDialog onClose={close} />}
      {open?.action === 'edit' && open.source && <SourceDialog source={open.source} onClose={close} />}
      {open?.action === 'runs' && open.source && <RunsDialog name={open.source.name} onClose={close} />}
      {open?.action === 'delete' && open.source && <DeleteSourceDialog source={open.source} onClose={close} />}
    </Page>
  );
}
