import {
  Alert,
  Button,
  Checkbox,
  Drawer,
  Group,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type AttributeDefinition, deleteAttribute, putAttributes } from '@pimento/contract';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { EditorActions } from '../ui/dialog.tsx';
import { problemText } from '../ui/problem-text.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { HeldValues, isHeld } from './held-values.tsx';

/** What is edited: a definition, or a new one inside `parent`. */
export interface Edited {
  parent: AttributeDefinition | null;
  definition?: AttributeDefinition;
  /** What a new one may be called. */
  id?: string;
}

const types = ['string', 'composite', 'asset', 'integer', 'decimal', 'fraction', 'gtin', 'date', 'reference'];
const texts = new Set(['string', 'asset', 'reference']);

interface Draft {
  id: string;
  name: string;
  type: string;
  multiValue: boolean;
  description: string;
  values: string[];
  limits: Record<string, string | number>;
}

function draftOf(definition: AttributeDefinition | undefined): Draft {
  const list = definition?.restriction?.['listOfValues'];
  const limits = definition?.restriction?.['parameters'];
  return {
    id: definition?.id ?? '',
    name: definition?.name ?? '',
    type: definition?.type.id.toLowerCase() ?? 'string',
    multiValue: definition?.type.multiValue ?? false,
    description: definition?.description ?? '',
    values: Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [],
    limits: typeof limits === 'object' && limits !== null ? { ...(limits as Draft['limits']) } : {}, // as the contract describes it
  };
}

/** Whether the list of values is plain texts; one with labels is kept, not edited here. */
const hasPlainValues = (definition: AttributeDefinition | undefined): boolean => {
  const list = definition?.restriction?.['listOfValues'];
  return !Array.isArray(list) || list.every((item) => typeof item === 'string');
};

/** The definition to send: everything that the form does not show stays as it is. */
function inputOf({ parent, definition }: Edited, draft: Draft): Record<string, unknown> {
  const { path: _path, restriction, ...kept } = definition ?? { path: '' };
  const limits = Object.fromEntries(Object.entries(draft.limits).filter(([, limit]) => limit !== ''));
  const next: Record<string, unknown> = { ...restriction };
  if (hasPlainValues(definition)) delete next['listOfValues'];
  if (draft.values.length > 0 && hasPlainValues(definition)) next['listOfValues'] = draft.values;
  delete next['parameters'];
  if (Object.keys(limits).length > 0) next['parameters'] = limits;
  return {
    ...kept,
    id: draft.id,
    name: draft.name === '' ? draft.id : draft.name,
    compositeAttribute: parent?.path ?? null,
    type: { id: draft.type, multiValue: draft.type === 'composite' || draft.multiValue },
    description: draft.description === '' ? null : draft.description,
    restriction: Object.keys(next).length > 0 ? next : null,
  };
}

/** Makes or changes one definition. */
export function AttributeEditor({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const { parent, definition } = edited;
  const t = useMessages();
  const [firstDraft] = useState(() => ({
    ...draftOf(definition),
    ...(edited.id === undefined ? {} : { id: edited.id }),
  }));
  const [draft, setDraft] = useState(() => firstDraft);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useChange(
    (api, next: Draft) => api.call(putAttributes, { body: [inputOf(edited, next)] }),
    () => {
      onClose();
      return t.attributes.saved(draft.name === '' ? draft.id : draft.name);
    },
    { showsFailure: true },
  );
  const removal = useChange(
    (api, attributeId: string) => api.call(deleteAttribute, { params: { attributeId } }),
    () => {
      onClose();
      return t.attributes.deleted;
    },
    { showsFailure: true },
  );
  const mayLeave = useUnsaved(!save.isSuccess && JSON.stringify(draft) !== JSON.stringify(firstDraft));
  const problem = save.error ?? removal.error;
  const leave = () => mayLeave() && onClose();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  const limitNames = texts.has(draft.type)
    ? ['minLength', 'maxLength']
    : ['integer', 'decimal', 'fraction'].includes(draft.type)
      ? ['minValue', 'maxValue']
      : [];
  return (
    <Drawer
      opened
      onClose={leave}
      position="right"
      size={460}
      title={
        definition
          ? t.attributes.edit(definition.name)
          : parent
            ? t.attributes.addChild(parent.name)
            : t.attributes.create
      }
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {problem && !isHeld(problem) && (
            <Alert color="red" variant="light" role="alert">
              {problemText(t, problem)}
            </Alert>
          )}
          {definition && <HeldValues error={problem} definition={definition} />}
          {parent && (
            <Text size="sm" c="dimmed">
              {t.attributes.inside(parent.path)}
            </Text>
          )}
          <TextInput
            label={t.attributes.id}
            description={t.attributes.idHint}
            required
            disabled={definition !== undefined}
            value={draft.id}
            onChange={({ currentTarget }) => set({ id: currentTarget.value })}
            data-autofocus={definition === undefined || undefined}
          />
          <TextInput
            label={t.attributes.name}
            value={draft.name}
            placeholder={draft.id}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            data-autofocus={definition !== undefined || undefined}
          />
          <Select
            label={t.attributes.type}
            data={types.map((value) => ({ value, label: t.types[value] ?? value }))}
            value={draft.type}
            allowDeselect={false}
            onChange={(type) => set({ type: type ?? 'string' })}
            comboboxProps={{ withinPortal: false }}
          />
          {draft.type === 'asset' && definition !== undefined && draftOf(definition).type !== 'asset' && (
            <Text size="sm" c="dimmed">
              {t.conversion.useConversion}
            </Text>
          )}
          {draft.type === 'composite' ? (
            <Text size="sm" c="dimmed">
              {t.attributes.compositeHint}
            </Text>
          ) : (
            <>
              <Checkbox
                label={t.attributes.multiValue}
                checked={draft.multiValue}
                onChange={({ currentTarget }) => set({ multiValue: currentTarget.checked })}
              />
              {hasPlainValues(definition) ? (
                <TagsInput
                  label={t.attributes.listOfValues}
                  description={t.attributes.listHint}
                  value={draft.values}
                  onChange={(values) => set({ values })}
                />
              ) : (
                <Text size="sm" c="dimmed">
                  {t.attributes.labelledValues}
                </Text>
              )}
              {limitNames.length > 0 && (
                <Group grow>
                  {limitNames.map((name) => (
                    <NumberInput
                      key={name}
                      label={t.attributes.limits[name]}
                      value={draft.limits[name] ?? ''}
                      onChange={(value) => set({ limits: { ...draft.limits, [name]: value } })}
                    />
                  ))}
                </Group>
              )}
            </>
          )}
          <Textarea
            label={t.attributes.description}
            autosize
            minRows={2}
            value={draft.description}
            onChange={({ currentTarget }) => set({ description: currentTarget.value })}
          />
          <EditorActions
            onClose={leave}
            loading={save.isPending}
            removal={
              definition && (
                <Button
                  variant="subtle"
                  color="red"
                  loading={removal.isPending}
                  onClick={() => removal.mutate(definition.path)}
                >
                  {t.common.delete}
                </Button>
              )
            }
          />
        </Stack>
      </form>
    </Drawer>
  );
}
