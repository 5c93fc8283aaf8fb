import { Anchor, Table } from '@mantine/core';
import type { Installation } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { Section } from './section.tsx';
import { useInstallationTexts } from './use-installation-texts.ts';

/** The adapters with unread events. The adapter that is furthest behind comes first. Renders nothing if there are none. */
export function AdapterDelays({ adapters }: { adapters: Installation['adapters'] }) {
  const texts = useInstallationTexts();
  const formats = useFormats();
  if (adapters.length === 0) return undefined;
  return (
    <Section title={texts.adapters}>
      <TableFrame
        label={texts.adapters}
        minWidth={320}
        headings={[{ label: texts.adapter }, { label: texts.oldestEvent, align: 'right' }]}
      >
        {adapters.map(({ adapterId, oldestEventSeconds }) => (
          <Table.Tr key={adapterId}>
            <Table.Td>
              <Anchor component={Link} to={`/gateway/${encodeURIComponent(adapterId)}`} size="sm" ff="monospace">
                {adapterId}
              </Anchor>
            </Table.Td>
            <Table.Td ta="right">
              {formats.ago(new Date(Date.now() - oldestEventSeconds * 1000).toISOString())}
            </Table.Td>
          </Table.Tr>
        ))}
      </TableFrame>
    </Section>
  );
}
