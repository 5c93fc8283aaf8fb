import { Table, Text } from '@mantine/core';
import type { LongStatement } from '@pimento/contract/wire';
import { useFormats } from '../i18n/language.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { Section } from './section.tsx';
import { useInstallationTexts } from './use-installation-texts.ts';

interface StatementTableProps {
  statements: readonly LongStatement[];
  /** Number of connections whose statements the service cannot see. */
  hiddenConnections: number;
}

/** Database statements and transactions that have been open for at least one second, longest first. */
export function StatementTable({ statements, hiddenConnections }: StatementTableProps) {
  const texts = useInstallationTexts();
  const formats = useFormats();
  return (
    <Section title={texts.statements} text={texts.statementsText}>
      {statements.length === 0 && <Text size="sm">{texts.noStatements}</Text>}
      {statements.length > 0 && (
        <TableFrame
          label={texts.statements}
          minWidth={720}
          headings={[
            { label: texts.program },
            { label: texts.duration, align: 'right', width: 110 },
            { label: texts.state },
            { label: texts.statement },
          ]}
        >
          {statements.map(({ program, seconds, state, text }, index) => (
            <Table.Tr key={index}>
              <Table.Td>{program}</Table.Td>
              <Table.Td ta="right">{formats.duration(seconds * 1000)}</Table.Td>
              <Table.Td>{texts.states[state]}</Table.Td>
              <Table.Td>
                <Text
                  size="xs"
                  ff="monospace"
                  lang="en"
                  lineClamp={3}
                  style={{ overflowWrap: 'anywhere' }}
                  title={text}
                >
                  {text}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </TableFrame>
      )}
      {hiddenConnections > 0 && <Text size="sm">{texts.hidden(formats.number(hiddenConnections))}</Text>}
    </Section>
  );
}
