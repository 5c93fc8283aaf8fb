import { Group, Select } from '@mantine/core';
import { feedFormats, listImportMappings } from '@pimento/contract/wire';
import { useWizardTexts } from '../import-wizard/texts/wizard-texts.ts';
import { useCall } from '../session/use-call.ts';
import type { SourceDraft } from './source-draft.ts';
import { useSourceTexts } from './texts/source-texts.ts';

const readings = ['recognised', 'mapping', 'feed'] as const;
const shownMappings = 1_000;

/**
 * The choice of how files are read: in the recognised format, with a stored mapping, or as a feed. Nothing is selected if the source has
 * other options. They are kept until the user makes a choice.
 */
export function ReadingFields(props: { draft: SourceDraft; onChange: (next: Partial<SourceDraft>) => void }) {
  const { draft, onChange } = props;
  const texts = useSourceTexts();
  const { feeds } = useWizardTexts();
  const { reading, mapping, feed } = draft;
  const { data } = useCall(listImportMappings, { query: { limit: shownMappings } }, { enabled: reading === 'mapping' });
  const names = (data?.mappings ?? []).map(({ name }) => name);
  return (
    <Group gap="sm" align="flex-start">
      <Select
        label={texts.reading}
        allowDeselect={false}
        value={reading === 'kept' ? null : reading}
        data={readings.map((value) => ({ value, label: texts.readings[value] }))}
        onChange={(next) => next !== null && onChange({ reading: next })}
      />
      {reading === 'mapping' && (
        <Select
          label={texts.mapping}
          required
          searchable
          limit={50}
          value={mapping}
          data={mapping !== null && !names.includes(mapping) ? [mapping, ...names] : names}
          onChange={(next) => onChange({ mapping: next })}
        />
      )}
      {reading === 'feed' && (
        <Select
          label={texts.feed}
          required
          value={feed}
          data={feedFormats.map((value) => ({ value, label: feeds[value] }))}
          onChange={(next) => onChange({ feed: next })}
        />
      )}
    </Group>
  );
}
