import type { Client } from '@pimento/client';
import { type Asset, listAssets } from '@pimento/contract';
import { useQuery } from '@tanstack/react-query';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { willChange } from '../list/use-assets.ts';

interface Asked {
  assetId: string;
  resolve: (asset: Asset | null) => void;
  reject: (error: unknown) => void;
}

/** What is asked for within so long goes together: a screen full of rows asks at once. */
const gatherMs = 10;
const mostIds = 100;
/** Ids go in the address, which has its limits. */
const mostCharacters = 6000;
/** A longer value has another id, its digest; who needs its picture asks for that without looking first. */
const longestId = 300;

const gathering = new WeakMap<Client, Asked[]>();

async function answer(api: Client, asked: readonly Asked[]): Promise<void> {
  try {
    const { assets } = await api.call(listAssets, {
      query: { id: [...new Set(asked.map(({ assetId }) => assetId))], limit: mostIds },
    });
    const found = new Map(assets.map((asset) => [asset.id, asset]));
    for (const { assetId, resolve } of asked) resolve(found.get(assetId) ?? null);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

function answerAll(api: Client): void {
  const asked = gathering.get(api) ?? [];
  gathering.delete(api);
  let batch: Asked[] = [];
  let characters = 0;
  for (const one of asked) {
    const length = encodeURIComponent(one.assetId).length + 4;
    if (batch.length === mostIds || characters + length > mostCharacters) {
      void answer(api, batch);
      batch = [];
      characters = 0;
    }
    batch.push(one);
    characters += length;
  }
  if (batch.length > 0) void answer(api, batch);
}

/** The record of an asset, read together with all others that are asked for at the same time; null where there is none. */
function readAssetRecord(api: Client, assetId: string): Promise<Asset | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Asset | null>();
  const asked = gathering.get(api);
  if (asked) asked.push({ assetId, resolve, reject });
  else {
    gathering.set(api, [{ assetId, resolve, reject }]);
    setTimeout(() => answerAll(api), gatherMs);
  }
  return promise;
}

/**
 * What is known about an asset of which a screen has nothing but the value.
 * @returns undefined while that is not known, null where there is no such asset
 */
export function useAssetRecord(assetId: string, isWanted: boolean): Asset | null | undefined {
  const { api, clientId } = useWork();
  const record = useQuery({
    queryKey: callKey(clientId, listAssets, 'record', assetId),
    queryFn: () => readAssetRecord(api, assetId),
    enabled: isWanted && assetId !== '' && assetId.length <= longestId,
    refetchInterval: ({ state }) => (state.data && willChange(state.data) ? 5000 : false),
    staleTime: 60_000,
  });
  return record.data;
}

export const isLongId = (assetId: string): boolean => assetId.length > longestId;
