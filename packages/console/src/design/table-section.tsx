import { Anchor, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { StateBadge } from '../connections/state-badge.tsx';
import { useMessages } from '../i18n/language.tsx';
import { chooseDensity, type Density, rowHeights, useDensity } from '../ui/tables/density.ts';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { VirtualTable } from '../ui/virtual/virtual-table.tsx';
import { DesignSection } from './design-section.tsx';
import { sampleProducts } from './sample-products.ts';

export function TableSection() {
  return (
    <DesignSection
      id="table"
      rule="One look: a grey head of 38 px, text of 14 px, fine lines, numbers on the right. A list of unknown length is a VirtualTable, any other a TableFrame; the product grid uses the same values. Below 640 px each row is a card."
    >
      <DensityChoice />
      <ShortTable />
      <LongTable />
    </DesignSection>
  );
}

/** The density of all tables, which can also be chosen in the user menu. */
function DensityChoice() {
  const t = useMessages();
  const density = useDensity();
  const names = Object.keys(rowHeights) as Density[]; // Object.keys returns the keys of `rowHeights` as string
  const choices = names.map((value) => ({ value, label: `${t.user.densities[value]} · ${rowHeights[value]} px` }));
  return (
    <Group>
      <Text size="sm">{t.user.density}</Text>
      <SegmentedControl size="xs" aria-label={t.user.density} data={choices} value={density} onChange={chooseDensity} />
    </Group>
  );
}

function ShortTable() {
  const headings = [
    { label: 'ID', width: 200 },
    { label: 'Name' },
    { label: 'Net weight', align: 'right' as const, width: 120 },
    { label: 'Status', width: 160 },
  ];
  return (
    <TableFrame label="TableFrame" headings={headings} minWidth={560}>
      {sampleProducts.map(({ id, name, weight, state }) => (
        <Table.Tr key={id}>
          <Table.Td ff="monospace">{id}</Table.Td>
          <Table.Td>
            <Anchor href="#table" size="sm" fw={500}>
              {name}
            </Anchor>
          </Table.Td>
          <Table.Td ta="right" className="number">
            {weight}
          </Table.Td>
          <Table.Td>
            <StateBadge state={state} />
          </Table.Td>
        </Table.Tr>
      ))}
    </TableFrame>
  );
}

const longCount = 500;

function LongTable() {
  return (
    <VirtualTable
      label="VirtualTable"
      columns={[
        { label: 'Row', width: '80px' },
        { label: 'ID', width: '1fr' },
        { label: 'Net weight', width: '120px' },
      ]}
      minWidth={400}
      count={longCount}
      hasMore={false}
      loadMore={() => undefined}
      keyOf={String}
      cellsOf={(index) => {
        const product = sampleProducts[index % sampleProducts.length];
        return [index + 1, product?.id, product?.weight];
      }}
    />
  );
}
