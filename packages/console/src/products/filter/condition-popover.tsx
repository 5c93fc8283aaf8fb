import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { assetStatuses, readinessOutcomes } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import type { Structure } from '../../session/structure.ts';
import { pathOf } from '../../product-query/attribute-lineage.ts';
import { conditionText, outcomeCondition, type ProductSearch } from '../../product-query/product-search.ts';
import { FilterButton } from './filter-button.tsx';
import {
  changedChoice,
  channelIn,
  emptyDraft,
  type FilterDraft,
  filesChoice,
  needsText,
  operators,
  useFilterChoices,
} from './filter-choice.ts';
import { valueHint } from './value-hint.ts';

/** The filters that a condition adds to a search. */
export type AddedFilter = Pick<ProductSearch, 'where' | 'readiness' | 'updatedSince' | 'assetState'>;

interface ConditionProps {
  structure: Structure;
  onAdd: (added: AddedFilter) => void;
}

/** A form that adds a filter: by an attribute, the readiness on a channel, the time of the last change, or the states of files. */
export function ConditionPopover({ structure, onAdd }: ConditionProps) {
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
          onAdd={(added) => {
            onAdd(added);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the filter of a complete draft. A day begins at midnight in the time zone of the user. */
function filterOfDraft({ choice, operator, outcome, state, text }: FilterDraft, structure: Structure): AddedFilter {
  const channelId = channelIn(choice);
  if (channelId !== undefined) return { readiness: [outcomeCondition(channelId, outcome)] };
  if (choice === changedChoice) return { updatedSince: new Date(`${text}T00:00`).toISOString() };
  if (choice === filesChoice) return { assetState: [state] };
  return choice === null ? {} : { where: [conditionText(pathOf(structure, choice), operator, text)] };
}

function ConditionForm({ structure, onAdd }: ConditionProps) {
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
          onChange={(choice) => set({ choice, text: '' })}
          comboboxProps={{ withinPortal: false }}
          autoFocus
        />
        <ConditionFields draft={draft} structure={structure} onChange={set} />
        <Button type="submit" disabled={draft.choice === null || (needsText(draft) && draft.text === '')}>
          {t.products.addFilter}
        </Button>
      </Stack>
    </form>
  );
}

/** The inputs that belong to the chosen criterion, such as an operator and a text for an attribute. */
function ConditionFields(props: {
  draft: FilterDraft;
  structure: Structure;
  onChange: (change: Partial<FilterDraft>) => void;
}) {
  const { draft, structure, onChange } = props;
  const { choice, operator, outcome, state, text } = draft;
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
  const definition = structure.all.find((one) => one.path === choice);
  return (
    <>
      {choice !== changedChoice && (
        <ChoiceSelect
          label={t.products.condition}
          names={t.operatorNames}
          values={operators}
          value={operator}
          onChange={(next) => onChange({ operator: next })}
        />
      )}
      {needsText(draft) && (
        <TextInput
          type={choice === changedChoice ? 'date' : 'text'}
          label={choice === changedChoice ? t.products.day : t.products.value}
          value={text}
          error={operator === '=' ? valueHint(t, definition, text) : undefined}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      )}
    </>
  );
}

/** A select of a few named values. It always has a value. */
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
