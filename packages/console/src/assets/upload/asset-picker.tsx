import { Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Asset, listAssets } from '@pimento/contract';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { AssetState } from '../record/asset-state.tsx';

/**
 * Which asset a file is for, where its name does not say so or says the wrong thing: those that its name fits, those that wait for an
 * upload, and by text all that products refer to.
 */
export function AssetPicker(props: {
  fileName: string;
  candidates: Asset[];
  onPick: (asset: Asset) => void;
  startsOpen?: boolean;
}) {
  const { fileName, candidates, onPick, startsOpen = false } = props;
  const t = useMessages();
  const [text, setText] = useState('');
  const [isOpened, setOpened] = useState(startsOpen);
  const [settled] = useDebouncedValue(text.trim().slice(0, 255), 200);
  const query =
    settled === ''
      ? { status: ['WAITING_FOR_UPLOAD' as const], unused: false, limit: 50 }
      : { text: settled, unused: false, limit: 50 };
  const found = useCall(listAssets, { query }, { enabled: isOpened });
  const fitting = candidates.filter(({ id }) => id.toLowerCase().includes(text.trim().toLowerCase()));
  const fittingIds = new Set(fitting.map(({ id }) => id));
  const others = (found.data?.assets ?? []).filter(({ id }) => !fittingIds.has(id));
  const assets = new Map([...fitting, ...others].map((asset) => [asset.id, asset]));
  const groups = [
    { group: t.assets.fitting, items: fitting.map(({ id }) => id) },
    { group: settled === '' ? t.assets.waitingOnes : t.assets.otherOnes, items: others.map(({ id }) => id) },
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
      // they are found by the service; another filter here would only take away
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? t.common.loading : t.assets.noneWaits}
      onChange={(id) => {
        const asset = id === null ? undefined : assets.get(id);
        if (asset) onPick(asset);
      }}
      renderOption={({ option }) => {
        const asset = assets.get(option.value);
        return (
          <Group gap="xs" wrap="nowrap" justify="space-between" w="100%">
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
              {option.value}
            </Text>
            {asset && <AssetState status={asset.status} size="sm" />}
          </Group>
        );
      }}
      comboboxProps={{ width: 400, position: 'bottom-end' }}
    />
  );
}
