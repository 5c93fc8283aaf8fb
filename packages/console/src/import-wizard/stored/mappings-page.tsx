import { Anchor, Button, Stack, Text } from '@mantine/core';
import type { ImportMappingInfo } from '@pimento/contract';
import { listImportMappings } from '@pimento/contract/wire';
import { IconColumns } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useWizardTexts } from '../texts/wizard-texts.ts';
import { DeleteMappingDialog } from './delete-mapping-dialog.tsx';
import { type MappingAction, MappingRow } from './mapping-row.tsx';
import { RenameMappingDialog } from './rename-mapping-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

const pageSize = 100;

export function MappingsPage() {
  const t = useMessages();
  const texts = useWizardTexts();
  const { api, clientId } = useWork();
  const [open, setOpen] = useState<{ action: MappingAction; mapping: ImportMappingInfo }>();
  const pages = useInfiniteQuery({
    queryKey: callKey(clientId, listImportMappings, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      api.call(listImportMappings, {
        query: { limit: pageSize, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the first name
    getNextPageParam: (page) => page.next,
  });
  const mappings = pages.data?.pages.flatMap((page) => page.mappings) ?? [];
  return (
    <Page
      title={texts.stored}
      subtitle={
        <>
          <Anchor component={Link} to="/imports" size="sm">
            {t.imports.title}
          </Anchor>
          <Text size="sm" c="dimmed">
            {texts.storedText}
          </Text>
        </>
      }
    >
      <Stack gap="md">
        {pages.isPending && <ListSkeleton />}
        {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
        {pages.isSuccess && mappings.length === 0 && (
          <EmptyState icon={IconColumns} title={texts.noStored} text={texts.noStoredText} />
        )}
        {mappings.length > 0 && (
          <TableFrame
            label={texts.stored}
            minWidth={560}
            stacks
            headings={[{ label: texts.name }, { label: texts.storedColumns }, { label: texts.storedChanged }]}
            actions={320}
          >
            {mappings.map((mapping) => (
              <MappingRow key={mapping.name} mapping={mapping} onAction={(action) => setOpen({ action, mapping })} />
            ))}
          </TableFrame>
        )}
        {pages.hasNextPage && (
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
      {open?.action === 'rename' && <RenameMappingDialog mapping={open.mapping} onClose={() => setOpen(undefined)} />}
      {open?.action === 'delete' && <DeleteMappingDialog mapping={open.mapping} onClose={() => setOpen(undefined)} />}
      {open?.action === 'versions' && <VersionsDialog mapping={open.mapping} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
