import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Asset, listAssets } from '@pimento/contract';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';

/** Which waiting asset a file is for, where its name does not say so. */
export function AssetPicker({ fileName, onPick }: { fileName: string; onPick: (asset: Asset) => void }) {
  const t = useMessages();
  const [text, setText] = useState('');
  const [isOpened, setOpened] = useState(false);
  const [settled] = useDebouncedValue(text.trim().slice(0, 255), 200);
  const query = { status: ['WAITING_FOR_UPLOAD' as const], limit: 50, ...(settled === '' ? {} : { text: settled }) };
  const waiting = useCall(listAssets, { query }, { enabled: isOpened });
  const assets = waiting.data?.assets ?? [];
  return (
    <Select
      size="xs"
      w={220}
      aria-label={t.assets.pickFor(fileName)}
      placeholder={t.assets.pick}
      data={assets.map(({ id }) => id)}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      // they are found by the service; another filter here would only take away
      filter={({ options }) => options}
      nothingFoundMessage={waiting.isFetching ? t.common.loading : t.assets.noneWaits}
      onChange={(id) => {
        const asset = assets.find((one) => one.id === id);
        if (asset) onPick(asset);
      }}
      comboboxProps={{ width: 320, position: 'bottom-end' }}
    />
  );
}
