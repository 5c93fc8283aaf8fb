import { ActionIcon, Button, Group, Select, Stack, Textarea } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import type { Structure } from '../session/use-structure.ts';
import { RowsInput } from './rows-input.tsx';
import { isRow } from './value-view.tsx';

interface InputProps {
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  onChange: (value: unknown) => void;
  autoFocus?: boolean;
}

/** The allowed values of an attribute, where it has a list of them. */
function choicesOf(definition: AttributeDefinition | undefined): { value: string; label: string }[] | undefined {
  const list = definition?.restriction?.['listOfValues'];
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((item: unknown) => {
    const value = isRow(item) ? item['value'] : item;
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const label = isRow(item) && typeof item['label'] === 'string' ? `${item['label']} (${value})` : String(value);
    return [{ value: String(value), label }];
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value));

/** One text, chosen from a list where the attribute has one. */
export function TextInput({ label, value, definition, onChange, autoFocus }: Omit<InputProps, 'structure'>) {
  const choices = choicesOf(definition);
  const text = textOf(value);
  if (choices && (text === '' || choices.some((choice) => choice.value === text)))
    return (
      <Select
        aria-label={label}
        data={choices}
        value={text === '' ? null : text}
        onChange={(next) => onChange(next ?? '')}
        searchable
        clearable
        limit={200}
        autoFocus={autoFocus ?? false}
      />
    );
  return (
    <Textarea
      aria-label={label}
      autosize
      minRows={1}
      maxRows={12}
      value={text}
      autoFocus={autoFocus ?? false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** An input for a value of any definition. */
export function ValueInput(props: InputProps) {
  const { label, value, definition, structure, onChange, autoFocus } = props;
  const t = useMessages();
  if (definition?.type.id.toLowerCase() === 'composite')
    return (
      <RowsInput
        rows={Array.isArray(value) ? value.filter(isRow) : []}
        definition={definition}
        structure={structure}
        onChange={onChange}
      />
    );
  if (definition?.type.multiValue !== true)
    return <TextInput label={label} value={value} definition={definition} onChange={onChange} autoFocus={autoFocus ?? false} />;
  const items: unknown[] = Array.isArray(value) ? value : [];
  return (
    <Stack gap={6} align="stretch">
      {items.map((item, place) => (
        <Group key={place} gap={4} wrap="nowrap" align="flex-start">
          <div style={{ flex: 1 }}>
            <TextInput
              label={`${label} ${place + 1}`}
              value={item}
              definition={definition}
              onChange={(next) => onChange(items.with(place, next))}
              autoFocus={(autoFocus ?? false) && place === 0}
            />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={t.product.removeValue(place + 1)}
            onClick={() => onChange(items.toSpliced(place, 1))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...items, ''])}
      >
        {t.product.addValue}
      </Button>
    </Stack>
  );
}
