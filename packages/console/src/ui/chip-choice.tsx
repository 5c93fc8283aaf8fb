import { Chip, Group } from '@mantine/core';

/** Chips that select one of a few values, or all values. */
export function ChipChoice<Value extends string>(props: {
  value: Value | undefined;
  all: string;
  choices: { value: Value; label: string; isDisabled?: boolean }[];
  onChange: (value: Value | undefined) => void;
}) {
  const { value, all, choices, onChange } = props;
  return (
    <Chip.Group
      value={value ?? ''}
      onChange={(next) => onChange(choices.find((choice) => choice.value === next)?.value)}
    >
      <Group gap="xs">
        <Chip value="" size="xs" variant="light">
          {all}
        </Chip>
        {choices.map((choice) => (
          <Chip key={choice.value} value={choice.value} size="xs" variant="light" disabled={choice.isDisabled ?? false}>
            {choice.label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
