import { Paper, Stack, Text } from '@mantine/core';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { CategorySelect } from './category-select.tsx';
import type { RuleSamples } from './rule-samples.ts';
import { SampleList } from './sample-list.tsx';

/** Selects the category of products that match no rule. Shows the sample products with this category and those without a category. */
export function OtherwiseFields(props: {
  channelId: string;
  version: number;
  value: string | null;
  readOnly: boolean;
  samples: RuleSamples | undefined;
  onChange: (category: string | null) => void;
}) {
  const { channelId, version, value, readOnly, samples, onChange } = props;
  const t = useMappingTexts();
  return (
    <Paper withBorder p="lg" component="section" aria-label={t.categories.otherwise}>
      <Stack gap="sm">
        <CategorySelect
          label={t.categories.otherwise}
          description={t.categories.otherwiseHint}
          placeholder={t.categories.noOtherwise}
          channelId={channelId}
          version={version}
          value={value}
          readOnly={readOnly}
          clearable
          onChange={onChange}
        />
        {samples && value !== null && <SampleList products={samples.otherwise} total={samples.total} />}
        {samples && samples.none.length > 0 && (
          <>
            <Text size="sm">{t.categories.without}</Text>
            <SampleList products={samples.none} total={samples.total} />
          </>
        )}
      </Stack>
    </Paper>
  );
}
