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
import { type AttributeDefinition, deleteAttribute, type PutAttributesAnswer, putAttributes } from '@pimento/contract';
import type { FormEvent } from 'react';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { EditorActions } from '../../ui/dialog.tsx';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import type { EditParts } from '../../ui/merge-edit.ts';
import { problemText } from '../../ui/problem-text.ts';
import { useEdit } from '../../ui/use-edit.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
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
function inputOf(
  { parent }: Edited,
  draft: Draft,
  definition: AttributeDefinition | undefined,
): Record<string, unknown> {
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
    expected: definition ? expectedOf(definition) : null,
  };
}

/** All of a definition that may change; what it does not have is expected not to be there. */
function expectedOf({ name, type, ...definition }: AttributeDefinition): Record<string, unknown> {
  const { externalId = null, description = null, restriction = null } = definition;
  const { units = null, groupIds = null, displaySequence = null } = definition;
  return { name, type, externalId, description, restriction, units, groupIds, displaySequence };
}

/** What two people may change without being in each other's way. */
function partsOf(t: Messages): EditParts<Draft> {
  const { attributes } = t;
  return [
    { of: ['id'], label: attributes.id, show: ({ id }) => id },
    { of: ['name'], label: attributes.name, show: ({ name }) => name },
    { of: ['type'], label: attributes.type, show: ({ type }) => t.types[type] ?? type },
    {
      of: ['multiValue'],
      label: attributes.multiValue,
      show: ({ multiValue }) => (multiValue ? t.common.yes : t.common.no),
    },
    { of: ['description'], label: attributes.description, show: ({ description }) => description },
    { of: ['values'], label: attributes.listOfValues, show: ({ values }) => values.join(', ') },
    {
      of: ['limits'],
      label: attributes.limitsTitle,
      show: ({ limits }) =>
        Object.entries(limits)
          .map(([name, limit]) => `${attributes.limits[name] ?? name}: ${limit}`)
          .join(', '),
    },
  ];
}

/** Makes or changes one definition. */
export function AttributeEditor({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const { parent, definition } = edited;
  const t = useMessages();
  const edit = useEdit<AttributeDefinition, Draft, PutAttributesAnswer>({
    base: definition,
    draftOf,
    ...(edited.id === undefined ? {} : { fresh: { id: edited.id } }),
    parts: partsOf(t),
    send: (api, next, seen) => api.call(putAttributes, { body: [inputOf(edited, next, seen)] }),
    done: ({ attributes: [stored] }) => {
      onClose();
      return t.attributes.saved(stored?.name ?? '');
    },
  });
  const { draft, set } = edit;
  const removal = useChange(
    (api, attributeId: string) => api.call(deleteAttribute, { params: { attributeId } }),
    () => {
      onClose();
      return t.attributes.deleted;
    },
    { showsFailure: true },
  );
  const mayLeave = useUnsaved(!edit.isSuccess && edit.isDirty);
  const problem = edit.error ?? removal.error;
  const leave = () => mayLeave() && onClose();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
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
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
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
            loading={edit.isPending}
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
