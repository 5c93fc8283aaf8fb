import { Table, Text } from '@mantine/core';
import { listStoredData, type StoredData } from '@pimento/contract/wire';
import { useFormats } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { Section } from './section.tsx';
import { useInstallationTexts } from './use-installation-texts.ts';

/** Polling interval in milliseconds. The server reads the sizes at the same interval. */
const refetchMs = 60_000;

/** How much of each kind of data the database has, and how long it is kept. */
export function StoredDataTable() {
  const texts = useInstallationTexts();
  const data = useCall(listStoredData, {}, { refetchMs });
  return (
    <Section title={texts.data} text={texts.dataText}>
      {data.isPending && <ListSkeleton rows={5} />}
      {data.isError && <ProblemAlert error={data.error} retry={data.refetch} />}
      {data.data && (
        <TableFrame
          label={texts.data}
          minWidth={640}
          headings={[
            { label: texts.kind },
            { label: texts.total, align: 'right' },
            { label: texts.rows, align: 'right' },
            { label: texts.kept },
            { label: texts.deletedRows, align: 'right' },
          ]}
        >
          {data.data.kinds.map((stored) => (
            <StoredRow key={stored.kind} stored={stored} />
          ))}
        </TableFrame>
      )}
    </Section>
  );
}

function StoredRow({ stored: { kind, bytes, rows, keptDays, setting, deletedRows } }: { stored: StoredData }) {
  const texts = useInstallationTexts();
  const formats = useFormats();
  return (
    <Table.Tr>
      <Table.Td>{texts.kinds[kind]}</Table.Td>
      <Table.Td ta="right">{formats.bytes(bytes)}</Table.Td>
      <Table.Td ta="right">{formats.number(rows)}</Table.Td>
      <Table.Td>
        {keptDays === null ? texts.unlimited : texts.days(formats.number(keptDays))}
        {setting !== null && (
          <Text size="xs" ff="monospace" c="dimmed">
            {setting}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{deletedRows === null ? '' : formats.number(deletedRows)}</Table.Td>
    </Table.Tr>
  );
}
