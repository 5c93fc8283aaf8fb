import { ActionIcon, Autocomplete, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { type FormulaScope, parseFormula } from '@pimento/formula';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { movedItem } from '../../ui/sortable/moved-item.ts';
import { SortableList } from '../../ui/sortable/sortable-list.tsx';
import { suggestionsFor } from '../formula/suggestions.ts';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import {
  argumentsOf,
  factsOf,
  fitsStep,
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

/** Shows a formula as cards: the source of the value, then one card per function. Keeps the typed text while the formula is not valid. */
export function StepCards({ label, value, scope, readOnly, onChange }: StepCardsProps) {
  const t = useMappingTexts();
  const adding = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ text: string; formula: SteppedFormula; keys: readonly number[] }>();
  const isTyped = typed?.text === value;
  const formula = isTyped ? typed.formula : readSteps(value);
  if (formula === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t.steps.notPossible}
      </Text>
    );
  const { start, steps } = formula;
  // Steps have no id. A key stays with its step when the step is moved, so that the card keeps its fields and the focus.
  const keys = isTyped ? typed.keys : steps.map((_, at) => at);
  const change = (next: SteppedFormula, nextKeys = keys) => {
    const text = writeSteps(next);
    setTyped({ text, formula: next, keys: nextKeys });
    onChange(text);
  };
  // A formula that cannot be read has its own message.
  const canBeRead = 'tree' in parseFormula(value);
  const errorOf = (text: string) => (canBeRead && !fitsStep(text) ? t.steps.oneExpression : undefined);
  return (
    <Stack gap="xs" role="group" aria-label={`${label}: ${t.steps.label}`}>
      <StartCard
        start={start}
        scope={scope}
        readOnly={readOnly}
        error={errorOf(start)}
        onChange={(next) => change({ start: next, steps })}
      />
      {steps.length > 0 && (
        <SortableList
          label={t.steps.order}
          isFixed={readOnly || steps.length === 1}
          items={steps.map((step, at) => ({
            key: String(keys[at]),
            name: step.name,
            content: (
              <StepCard
                number={at + 1}
                step={step}
                readOnly={readOnly}
                errorOf={errorOf}
                onChange={(next) => change({ start, steps: steps.with(at, next) })}
                onRemove={() => {
                  change({ start, steps: steps.toSpliced(at, 1) }, keys.toSpliced(at, 1));
                  adding.current?.focus(); // otherwise the focus would be lost together with the button
                }}
              />
            ),
          }))}
          onMove={(from, to) => change({ start, steps: movedItem(steps, from, to) }, movedItem(keys, from, to))}
        />
      )}
      {!readOnly && (
        <NewStep
          field={adding}
          onAdd={(name) =>
            change({ start, steps: [...steps, { name, args: [] }] }, [...keys, Math.max(-1, ...keys) + 1])
          }
        />
      )}
    </Stack>
  );
}

/** The card of the source of the value: an attribute, or any expression. */
function StartCard(props: Omit<StepCardsProps, 'label' | 'value'> & { start: string; error: string | undefined }) {
  const { start, scope, readOnly, error, onChange } = props;
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
        error={error}
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
  /** Returns the error message for the text of an argument, or undefined if the text is valid. */
  errorOf: (text: string) => string | undefined;
  onChange: (step: FormulaStep) => void;
  onRemove: () => void;
}) {
  const { number, step, readOnly, errorOf, onChange, onRemove } = props;
  const t = useMappingTexts();
  const { language } = useLanguage();
  const { name, args } = step;
  const title = t.steps.step(String(number), name);
  const set = (at: number, text: string) => {
    const next = Array.from({ length: Math.max(args.length, at + 1) }, (_, index) => args[index] ?? '');
    onChange({ name, args: next.with(at, text) });
  };
  return (
    <Paper withBorder p="sm" my={5} component="section" aria-label={title} className={classes.step ?? ''}>
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
          <ActionIcon variant="subtle" color="gray" aria-label={t.steps.remove(title)} onClick={onRemove}>
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
            error={errorOf(args[at] ?? '')}
            classNames={{ input: classes.text ?? '' }}
            onChange={(text) => set(at, text)}
          />
        ))}
      </Group>
    </Paper>
  );
}

/** A field that adds a function. */
function NewStep({ field, onAdd }: { field: RefObject<HTMLInputElement | null>; onAdd: (name: string) => void }) {
  const t = useMappingTexts();
  const [search, setSearch] = useState('');
  return (
    <Select
      ref={field}
      label={t.steps.add}
      placeholder={t.steps.choose}
      w={260}
      searchable
      limit={60}
      data={stepFunctions.map(({ name }) => name)}
      openOnFocus={false} // the field also gets the focus when a step is removed
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(name) => {
        setSearch('');
        if (name !== null) onAdd(name);
      }}
    />
  );
}
