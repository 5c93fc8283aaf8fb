import { Badge, Group, Table, Text } from '@mantine/core';
import type { InstallationProcess } from '@pimento/contract/wire';
import { useFormats } from '../i18n/language.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { Section } from './section.tsx';
import { useInstallationTexts } from './use-installation-texts.ts';

/** The processes of the installation, those with a heartbeat first. */
export function ProcessTable({ processes }: { processes: readonly InstallationProcess[] }) {
  const texts = useInstallationTexts();
  return (
    <Section title={texts.processes}>
      <TableFrame
        label={texts.processes}
        minWidth={640}
        headings={[
          { label: texts.process },
          { label: texts.role },
          { label: texts.version },
          { label: texts.started },
          { label: texts.lastSeen },
        ]}
      >
        {processes.map((process) => (
          <ProcessRow key={process.processId} process={process} />
        ))}
      </TableFrame>
    </Section>
  );
}

function ProcessRow({ process }: { process: InstallationProcess }) {
  const texts = useInstallationTexts();
  const formats = useFormats();
  const { host, pid, role, version, started, lastSeen, isAlive, isThis } = process;
  const roles: Record<string, string> = texts.roles;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" ff="monospace">
            {`${host}:${pid}`}
          </Text>
          {isThis && (
            <Badge variant="light" color="gray" tt="none">
              {texts.thisProcess}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{roles[role] ?? role}</Table.Td>
      <Table.Td>{version}</Table.Td>
      <Table.Td>{formats.ago(started)}</Table.Td>
      <Table.Td>
        <Group gap="xs">
          {formats.ago(lastSeen)}
          {!isAlive && (
            <Badge variant="light" color="red" tt="none">
              {texts.gone}
            </Badge>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
