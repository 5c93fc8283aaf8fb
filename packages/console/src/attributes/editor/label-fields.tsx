import { Fieldset, Select, Stack, Text, TextInput } from '@mantine/core';
import { useLanguageNames, useUsedLanguages } from './label-languages.ts';
import { useLabelTexts } from './label-texts.ts';

/** One input for each language that the client or the console uses, and a select that adds another language. */
export function LabelFields(props: {
  labels: Readonly<Record<string, string>>;
  onChange: (labels: Record<string, string>) => void;
}) {
  const { labels, onChange } = props;
  const texts = useLabelTexts();
  const known = useUsedLanguages();
  const { nameOf, options } = useLanguageNames();
  const shown = [...new Set([...known, ...Object.keys(labels)])];
  return (
    <Fieldset legend={texts.labels} variant="filled">
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {texts.hint}
        </Text>
        {shown.map((language) => (
          <TextInput
            key={language}
            label={texts.labelIn(nameOf(language))}
            lang={language}
            maxLength={255}
            value={labels[language] ?? ''}
            onChange={({ currentTarget }) => onChange({ ...labels, [language]: currentTarget.value })}
          />
        ))}
        <Select
          aria-label={texts.addLanguage}
          placeholder={texts.addLanguage}
          size="xs"
          searchable
          data={options.filter(({ value }) => !shown.includes(value))}
          value={null}
          onChange={(language) => language !== null && onChange({ ...labels, [language]: '' })}
          comboboxProps={{ withinPortal: false }}
        />
      </Stack>
    </Fieldset>
  );
}
