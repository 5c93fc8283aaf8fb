import { ActionIcon, Button, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats, useLanguage, useMessages } from '../../i18n/language.tsx';
import type { AllowedValue } from '../../session/labels/allowed-values.ts';
import { AddButton } from '../../ui/repeated-fields.tsx';
import { useLanguageNames, useUsedLanguages } from './label-languages.ts';
import { useLabelTexts } from './label-texts.ts';

interface ChoiceProps {
  values: readonly AllowedValue[];
  onChange: (values: AllowedValue[]) => void;
}

/** Maximum number of values with input rows. Each keystroke renders all rows, so a longer list would make typing slow. */
const maxRows = 200;

const isLabelled = ({ label, labels }: AllowedValue): boolean => label !== undefined || labels !== undefined;

/** The allowed values as tags. If a value has a label, or on request, they are rows with inputs for each value and its label. */
export function ChoiceFields({ values, onChange }: ChoiceProps) {
  const t = useMessages();
  const texts = useLabelTexts();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(() => values.some(isLabelled));
  if (isOpen && values.length > maxRows)
    return (
      <Text size="sm" c="dimmed">
        {texts.manyValues(formats.number(values.length))}
      </Text>
    );
  if (isOpen) return <ChoiceRows values={values} onChange={onChange} />;
  return (
    <Stack gap={4}>
      <TagsInput
        label={t.attributes.listOfValues}
        description={t.attributes.listHint}
        value={values.map(({ value }) => value)}
        onChange={(next) => onChange(next.map((value) => values.find((one) => one.value === value) ?? { value }))}
      />
      {values.length > 0 && values.length <= maxRows && (
        <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
          {texts.labelValues}
        </Button>
      )}
    </Stack>
  );
}

/** Returns an allowed value with a changed label in one language. An empty label is removed. Without any label, `labels` is absent. */
function withLabel({ labels = {}, ...rest }: AllowedValue, language: string, label: string): AllowedValue {
  const { [language]: _former, ...others } = labels;
  const next = label === '' ? others : { ...others, [language]: label };
  return Object.keys(next).length === 0 ? rest : { ...rest, labels: next };
}

/** The values with their labels in one language at a time, so that any number of languages fits. */
function ChoiceRows({ values, onChange }: ChoiceProps) {
  const t = useMessages();
  const texts = useLabelTexts();
  const { language: own } = useLanguage();
  const known = useUsedLanguages();
  const { nameOf, options } = useLanguageNames();
  const [language, setLanguage] = useState<string>(own);
  const used = [...new Set([...known, ...values.flatMap(({ labels }) => Object.keys(labels ?? {}))])];
  const others = options.filter(({ value }) => !used.includes(value));
  const change = (index: number, next: AllowedValue) => onChange(values.map((one, at) => (at === index ? next : one)));
  return (
    <Stack gap={6} role="group" aria-label={t.attributes.listOfValues}>
      <Group justify="space-between" align="flex-end" wrap="nowrap">
        <Text size="sm" fw={500}>
          {t.attributes.listOfValues}
        </Text>
        <Select
          size="xs"
          w={200}
          aria-label={texts.language}
          data={[...used.map((value) => ({ value, label: nameOf(value) })), ...others]}
          value={language}
          allowDeselect={false}
          searchable
          onChange={(next) => setLanguage(next ?? own)}
          comboboxProps={{ withinPortal: false }}
        />
      </Group>
      {values.map((one, index) => (
        <ChoiceRow
          key={index}
          choice={one}
          language={language}
          labelText={texts.labelIn(nameOf(language))}
          onChange={(next) => change(index, next)}
          onRemove={() => onChange(values.filter((_, at) => at !== index))}
        />
      ))}
      <AddButton label={texts.addValue} onClick={() => onChange([...values, { value: '' }])} />
    </Stack>
  );
}

function ChoiceRow(props: {
  choice: AllowedValue;
  language: string;
  labelText: string;
  onChange: (next: AllowedValue) => void;
  onRemove: () => void;
}) {
  const { choice, language, labelText, onChange, onRemove } = props;
  const texts = useLabelTexts();
  return (
    <Group gap={6} wrap="nowrap">
      <TextInput
        size="xs"
        flex={1}
        aria-label={texts.value}
        placeholder={texts.value}
        value={choice.value}
        onChange={({ currentTarget }) => onChange({ ...choice, value: currentTarget.value })}
      />
      <TextInput
        size="xs"
        flex={1}
        aria-label={`${choice.value}: ${labelText}`}
        placeholder={choice.label ?? labelText}
        lang={language}
        maxLength={255}
        value={choice.labels?.[language] ?? ''}
        onChange={({ currentTarget }) => onChange(withLabel(choice, language, currentTarget.value))}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={texts.removeValue(choice.value)} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
