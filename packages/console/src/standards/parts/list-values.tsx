import { Stack, Table } from '@mantine/core';
import { listStandardValues } from '@pimento/contract/wire';
import { useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { PageList } from '../../ui/page-list.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useStandardTexts } from '../texts/standard-texts.ts';

/** The values of one list, page by page, with search. */
export function ListValues(props: { listId: string; name: string; channelId: string; version: number }) {
  const { listId, name, channelId, version } = props;
  const t = useStandardTexts();
  const { clientId } = useWork();
  const [text, setText] = useState<string>();
  const pages = usePages(
    callKey(clientId, listStandardValues, channelId, version, listId, text),
    (api, start, signal) =>
      api.call(listStandardValues, {
        params: { datastandardId: channelId, listId },
        query: { version, ...(text === undefined ? {} : { text }), ...start },
        signal,
      }),
  );
  const values = pages.data?.pages.flatMap((page) => page.values) ?? [];
  const hasParents = values.some(({ parentValue }) => parentValue !== undefined);
  return (
    <Stack px="md" pb="md" gap="sm">
      <SearchField label={t.search.values} placeholder={t.search.values} value={text} onChange={setText} />
      <PageList pages={pages} isEmpty={values.length === 0} emptyText={text === undefined ? t.noValues : t.nothing}>
        <TableFrame
          label={name}
          minWidth={420}
          headings={[
            { label: t.value, width: '40%' },
            { label: t.label },
            ...(hasParents ? [{ label: t.parentValue, width: '25%' }] : []),
          ]}
        >
          {values.map(({ value, label, parentValue }) => (
            <Table.Tr key={`${parentValue ?? ''} ${value}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{label}</Table.Td>
              {hasParents && <Table.Td>{parentValue}</Table.Td>}
            </Table.Tr>
          ))}
        </TableFrame>
      </PageList>
    </Stack>
  );
}
