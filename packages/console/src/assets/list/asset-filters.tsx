import { Chip, Group, SegmentedControl, Select, Stack, VisuallyHidden } from '@mantine/core';
import type { AssetCounts, AssetStatus } from '@pimento/contract';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { type AssetSearch, assetTypes } from './asset-search.ts';
import { useTypeTexts } from './type-texts.ts';
import { shownStates } from '../record/asset-state.tsx';

/** The filters of the asset list (text, states with counts, type, unused assets) and the switch between gallery and table. */
export function AssetFilters(props: {
  search: AssetSearch;
  counts: AssetCounts | undefined;
  onChange: (search: Partial<Record<keyof AssetSearch, unknown>>) => void;
}) {
  const { search, counts, onChange } = props;
  const t = useMessages();
  const texts = useTypeTexts();
  const formats = useFormats();
  const amount = (status: AssetStatus) => (counts === undefined ? '' : ` ${formats.number(counts[status])}`);
  return (
    <Stack gap="sm">
      <Group gap="sm" justify="space-between">
        <SearchField
          label={t.assets.search}
          placeholder={t.assets.searchHint}
          value={search.text}
          onChange={(text) => onChange({ text })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t.assets.view}
          value={search.view ?? 'gallery'}
          onChange={(view) => onChange({ view })}
          data={[
            {
              value: 'gallery',
              label: <ViewLabel icon={<IconLayoutGrid size={16} aria-hidden />} text={t.assets.gallery} />,
            },
            { value: 'list', label: <ViewLabel icon={<IconList size={16} aria-hidden />} text={t.assets.list} /> },
          ]}
        />
      </Group>
      <Group gap="sm">
        <Chip.Group
          value={search.status ?? 'all'}
          onChange={(status) => onChange({ status: status === 'all' ? undefined : status })}
        >
          <Group gap={6} role="radiogroup" aria-label={t.assets.stateFilter}>
            <Chip value="all" size="xs">
              {t.assets.all}
            </Chip>
            {shownStates
              .filter((status) => counts === undefined || counts[status] > 0 || search.status === status)
              .map((status) => (
                <Chip key={status} value={status} size="xs">
                  {t.assets.states[status]}
                  <span className="number">{amount(status)}</span>
                </Chip>
              ))}
          </Group>
        </Chip.Group>
        <Select
          size="xs"
          w={140}
          aria-label={texts.filter}
          allowDeselect={false}
          data={[
            { value: 'all', label: texts.all },
            ...assetTypes.map((type) => ({ value: type, label: texts.types[type] })),
          ]}
          value={search.type ?? 'all'}
          onChange={(type) => onChange({ type: type === 'all' ? undefined : type })}
        />
        <Chip size="xs" checked={search.unused === true} onChange={(unused) => onChange({ unused })}>
          {t.assets.unused}
        </Chip>
      </Group>
    </Stack>
  );
}

function ViewLabel({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <span style={{ display: 'flex' }} title={text}>
      {icon}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
