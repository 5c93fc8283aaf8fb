import { useDebouncedValue } from '@mantine/hooks';
import { type Asset, listAssets } from '@pimento/contract/wire';
import { foldText } from '@pimento/contract/text';
import { useState } from 'react';
import { useCall } from '../../session/use-call.ts';

/**
 * Finds the assets to choose from, among the assets that products refer to. `fitting` contains the candidates whose id contains the typed
 * text. `others` contains at most 50 further assets that contain the text. If the text is empty, it contains the assets that wait for an
 * upload.
 */
export function useAssetSearch(candidates: readonly Asset[], enabled: boolean) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim().slice(0, 255), 200);
  const isSearching = searched !== '';
  const query = isSearching
    ? { text: searched, unused: false, limit: 50 }
    : { status: ['WAITING_FOR_UPLOAD' as const], unused: false, limit: 50 };
  const found = useCall(listAssets, { query }, { enabled });
  const fitting = candidates.filter(({ id }) => foldText(id).includes(foldText(text.trim())));
  const fittingIds = new Set(fitting.map(({ id }) => id));
  const others = (found.data?.assets ?? []).filter(({ id }) => !fittingIds.has(id));
  const hasMore = found.data?.hasMore === true;
  return { text, setText, isSearching, fitting, others, hasMore, isLoading: found.isFetching };
}
