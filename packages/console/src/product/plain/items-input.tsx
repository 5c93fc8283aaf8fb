import { ActionIcon, Group, Stack } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/repeated-fields.tsx';
import { TextValueInput } from './text-value-input.tsx';
import { useStable } from './use-stable.ts';

interface ItemsProps {
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  onChange: (value: unknown) => void;
  autoFocus: boolean;
}

/** One input for each item of a list of values. */
export function ItemsInput({ label, value, definition, onChange, autoFocus }: ItemsProps) {
  const t = useMessages();
  const items: unknown[] = Array.isArray(value) ? value : [];
  const change = useStable((index: number, next: unknown) => onChange(items.with(index, next)));
  const remove = useStable((index: number) => onChange(items.toSpliced(index, 1)));
  return (
    <Stack gap={6} align="stretch">
      {items.map((item, index) => (
        <ItemInput
          key={index}
          index={index}
          label={label}
          value={item}
          definition={definition}
          autoFocus={autoFocus && index === 0}
          onChange={change}
          onRemove={remove}
        />
      ))}
      <AddButton
        label={t.product.addValue}
        autoFocus={autoFocus && items.length === 0}
        onClick={() => onChange([...items, ''])}
      />
    </Stack>
  );
}

const ItemInput = memo(function ItemInput(props: {
  index: number;
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  autoFocus: boolean;
  onChange: (index: number, next: unknown) => void;
  onRemove: (index: number) => void;
}) {
  const { index, label, value, definition, autoFocus, onChange, onRemove } = props;
  const t = useMessages();
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <div style={{ flex: 1 }}>
        <TextValueInput
          label={`${label} ${index + 1}`}
          value={value}
          definition={definition}
          onChange={(next) => onChange(index, next)}
          autoFocus={autoFocus}
        />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        mt={4}
        aria-label={t.product.removeValue(index + 1)}
        onClick={() => onRemove(index)}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
});
