import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { type ReactNode, useMemo } from 'react';
import { useBulkTexts } from '../../bulk/texts/bulk-texts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ValueInput } from '../../product/values/value-input.tsx';
import { labelOf } from '../../product-query/attribute-lineage.ts';
import { isChosen } from '../../session/labels/value-options.ts';
import type { Structure } from '../../session/structure.ts';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import { valueHint } from '../filter/value-hint.ts';
import { type ChangeDraft, draftFor, findDefinition, kindsFor, sourcesIn } from './change-draft.ts';

interface FieldsProps {
  draft: ChangeDraft;
  structure: Structure;
  onChange: (draft: ChangeDraft) => void;
}

/** The inputs of a change: the attribute, the action, and the values that the action needs. */
export function ChangeFields({ draft, structure, onChange }: FieldsProps) {
  const texts = useBulkTexts();
  const fields = useFieldChoices();
  const choices = useMemo(
    () => [...fields, ...structure.all.map((one) => ({ value: one.path, label: labelOf(structure, one) }))],
    [fields, structure],
  );
  const definition = findDefinition(structure, draft.path);
  const kinds = kindsFor(definition);
  return (
    <Stack gap="sm">
      <ChoosingOnly>
        <LongSelect
          label={texts.attribute}
          data={choices}
          value={draft.path}
          onChange={(path) => onChange(draftFor(structure, path))}
          data-autofocus
          selectFirstOptionOnChange
        />
      </ChoosingOnly>
      {draft.path !== null && (
        <>
          <ChoosingOnly>
            <Select
              label={texts.action}
              data={kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
              value={draft.kind}
              allowDeselect={false}
              onChange={(next) => {
                const kind = kinds.find((one) => one === next);
                if (kind !== undefined) onChange({ ...draft, kind });
              }}
            />
          </ChoosingOnly>
          <ActionFields key={`${draft.path} ${draft.kind}`} draft={draft} structure={structure} onChange={onChange} />
          {definition && structure.parentOf(definition) && (
            <Text size="sm" c="dimmed">
              {texts.inRows}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

/** Wraps selects. Inside, Enter chooses an option and never submits the form, even if no option is highlighted yet. */
function ChoosingOnly({ children }: { children: ReactNode }) {
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    >
      {children}
    </div>
  );
}

/** The inputs of the chosen action. The first input gets the focus. */
function ActionFields({ draft, structure, onChange }: FieldsProps) {
  const texts = useBulkTexts();
  const definition = findDefinition(structure, draft.path);
  const fields = useFieldChoices();
  const set = (change: Partial<ChangeDraft>) => onChange({ ...draft, ...change });
  if (draft.kind === 'clear') return null;
  if (draft.kind === 'replace')
    return (
      <>
        <TextInput
          label={texts.find}
          value={draft.find}
          autoFocus
          onChange={({ currentTarget }) => set({ find: currentTarget.value })}
        />
        <TextInput
          label={texts.replacement}
          value={draft.replacement}
          onChange={({ currentTarget }) => set({ replacement: currentTarget.value })}
        />
        <Checkbox
          label={texts.ignoreCase}
          checked={draft.ignoreCase}
          onChange={({ currentTarget }) => set({ ignoreCase: currentTarget.checked })}
        />
      </>
    );
  if (draft.kind === 'copy')
    return (
      <ChoosingOnly>
        <LongSelect
          label={texts.from}
          data={[...fields, ...sourcesIn(structure).map(({ path, name }) => ({ value: path, label: name }))]}
          value={draft.from}
          onChange={(from) => set({ from })}
          selectFirstOptionOnChange
          autoFocus
        />
      </ChoosingOnly>
    );
  return <NewValue definition={definition} value={draft.value} onChange={(value) => set({ value })} />;
}

/** The input for the new value. Its kind depends on the type of the attribute. */
function NewValue(props: {
  definition: AttributeDefinition | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { definition, value, onChange } = props;
  const t = useMessages();
  const texts = useBulkTexts();
  const type = definition?.type.id.toLowerCase();
  const isList = definition?.type.multiValue === true;
  const hasInput = isChosen(definition) || ['datetime', 'quantity', 'html'].includes(type ?? '');
  const label = isList ? texts.values : texts.value;
  if (isList || hasInput)
    return (
      <div role="group" aria-label={label}>
        <Text size="sm" fw={500} mb={4} aria-hidden>
          {label}
        </Text>
        <ValueInput label={label} value={value} definition={definition} onChange={onChange} autoFocus />
      </div>
    );
  const text = typeof value === 'string' ? value : '';
  return (
    <TextInput
      label={label}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'integer' || type === 'decimal' || type === 'gtin' ? 'decimal' : 'text'}
      value={text}
      error={valueHint(t, definition, text)}
      data-autofocus // gets the focus if the dialog opens with a chosen attribute
      autoFocus
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Returns the name, the family and the category, which are not attributes, as options of a select. */
function useFieldChoices(): { value: string; label: string }[] {
  const t = useMessages();
  return useMemo(
    () => [
      { value: '__NAME', label: t.fields.name },
      { value: '__FAMILY', label: t.fields.family },
      { value: '__CATEGORY', label: t.fields.category },
    ],
    [t],
  );
}
