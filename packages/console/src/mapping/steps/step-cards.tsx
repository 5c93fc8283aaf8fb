import { ActionIcon, Autocomplete, Group, Paper, Select, Stack, Text } from '@mantine/core';
import type { FormulaScope } from '@pimento/formula';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { suggestionsFor } from '../formula/suggestions.ts';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import {
  argumentsOf,
  factsOf,
  type FormulaStep,
  readSteps,
  stepFunctions,
  type SteppedFormula,
  writeSteps,
} from './formula-steps.ts';

interface StepCardsProps {
  label: string;
  value: string;
  scope: FormulaScope;
  readOnly: boolean;
  onChange: (text: string) => void;
}

/**
 * Shows a formula as cards, first where the value comes from, then one function each. Keeps what is typed while the formula is not valid.
 */
export function StepCards({ label, value, scope, readOnly, onChange }: StepCardsProps) {
  const t = useMappingTexts();
  const [typed, setTyped] = useState<{ text: string; formula: SteppedFormula }>();
  const formula = typed?.text === value ? typed.formula : readSteps(value);
  if (formula === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t.steps.notPossible}
      </Text>
    );
  const change = (next: SteppedFormula) => {
    const text = writeSteps(next);
    setTyped({ text, formula: next });
    onChange(text);
  };
  const { start, steps } = formula;
  return (
    <Stack gap="xs" role="group" aria-label={`${label}: ${t.steps.label}`}>
      <StartCard start={start} scope={scope} readOnly={readOnly} onChange={(next) => change({ start: next, steps })} />
      {steps.map((step, at) => (
        // steps have no id, so their position is the key
        <StepCard
          key={at}
          number={at + 1}
          step={step}
          readOnly={readOnly}
          onChange={(next) => change({ start, steps: steps.toSpliced(at, 1, ...(next === undefined ? [] : [next])) })}
        />
      ))}
      {!readOnly && <NewStep onAdd={(name) => change({ start, steps: [...steps, { name, args: [] }] })} />}
    </Stack>
  );
}

/** The card of the source of the value: an attribute, or any expression. */
function StartCard(props: Omit<StepCardsProps, 'label' | 'value'> & { start: string }) {
  const { start, scope, readOnly, onChange } = props;
  const t = useMappingTexts();
  const names = useMemo(
    () => suggestionsFor(scope).flatMap(({ kind, text }) => (kind === 'attribute' ? [text] : [])),
    [scope],
  );
  return (
    <Paper withBorder p="sm">
      <Autocomplete
        label={t.steps.start}
        description={t.steps.startHint}
        data={[...new Set(names)]}
        limit={50}
        value={start}
        readOnly={readOnly}
        classNames={{ input: classes.text ?? '' }}
        onChange={onChange}
      />
    </Paper>
  );
}

/** The card of one function with its arguments. */
function StepCard(props: {
  number: number;
  step: FormulaStep;
  readOnly: boolean;
  onChange: (step: FormulaStep | undefined) => void;
}) {
  const { number, step, readOnly, onChange } = props;
  const t = useMappingTexts();
  const { language } = useLanguage();
  const { name, args } = step;
  const title = t.steps.step(String(number), name);
  const set = (at: number, text: string) => {
    const next = Array.from({ length: Math.max(args.length, at + 1) }, (_, index) => args[index] ?? '');
    onChange({ name, args: next.with(at, text) });
  };
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="xs" c="dimmed">
            {factsOf(name)?.help[language]}
          </Text>
        </div>
        {!readOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.steps.remove(title)}
            onClick={() => onChange(undefined)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <Group gap="sm" mt="xs" align="flex-end">
        {argumentsOf(step).map(({ label, isOptional, choices }, at) => (
          <Autocomplete
            key={at}
            w={180}
            label={isOptional ? t.steps.optional(label) : label}
            data={[...choices]}
            value={args[at] ?? ''}
            readOnly={readOnly}
            classNames={{ input: classes.text ?? '' }}
            onChange={(text) => set(at, text)}
          />
        ))}
      </Group>
    </Paper>
  );
}

/** A field that adds a function. */
function NewStep({ onAdd }: { onAdd: (name: string) => void }) {
  const t = useMappingTexts();
  return (
    <Select
      label={t.steps.add}
      placeholder={t.steps.choose}
      w={260}
      searchable
      limit={60}
      data={stepFunctions.map(({ name }) => name)}
      value={null}
      onChange={(name) => {
        if (name !== null) onAdd(name);
      }}
    />
  );
}
