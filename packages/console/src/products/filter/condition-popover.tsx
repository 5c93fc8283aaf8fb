import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { assetStatuses, channelStates, readinessOutcomes } from '@pimento/contract/wire';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import type { Structure } from '../../session/structure.ts';
import { pathOf } from '../../product-query/attribute-lineage.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useFilterChoices } from './filter-choice.ts';
import {
  type AddedFilter,
  channelIn,
  emptyDraft,
  filesChoice,
  type FilterDraft,
  filterOfDraft,
  isComplete,
  needsText,
  operatorsOf,
  rangeKindOf,
  stateChannelIn,
  timeChoices,
} from './filter-draft.ts';
import { draftOf, type FilterKey, removalOf } from './filter-key.ts';
import { TraceSelect } from './trace-choice.tsx';
import { isTrace } from './trace-names.ts';
import { useFilterTexts } from './filter-texts.ts';
import { DayFields, RangeFields } from './range-fields.tsx';
import { valueHint } from './value-hint.ts';
import { ValueList } from './value-list.tsx';

interface ConditionProps {
  search: ProductSearch;
  structure: Structure;
  /** The filter that the form changes; undefined to add one. */
  edited?: FilterKey;
  /** Called with the filter, and with the change that first removes the edited filter from the search. */
  onAdd: (added: AddedFilter, removal: ReturnType<typeof removalOf>) => void;
}

/** A form that adds or changes a filter. `useFilterChoices` returns the criteria that it offers. */
export function ConditionPopover(props: ConditionProps & { button: (toggle: () => void) => ReactElement }) {
  const { button, onAdd, ...form } = props;
  const t = useMessages();
  const [opened, setOpened] = useState(true);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>{button(() => setOpened((open) => !open))}</Popover.Target>
      <Popover.Dropdown aria-label={t.products.filter}>
        <ConditionForm
          {...form}
          onAdd={(...added) => {
            setOpened(false);
            onAdd(...added);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ConditionForm({ search, structure, edited, onAdd }: ConditionProps) {
  const t = useMessages();
  const { language } = useLanguage();
  const texts = useFilterTexts();
  const [draft, setDraft] = useState(() => (edited && draftOf(search, structure, edited)) ?? emptyDraft);
  const set = (change: Partial<FilterDraft>) => setDraft((before) => ({ ...before, ...change }));
  const choices = useFilterChoices(structure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd(filterOfDraft(draft, structure, language), edited ? removalOf(search, edited) : {});
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
          autoFocus={!edited || draft.choice === null}
        />
        <ConditionFields draft={draft} search={search} structure={structure} onChange={set} />
        <Button
          type="submit"
          data-autofocus={edited && draft.choice !== null ? true : undefined}
          disabled={!isComplete(draft)}
        >
          {edited ? texts.apply : t.products.addFilter}
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
  const { choice, outcome, channelState, state } = draft;
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
  if (stateChannelIn(choice) !== undefined)
    return (
      <ChoiceSelect
        label={t.channels.state}
        names={t.states}
        values={channelStates}
        value={channelState}
        onChange={(next) => onChange({ channelState: next })}
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
  if (choice !== null && timeChoices[choice]) return <DayFields draft={draft} onChange={onChange} />;
  return <AttributeFields draft={draft} search={search} structure={structure} onChange={onChange} />;
}

/** The operator and the values for an attribute. */
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
  const isDay = rangeKindOf(definition) === 'date';
  return (
    <>
      {choice !== null && !isTrace(choice) && (
        <ChoiceSelect
          label={t.products.condition}
          names={choice === '__CATEGORY' ? { ...t.operatorNames, '^=': t.products.within } : t.operatorNames}
          values={operatorsOf(definition)}
          value={operator}
          onChange={(next) => onChange({ operator: next })}
        />
      )}
      {choice !== null && isTrace(choice) && (
        <TraceSelect choice={choice} chosen={draft.texts} onChange={(texts) => onChange({ texts })} />
      )}
      {choice !== null && operator === '|=' && !isTrace(choice) && (
        <ValueList
          key={choice}
          path={pathOf(structure, choice)}
          definition={definition}
          search={search}
          chosen={draft.texts}
          onChange={(texts) => onChange({ texts })}
        />
      )}
      {choice !== null && operator === 'range' && rangeKindOf(definition) === 'moment' && (
        <DayFields draft={draft} onChange={onChange} />
      )}
      {choice !== null && operator === 'range' && rangeKindOf(definition) !== 'moment' && (
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
          label={t.products.value}
          data-autofocus
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
