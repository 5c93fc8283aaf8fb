import type { Client } from '@pimento/client';
import { type Asset, listAssets } from '@pimento/contract/wire';
import { assetIdBatches, maxIds } from './asset-id-batches.ts';

interface Waiting {
  resolve: (asset: Asset | null) => void;
  reject: (error: unknown) => void;
}

/** Lookups within this many milliseconds are sent together, because the rows of a screen look up their assets at the same moment. */
const collectMs = 10;

/** The lookups that each API client will send next, as asset id → waiting callers. */
const collected = new WeakMap<Client, Map<string, Waiting[]>>();

async function requestRecords(api: Client, ids: string[], waiting: ReadonlyMap<string, Waiting[]>): Promise<void> {
  const waitingFor = (id: string) => waiting.get(id) ?? [];
  try {
    const { assets } = await api.call(listAssets, { query: { id: ids, limit: maxIds } });
    const found = new Map(assets.map((asset) => [asset.id, asset]));
    for (const id of ids) for (const { resolve } of waitingFor(id)) resolve(found.get(id) ?? null);
  } catch (error) {
    for (const id of ids) for (const { reject } of waitingFor(id)) reject(error);
  }
}

function requestCollected(api: Client): void {
  const waiting = collected.get(api) ?? new Map<string, Waiting[]>();
  collected.delete(api);
  for (const ids of assetIdBatches([...waiting.keys()])) void requestRecords(api, ids, waiting);
}

/**
 * Reads the record of an asset. Lookups that are made within `collectMs` are combined into few requests.
 * @returns null if the asset does not exist
 * @throws ProblemError, ConnectionError, UnexpectedAnswerError
 */
export function readAssetRecord(api: Client, assetId: string): Promise<Asset | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Asset | null>();
  let waiting = collected.get(api);
  if (!waiting) {
    waiting = new Map();
    collected.set(api, waiting);
    setTimeout(() => requestCollected(api), collectMs);
  }
  waiting.set(assetId, [...(waiting.get(assetId) ?? []), { resolve, reject }]);
  return promise;
}
