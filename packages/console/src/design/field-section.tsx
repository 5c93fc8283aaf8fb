import { Checkbox, NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ChipChoice } from '../ui/chip-choice.tsx';
import { CopyLine } from '../ui/curl-line.tsx';
import { LongSelect } from '../ui/fields/long-select.tsx';
import { TextLines } from '../ui/fields/text-lines.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { DesignSection } from './design-section.tsx';

/** More options than a select shows at once. */
const countries = Array.from({ length: 250 }, (_, index) => `Region ${index + 1}`);

export function FieldSection() {
  return (
    <DesignSection
      id="fields"
      rule="The label is above the field, a hint between them, the error below. A text of one line is a field of one line. A choice of up to five is shown as chips, a longer one as a select that searches."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack>
          <TextInput label="Name" description="What buyers see in lists" defaultValue="Green olives 180 g" />
          <TextInput label="GTIN" defaultValue="2000700010100" error="The check digit is wrong: 9 is expected." />
          <TextInput label="Article number" placeholder="PP-1010" required />
          <NumberInput label="Shelf life in months" defaultValue={24} min={1} max={120} />
          <SampleText />
        </Stack>
        <Stack>
          <Select label="Packaging level" data={['Consumer unit', 'Gift box', 'Case', 'Pallet']} defaultValue="Case" />
          <LongSelect label="Origin" data={countries} defaultValue="Region 12" onChange={() => undefined} />
          <SampleChips />
          <SearchField label="Search" placeholder="Search products" value={undefined} onChange={() => undefined} />
          <Checkbox label="Submit new products, too" defaultChecked />
          <Switch label="Only check, store nothing" />
          <CopyLine label="Command" text="pimento products edit --family olives-green --set season=2027" />
        </Stack>
      </SimpleGrid>
    </DesignSection>
  );
}

function SampleText() {
  const [text, setText] = useState('Crisp green olives in a mild brine, with thyme.');
  return <TextLines label="Description" value={text} onChange={setText} minRows={2} />;
}

const states = ['ready', 'incomplete', 'invalid'] as const;

function SampleChips() {
  const [state, setState] = useState<(typeof states)[number]>();
  return (
    <ChipChoice
      value={state}
      all="All"
      choices={states.map((value) => ({ value, label: value }))}
      onChange={setState}
    />
  );
}
