import { Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { type AttributeDraft, limitNamesOf } from './attribute-draft.ts';
import { UnitField } from './unit-field.tsx';

export interface AttributeFieldsProps {
  draft: AttributeDraft;
  /** The stored definition, or undefined for a new definition. */
  definition: AttributeDefinition | undefined;
  onChange: (change: Partial<AttributeDraft>) => void;
}

/** Returns true if no list of allowed values is offered, because the type has its own inputs. A list that already exists is shown. */
const isChosenOtherwise = ({ type, values }: AttributeDraft): boolean =>
  values.length === 0 && ['boolean', 'datetime', 'quantity', 'html'].includes(type);

/** The fields for multiple values, units, allowed values and limits of an attribute that is not a composite. */
export function ValueFields({ draft, onChange }: Omit<AttributeFieldsProps, 'definition'>) {
  const t = useMessages();
  const limitNames = limitNamesOf(draft.type);
  return (
    <>
      <Checkbox
        label={t.attributes.multiValue}
        checked={draft.multiValue}
        onChange={({ currentTarget }) => onChange({ multiValue: currentTarget.checked })}
      />
      {draft.type === 'quantity' && <UnitField units={draft.units} onChange={(units) => onChange({ units })} />}
      {!isChosenOtherwise(draft) && <ChoiceFields values={draft.values} onChange={(values) => onChange({ values })} />}
      {limitNames.length > 0 && (
        <Group grow>
          {limitNames.map((name) =>
            draft.type === 'quantity' ? (
              <TextInput
                key={name}
                label={t.attributes.limits[name]}
                placeholder={`1 ${draft.units[0] ?? 'kg'}`}
                value={draft.limits[name] ?? ''}
                onChange={({ currentTarget }) => onChange({ limits: { ...draft.limits, [name]: currentTarget.value } })}
              />
            ) : (
              <NumberInput
                key={name}
                label={t.attributes.limits[name]}
                value={draft.limits[name] ?? ''}
                onChange={(value) => onChange({ limits: { ...draft.limits, [name]: value } })}
              />
            ),
          )}
        </Group>
      )}
    </>
  );
}
