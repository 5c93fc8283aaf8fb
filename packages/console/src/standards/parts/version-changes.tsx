import { Badge, Stack, Table, Text } from '@mantine/core';
import { type ChangeClass, listStandardChanges } from '@pimento/contract/wire';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { PageList } from '../../ui/page-list.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useStandardTexts } from '../texts/standard-texts.ts';

const colors: Record<ChangeClass, string> = { harmless: 'gray', idle: 'gray', warning: 'orange', breaking: 'red' };

/** The differences between a version and the previous version. */
export function VersionChanges({ channelId, version }: { channelId: string; version: number }) {
  const t = useStandardTexts();
  const formats = useFormats();
  const { clientId } = useWork();
  const pages = usePages(callKey(clientId, listStandardChanges, channelId, version), (api, start, signal) =>
    api.call(listStandardChanges, {
      params: { datastandardId: channelId },
      query: { from: version - 1, to: version, ...start },
      signal,
    }),
  );
  const changes = pages.data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <Stack px="md" pb="md">
      <PageList pages={pages} isEmpty={changes.length === 0} emptyText={t.nothing}>
        <TableFrame
          label={`${t.changes}: ${t.versionName(formats.number(version))}`}
          minWidth={520}
          headings={[
            { label: t.type, width: '18%' },
            { label: 'ID' },
            { label: t.changes, width: '24%' },
            { label: t.effect, width: '20%' },
          ]}
        >
          {changes.map(({ kind, id, listId, change, class: changeClass, members }) => (
            <Table.Tr key={`${kind} ${listId ?? ''} ${id}`}>
              <Table.Td>{t.kinds[kind]}</Table.Td>
              <Table.Td>
                <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {listId === undefined ? id : `${listId}: ${id}`}
                </Text>
              </Table.Td>
              <Table.Td>
                {t.change[change]}
                {members !== undefined && members.length > 0 && (
                  <Text size="xs" c="dimmed">
                    {members.join(', ')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Badge color={colors[changeClass]}>{t.classes[changeClass]}</Badge>
              </Table.Td>
            </Table.Tr>
          ))}
        </TableFrame>
      </PageList>
    </Stack>
  );
}
