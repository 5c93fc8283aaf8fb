import { Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { useStructure } from '../../session/use-structure.ts';
import { TextLines } from '../../ui/fields/text-lines.tsx';
import { attributeTypes, draftOf } from './attribute-draft.ts';
import { useGroupTexts } from './group-texts.ts';
import { LabelFields } from './label-fields.tsx';
import { type AttributeFieldsProps, ValueFields } from './value-fields.tsx';
import { useConversionTexts } from '../conversion/conversion-texts.ts';

export function AttributeFields({ draft, definition, onChange }: AttributeFieldsProps) {
  const t = useMessages();
  const conversionTexts = useConversionTexts();
  const texts = useGroupTexts();
  const { structure } = useStructure();
  const isNew = definition === undefined;
  return (
    <>
      <TextInput
        label={t.attributes.id}
        description={t.attributes.idHint}
        required
        disabled={!isNew}
        value={draft.id}
        onChange={({ currentTarget }) => onChange({ id: currentTarget.value })}
        data-autofocus={isNew || undefined}
      />
      <TextInput
        label={t.attributes.name}
        value={draft.name}
        placeholder={draft.id}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        data-autofocus={!isNew || undefined}
      />
      <LabelFields labels={draft.labels} onChange={(labels) => onChange({ labels })} />
      <Select
        label={t.attributes.type}
        data={attributeTypes.map((value) => ({ value, label: t.types[value] ?? value }))}
        value={draft.type}
        allowDeselect={false}
        onChange={(type) => onChange({ type: type ?? 'string' })}
        comboboxProps={{ withinPortal: false }}
      />
      {draft.type === 'asset' && !isNew && draftOf(definition).type !== 'asset' && (
        <Text size="sm" c="dimmed">
          {conversionTexts.useConversion}
        </Text>
      )}
      {draft.type === 'composite' ? (
        <Text size="sm" c="dimmed">
          {t.attributes.compositeHint}
        </Text>
      ) : (
        <ValueFields draft={draft} onChange={onChange} />
      )}
      <TagsInput
        label={texts.label}
        description={texts.hint}
        data={[...new Set(structure.all.flatMap(({ groupIds }) => groupIds ?? []))]}
        value={draft.groups}
        onChange={(groups) => onChange({ groups })}
        comboboxProps={{ withinPortal: false }}
      />
      <TextLines
        label={t.attributes.description}
        minRows={2}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
    </>
  );
}
