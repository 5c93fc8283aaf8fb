import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { assetStatuses, readinessOutcomes } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import type { Structure } from '../../session/structure.ts';
import { pathOf } from '../../product-query/attribute-lineage.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { FilterButton } from './filter-button.tsx';
import { useFilterChoices } from './filter-choice.ts';
import {
  type AddedFilter,
  changedChoice,
  channelIn,
  emptyDraft,
  filesChoice,
  type FilterDraft,
  filterOfDraft,
  isComplete,
  needsText,
  operatorsOf,
  rangeKindOf,
} from './filter-draft.ts';
import { RangeFields } from './range-fields.tsx';
import { valueHint } from './value-hint.ts';
import { ValueList } from './value-list.tsx';

interface ConditionProps {
  search: ProductSearch;
  structure: Structure;
  onAdd: (added: AddedFilter) => void;
}

/** A form that adds a filter by an attribute, the readiness on a channel, the time of the last change, or the states of files. */
export function ConditionPopover({ search, structure, onAdd }: ConditionProps) {
  const t = useMessages();
  const [opened, setOpened] = useState(true);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <FilterButton onClick={() => setOpened((open) => !open)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t.products.filter}>
        <ConditionForm
          search={search}
          structure={structure}
          onAdd={(added) => {
            onAdd(added);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ConditionForm({ search, structure, onAdd }: ConditionProps) {
  const t = useMessages();
  const [draft, setDraft] = useState(emptyDraft);
  const set = (change: Partial<FilterDraft>) => setDraft((before) => ({ ...before, ...change }));
  const choices = useFilterChoices(structure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd(filterOfDraft(draft, structure));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <LongSelect
          label={t.products.attribute}
          data={choices}
          value={draft.choice}
          onChange={(choice) => {
            const operator = operatorsOf(structure.all.find(({ path }) => path === choice))[0] ?? '=';
            setDraft({ ...emptyDraft, choice, operator });
          }}
          comboboxProps={{ withinPortal: false }}
          autoFocus
        />
        <ConditionFields draft={draft} search={search} structure={structure} onChange={set} />
        <Button type="submit" disabled={!isComplete(draft)}>
          {t.products.addFilter}
        </Button>
      </Stack>
    </form>
  );
}

/** The inputs that belong to the chosen criterion, such as an operator and a text for an attribute. */
function ConditionFields(props: {
  draft: FilterDraft;
  search: ProductSearch;
  structure: Structure;
  onChange: (change: Partial<FilterDraft>) => void;
}) {
  const { draft, search, structure, onChange } = props;
  const { choice, outcome, state } = draft;
  const t = useMessages();
  if (channelIn(choice) !== undefined)
    return (
      <ChoiceSelect
        label={t.channels.readiness}
        names={t.outcomes}
        values={readinessOutcomes}
        value={outcome}
        onChange={(next) => onChange({ outcome: next })}
      />
    );
  if (choice === filesChoice)
    return (
      <ChoiceSelect
        label={t.products.fileState}
        names={t.assets.states}
        values={assetStatuses}
        value={state}
        onChange={(next) => onChange({ state: next })}
      />
    );
  return <AttributeFields draft={draft} search={search} structure={structure} onChange={onChange} />;
}

/** The operator and the values for an attribute, or the day of the last change. */
function AttributeFields(props: {
  draft: FilterDraft;
  search: ProductSearch;
  structure: Structure;
  onChange: (change: Partial<FilterDraft>) => void;
}) {
  const { draft, search, structure, onChange } = props;
  const { choice, operator, text } = draft;
  const t = useMessages();
  const definition = structure.all.find((one) => one.path === choice);
  const isDay = choice === changedChoice || rangeKindOf(definition) === 'date';
  return (
    <>
      {choice !== changedChoice && choice !== null && (
        <ChoiceSelect
          label={t.products.condition}
          names={choice === '__CATEGORY' ? { ...t.operatorNames, '^=': t.products.within } : t.operatorNames}
          values={operatorsOf(definition)}
          value={operator}
          onChange={(next) => onChange({ operator: next })}
        />
      )}
      {choice !== null && operator === '|=' && choice !== changedChoice && (
        <ValueList
          key={choice}
          path={pathOf(structure, choice)}
          definition={definition}
          search={search}
          chosen={draft.texts}
          onChange={(texts) => onChange({ texts })}
        />
      )}
      {choice !== null && operator === 'range' && (
        <RangeFields
          path={pathOf(structure, choice)}
          definition={definition}
          search={search}
          draft={draft}
          onChange={onChange}
        />
      )}
      {needsText(draft) && (
        <TextInput
          type={isDay ? 'date' : 'text'}
          label={choice === changedChoice ? t.products.day : t.products.value}
          value={text}
          error={operator === '=' ? valueHint(t, definition, text) : undefined}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      )}
    </>
  );
}

/** A select whose value cannot be cleared. */
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
        const chosen = values.find((one) => one === next);
        if (chosen !== undefined) onChange(chosen);
      }}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
