import { Group, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { auditObjects } from '@pimento/contract/wire';
import { SearchField } from '../ui/fields/search-field.tsx';
import { type AuditFilter, useAuditTexts } from './use-audit.ts';

export function AuditFilters(props: {
  filter: AuditFilter;
  /** True if the user may see the events of the whole installation. */
  isOperator: boolean;
  onChange: (filter: AuditFilter) => void;
}) {
  const { filter, isOperator, onChange } = props;
  const t = useAuditTexts();
  const day = (name: 'from' | 'until') => (
    <TextInput
      type="date"
      label={t[name]}
      value={filter[name]}
      onChange={({ currentTarget }) => onChange({ ...filter, [name]: currentTarget.value })}
    />
  );
  return (
    <Group align="flex-end" gap="sm">
      {isOperator && (
        <SegmentedControl
          aria-label={t.scope}
          data={[
            { value: 'client', label: t.ofClient },
            { value: 'all', label: t.ofAll },
          ]}
          value={filter.isWhole ? 'all' : 'client'}
          onChange={(value) => onChange({ ...filter, isWhole: value === 'all', failed: false })}
        />
      )}
      <Select
        label={t.kind}
        placeholder={t.anyKind}
        data={auditObjects.map((value) => ({ value, label: t.kinds[value] }))}
        value={filter.objectKind}
        onChange={(next) => onChange({ ...filter, objectKind: auditObjects.find((kind) => kind === next) ?? null })}
        clearable
        searchable
      />
      {day('from')}
      {day('until')}
      <SearchField
        label={t.object}
        placeholder={t.object}
        value={filter.object}
        onChange={(object) => onChange({ ...filter, object })}
      />
      {filter.isWhole && (
        <Switch
          label={t.failed}
          checked={filter.failed}
          onChange={({ currentTarget }) => onChange({ ...filter, failed: currentTarget.checked })}
        />
      )}
    </Group>
  );
}
