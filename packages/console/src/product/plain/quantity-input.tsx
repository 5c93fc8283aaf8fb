import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { quantityParts, quantityText } from './quantity-text.ts';

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
  const change = (amount: string, unit: string) => onChange(quantityText({ amount, unit }));
  const addUnit = useEffectEvent(() => {
    if (amount !== '' && unit === '') change(amount, shown);
  });
  // in a table, the character that opens the input is the value at first
  useEffect(() => addUnit(), []);
  return (
    <Group gap={4} wrap="nowrap" miw={150}>
      <TextInput
        aria-label={label}
        size={size}
        flex={1}
        miw={70}
        inputMode="decimal"
        data-one-line
        value={amount}
        autoFocus={autoFocus}
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
