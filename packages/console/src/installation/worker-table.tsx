import { Badge, Group, Table, Text } from '@mantine/core';
import type { WorkerStatus } from '@pimento/contract/wire';
import { useFormats } from '../i18n/language.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { Section } from './section.tsx';
import { useInstallationTexts } from './use-installation-texts.ts';

/** The background work of all running processes, failing work first. */
export function WorkerTable({ workers }: { workers: readonly WorkerStatus[] }) {
  const texts = useInstallationTexts();
  return (
    <Section title={texts.work} text={texts.workText}>
      <TableFrame
        label={texts.work}
        minWidth={640}
        headings={[
          { label: texts.name },
          { label: texts.processes, align: 'right', width: 100 },
          { label: texts.lastRun },
          { label: texts.lastError },
        ]}
      >
        {workers.map((worker) => (
          <WorkerRow key={worker.name} worker={worker} />
        ))}
      </TableFrame>
    </Section>
  );
}

function WorkerRow({ worker }: { worker: WorkerStatus }) {
  const texts = useInstallationTexts();
  const formats = useFormats();
  const { name, processes, failing, runningSince, lastRun, lastFailure, lastError } = worker;
  const ran = lastRun === null ? texts.never : formats.ago(lastRun);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" lang="en">
            {name}
          </Text>
          {failing > 0 && (
            <Badge variant="light" color="red" tt="none">
              {texts.failing}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td ta="right">{formats.number(processes)}</Table.Td>
      <Table.Td>{runningSince === null ? ran : texts.running(formats.ago(runningSince))}</Table.Td>
      <Table.Td>
        {lastFailure !== null && (
          <>
            <Text size="xs" c="dimmed">
              {texts.failedAt(formats.ago(lastFailure))}
            </Text>
            <Text size="xs" lang="en" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
              {lastError}
            </Text>
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
