import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { readinessOutcomes } from '@pimento/contract/wire';
import { type FormEvent, useMemo, useState } from 'react';
import { useConnections } from '../../connections/use-connections.ts';
import { useMessages } from '../../i18n/language.tsx';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import type { Structure } from '../../session/structure.ts';
import { labelOf, pathOf } from '../../product-query/attribute-lineage.ts';
import { FilterButton } from './filter-button.tsx';
import { conditionText, type OutcomeName, outcomeCondition } from '../../product-query/product-search.ts';
import { valueHint } from './value-hint.ts';

type Operator = '=' | '~' | '!' | '*';

interface ConditionWish {
  structure: Structure;
  /** Adds a condition for an attribute. */
  onAdd: (condition: string) => void;
  /** Adds a filter by an outcome on a channel. */
  onAddOutcome: (condition: string) => void;
}

/** A form that adds a condition for an attribute, or for the readiness on a channel. */
export function ConditionPopover({ structure, onAdd, onAddOutcome }: ConditionWish) {
  const t = useMessages();
  const [opened, setOpened] = useState(true);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <FilterButton onClick={() => setOpened((open) => !open)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t.products.filter}>
        <ConditionForm
          structure={structure}
          onAdd={(condition) => {
            onAdd(condition);
            setOpened(false);
          }}
          onAddOutcome={(condition) => {
            onAddOutcome(condition);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Choices that start with this prefix are channels; ids of attributes cannot contain a line break. */
const channelPrefix = 'channel\n';

/** Returns the id of the channel that is chosen; undefined if an attribute is chosen. */
const channelIn = (choice: string | null): string | undefined =>
  choice?.startsWith(channelPrefix) === true ? choice.slice(channelPrefix.length) : undefined;

/** Returns the choices for filtering products: attributes, and channels with a data standard. */
function useChoices(structure: Structure) {
  const t = useMessages();
  const { data: channels } = useConnections();
  return useMemo(
    () => [
      { value: '__FAMILY', label: t.fields.family },
      { value: '__CATEGORY', label: t.fields.category },
      ...(channels ?? [])
        .filter(({ connected, standardVersion }) => connected && standardVersion !== undefined)
        .map(({ channelId, name }) => ({ value: channelPrefix + channelId, label: t.channels.readinessOn(name) })),
      ...structure.all
        .filter(({ type }) => type.id !== 'composite')
        .map((attribute) => ({ value: attribute.path, label: labelOf(structure, attribute) })),
    ],
    [channels, structure, t],
  );
}

function ConditionForm({ structure, onAdd, onAddOutcome }: ConditionWish) {
  const t = useMessages();
  const [choice, setChoice] = useState<string | null>(null);
  const [operator, setOperator] = useState<Operator>('=');
  const [outcome, setOutcome] = useState<OutcomeName>('incomplete');
  const [text, setText] = useState('');
  const choices = useChoices(structure);
  const channelId = channelIn(choice);
  const needsText = channelId === undefined && (operator === '=' || operator === '~');
  const definition = structure.all.find((one) => one.path === choice);
  const hint = operator === '=' ? valueHint(t, definition, text) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (channelId !== undefined) onAddOutcome(outcomeCondition(channelId, outcome));
    else if (choice !== null) onAdd(conditionText(pathOf(structure, choice), operator, text));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <LongSelect
          label={t.products.attribute}
          data={choices}
          value={choice}
          onChange={setChoice}
          comboboxProps={{ withinPortal: false }}
          autoFocus
        />
        {channelId === undefined ? (
          <ChoiceSelect
            label={t.products.condition}
            names={t.operatorNames}
            values={['=', '~', '*', '!']}
            value={operator}
            onChange={setOperator}
          />
        ) : (
          <ChoiceSelect
            label={t.channels.readiness}
            names={t.outcomes}
            values={readinessOutcomes}
            value={outcome}
            onChange={setOutcome}
          />
        )}
        {needsText && (
          <TextInput
            label={t.products.value}
            value={text}
            error={hint}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Button type="submit" disabled={choice === null || (needsText && text === '')}>
          {t.products.addFilter}
        </Button>
      </Stack>
    </form>
  );
}

/** A select of a few named values, one of which is always chosen. */
function ChoiceSelect<Value extends string>(props: {
  label: string;
  names: Record<Value, string>;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const { label, names, values, value, onChange } = props;
  return (
    <Select
      label={label}
      data={values.map((one) => ({ value: one, label: names[one] }))}
      value={value}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
