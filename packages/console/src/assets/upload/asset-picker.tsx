import { Group, Select, Text } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { moreOption } from '../../ui/fields/more-option.ts';
import { AssetState } from '../record/asset-state.tsx';
import { useAssetSearch } from './use-asset-search.ts';

const idsOf = (assets: readonly Asset[]): string[] => assets.map(({ id }) => id);

/** Lets the user choose the asset for a file. */
export function AssetPicker(props: {
  fileName: string;
  candidates: Asset[];
  onPick: (asset: Asset) => void;
  startsOpen?: boolean;
}) {
  const { fileName, candidates, onPick, startsOpen = false } = props;
  const t = useMessages();
  const [wasOpened, setOpened] = useState(startsOpen);
  const { text, setText, isSearching, fitting, others, hasMore, isLoading } = useAssetSearch(candidates, wasOpened);
  const assets = new Map([...fitting, ...others].map((asset) => [asset.id, asset]));
  const more = hasMore ? [{ value: moreOption, label: t.common.moreOnTyping, disabled: true }] : [];
  const groups = [
    { group: t.assets.fitting, items: idsOf(fitting) },
    { group: isSearching ? t.assets.otherOnes : t.assets.waitingOnes, items: [...idsOf(others), ...more] },
  ].filter(({ items }) => items.length > 0);
  return (
    <Select
      size="xs"
      w={220}
      aria-label={t.assets.pickFor(fileName)}
      placeholder={t.assets.pick}
      data={groups}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      autoFocus={startsOpen}
      defaultDropdownOpened={startsOpen}
      onDropdownOpen={() => setOpened(true)}
      // the server has already filtered the options
      filter={({ options }) => options}
      nothingFoundMessage={isLoading ? t.common.loading : t.assets.noneWaits}
      onChange={(id) => {
        const asset = id === null ? undefined : assets.get(id);
        if (asset) onPick(asset);
      }}
      renderOption={({ option }) => <AssetOption label={option.label} asset={assets.get(option.value)} />}
      comboboxProps={{ width: 400, position: 'bottom-end' }}
    />
  );
}

function AssetOption({ label, asset }: { label: string; asset: Asset | undefined }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" w="100%">
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Text>
      {asset && <AssetState status={asset.status} size="sm" />}
    </Group>
  );
}
