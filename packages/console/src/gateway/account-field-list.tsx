import { Checkbox, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { AccountField } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import { RepeatedFields } from '../ui/repeated-fields.tsx';
import { withFirstPattern } from './channel-draft.ts';

const emptyField: AccountField = { id: '', name: '', type: 'string', optional: false, patterns: [] };

/** The fields that a client fills in to connect an account. */
export function AccountFieldList(props: { fields: AccountField[]; onChange: (fields: AccountField[]) => void }) {
  const { fields, onChange } = props;
  const t = useMessages();
  return (
    <section aria-label={t.gateway.fields}>
      <Title order={3} size="h6">
        {t.gateway.fields}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {t.gateway.fieldsText}
      </Text>
      <RepeatedFields
        items={fields}
        legend={t.gateway.field}
        remove={t.gateway.removeField}
        add={t.gateway.addField}
        fresh={emptyField}
        onChange={onChange}
      >
        {(field, change) => <FieldInputs field={field} onChange={change} />}
      </RepeatedFields>
    </section>
  );
}

/** The inputs for one field. Only the first pattern of the field can be edited. Other patterns are kept unchanged. */
function FieldInputs({ field, onChange }: { field: AccountField; onChange: (field: AccountField) => void }) {
  const t = useMessages();
  const set = (change: Partial<AccountField>) => onChange({ ...field, ...change });
  const [first, ...others] = field.patterns;
  const setPattern = (pattern: string, message: string) => onChange(withFirstPattern(field, pattern, message));
  return (
    <Stack gap="xs">
      <Group grow gap="xs">
        <TextInput
          size="xs"
          label={t.gateway.fieldId}
          required
          pattern="[A-Za-z][\w.\-]{0,62}"
          value={field.id}
          onChange={({ currentTarget }) => set({ id: currentTarget.value })}
        />
        <TextInput
          size="xs"
          label={t.gateway.fieldName}
          required
          value={field.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Select
          size="xs"
          label={t.gateway.fieldType}
          data={(['string', 'password'] as const).map((value) => ({ value, label: t.gateway.fieldTypes[value] }))}
          value={field.type}
          allowDeselect={false}
          onChange={(type) => set({ type: type === 'password' ? 'password' : 'string' })}
          comboboxProps={{ withinPortal: false }}
        />
      </Group>
      <Group grow gap="xs">
        <TextInput
          size="xs"
          label={t.gateway.pattern}
          placeholder="^https://"
          value={first?.pattern ?? ''}
          onChange={({ currentTarget }) => setPattern(currentTarget.value, first?.message ?? '')}
        />
        <TextInput
          size="xs"
          label={t.gateway.patternMessage}
          disabled={first === undefined}
          value={first?.message ?? ''}
          onChange={({ currentTarget }) => setPattern(first?.pattern ?? '', currentTarget.value)}
        />
      </Group>
      {others.length > 0 && (
        <Text size="xs" c="dimmed">
          {t.gateway.morePatterns(others.length)}
        </Text>
      )}
      <Checkbox
        size="xs"
        label={t.gateway.optional}
        checked={field.optional}
        onChange={({ currentTarget }) => set({ optional: currentTarget.checked })}
      />
    </Stack>
  );
}
