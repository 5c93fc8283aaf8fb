import { Button, Group, Table, Text } from '@mantine/core';
import type { ImportMappingInfo } from '@pimento/contract';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useWizardTexts } from '../texts/wizard-texts.ts';
import { DownloadMapping } from './download-mapping.tsx';

export type MappingAction = 'rename' | 'delete' | 'versions';

/** One stored mapping with its actions. Viewers can only see and download it. */
export function MappingRow(props: { mapping: ImportMappingInfo; onAction: (action: MappingAction) => void }) {
  const { mapping, onAction } = props;
  const { name, version, columns, changedAt } = mapping;
  const texts = useWizardTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const actions = canWrite ? (['versions', 'rename', 'delete'] as const) : (['versions'] as const);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      </Table.Td>
      <Table.Td>{texts.storedCount(formats.number(columns))}</Table.Td>
      <Table.Td>{texts.storedVersion(formats.number(version), formats.moment(changedAt))}</Table.Td>
      <Table.Td>
        <Group gap={6}>
          <DownloadMapping name={name} version={version} label={texts.downloadOf(name)} />
          {actions.map((action) => (
            <Button
              key={action}
              size="compact-xs"
              variant="default"
              aria-label={`${texts.actions[action]}: ${name}`}
              onClick={() => onAction(action)}
            >
              {texts.actions[action]}
            </Button>
          ))}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
