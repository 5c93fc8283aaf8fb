import { Stack, Text } from '@mantine/core';
import { type ImportMappingInfo, listImportMappings } from '@pimento/contract/wire';
import { useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { LongSelect } from '../ui/fields/long-select.tsx';
import { useWizardTexts } from './texts/wizard-texts.ts';
import type { Wizard } from './use-wizard.ts';

const guess = 'guess';
const none: ImportMappingInfo[] = [];

/** The choice between a guessed mapping and the stored mappings. Stored mappings with the same headers as the file come first. */
export function MappingChoice({ wizard }: { wizard: Wizard }) {
  const t = useMessages();
  const texts = useWizardTexts();
  const { data } = useCall(listImportMappings, { query: { limit: 1000 } });
  const { preview, baseName, isChanged } = wizard;
  const matches = preview.data?.matches.map(({ name }) => name) ?? [];
  const names = [...new Set([...matches, ...(data?.mappings ?? none).map(({ name }) => name)])];
  const isMatched = preview.data?.mappedBy?.kind === 'stored' && preview.data.mappedBy.isMatched;
  if (names.length === 0) return null;
  const choose = (value: string | null) => {
    if (value === null || (isChanged && !confirm(texts.rereadAsk))) return;
    wizard.restart({ start: value === guess ? { kind: 'guess' } : { kind: 'stored', name: value.slice(1) } });
  };
  return (
    <Stack gap={6}>
      <LongSelect
        label={texts.mapping}
        maw={420}
        allowDeselect={false}
        value={baseName === '' ? guess : `=${baseName}`}
        data={[
          { value: guess, label: texts.mappingOf.guess },
          ...names.map((name) => ({ value: `=${name}`, label: texts.mappingOf.stored(name) })),
        ]}
        nothingFoundMessage={t.products.noMatch}
        onChange={choose}
      />
      {baseName !== '' && (isMatched || isChanged) && (
        <Text size="sm" c="dimmed">
          {isChanged ? texts.adapted(baseName) : texts.matched(baseName)}
        </Text>
      )}
    </Stack>
  );
}
