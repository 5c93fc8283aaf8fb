import { Button, Group, Table } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { DesignSection } from './design-section.tsx';

export function VerbSection() {
  const t = useMessages();
  const verbs: [string, string][] = [
    [t.common.save, 'stores what was changed'],
    [t.attributes.save, 'stores a thing that may be new'],
    [t.common.cancel, 'closes a form and keeps nothing'],
    [t.common.close, 'closes what has nothing to save'],
    [t.common.delete, 'deletes; a dialog with the count comes first'],
    [t.common.retry, 'repeats what failed'],
    [t.common.showMore, 'loads the next page of a list'],
  ];
  return (
    <DesignSection
      id="verbs"
      rule="A button is a verb and its object. A screen has one filled button, its main action. A form has Cancel and Save; a dialog without input has Close."
    >
      <Group>
        <Button>{t.imports.import}</Button>
        <Button variant="default">{t.common.showMore}</Button>
        <Button variant="subtle">{t.common.retry}</Button>
        <Button color="red">{t.common.delete}</Button>
        <Button disabled>{t.common.save}</Button>
        <Button loading>{t.common.save}</Button>
      </Group>
      <TableFrame label="Verbs" headings={[{ label: 'Button', width: 220 }, { label: 'Promise' }]} minWidth={400}>
        {verbs.map(([verb, promise]) => (
          <Table.Tr key={verb}>
            <Table.Td fw={500}>{verb}</Table.Td>
            <Table.Td>{promise}</Table.Td>
          </Table.Tr>
        ))}
      </TableFrame>
    </DesignSection>
  );
}
