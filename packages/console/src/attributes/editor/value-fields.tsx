import { Checkbox, Group, NumberInput, TagsInput, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';
import { type AttributeDraft, hasPlainValues, limitNamesOf } from './attribute-draft.ts';

export interface AttributeFieldsProps {
  draft: AttributeDraft;
  /** The stored definition, or undefined for a new definition. */
  definition: AttributeDefinition | undefined;
  onChange: (change: Partial<AttributeDraft>) => void;
}

/** The fields for the number of values, the allowed values and the limits of an attribute that is not a composite. */
export function ValueFields({ draft, definition, onChange }: AttributeFieldsProps) {
  const t = useMessages();
  const limitNames = limitNamesOf(draft.type);
  return (
    <>
      <Checkbox
        label={t.attributes.multiValue}
        checked={draft.multiValue}
        onChange={({ currentTarget }) => onChange({ multiValue: currentTarget.checked })}
      />
      {hasPlainValues(definition) ? (
        <TagsInput
          label={t.attributes.listOfValues}
          description={t.attributes.listHint}
          value={draft.values}
          onChange={(values) => onChange({ values })}
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
              onChange={(value) => onChange({ limits: { ...draft.limits, [name]: value } })}
            />
          ))}
        </Group>
      )}
    </>
  );
}
