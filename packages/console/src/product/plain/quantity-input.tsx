import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { quantityParts, quantityText, typedQuantity } from './quantity-text.ts';

const unitLabels = { en: (label: string) => `Unit of ${label}`, de: (label: string) => `Einheit von ${label}` };

/** An input for a number and a select for its unit. */
export function QuantityInput(props: {
  label: string;
  value: string;
  units: readonly string[];
  onChange: (value: string) => void;
  autoFocus: boolean;
  size: 'xs' | 'sm';
}) {
  const { label, value, units, onChange, autoFocus, size } = props;
  const { language } = useLanguage();
  const { amount, unit } = quantityParts(value);
  // an empty value has no unit, so the chosen one is kept here
  const [chosen, setChosen] = useState(unit === '' ? (units[0] ?? '') : unit);
  const shown = unit === '' ? chosen : unit;
  /** The typed text. It is shown unchanged during typing, so that a comma does not become a point before its meaning is known. */
  const [typed, setTyped] = useState(amount);
  const textOf = (text: string, unit: string) => quantityText(typedQuantity(text, units, unit), language);
  const change = (text: string, unit: string) => {
    const parts = typedQuantity(text, units, unit);
    setTyped(text);
    setChosen(parts.unit);
    onChange(quantityText(parts, language));
  };
  return (
    <Group gap={4} wrap="nowrap" miw={150}>
      <TextInput
        aria-label={label}
        size={size}
        flex={1}
        miw={70}
        inputMode="decimal"
        data-one-line
        value={textOf(typed, shown) === value ? typed : amount}
        autoFocus={autoFocus}
        onBlur={() => setTyped(amount)}
        onChange={({ currentTarget }) => change(currentTarget.value, shown)}
      />
      <NativeSelect
        aria-label={unitLabels[language](label)}
        size={size}
        miw={70}
        data={[...units]}
        value={shown}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value);
          if (amount !== '') change(amount, currentTarget.value);
        }}
      />
    </Group>
  );
}
