import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Batch, fetchAsset } from '@pimento/adapter-kit';
import type { Configuration } from './configuration.ts';
import { type FeedRow, isRow, replaceTexts } from './feed-record.ts';
import { safeName } from './safe-name.ts';
import type { FeedTarget } from './targets/target.ts';

export interface AssetDeps {
  assets: NonNullable<Configuration['assets']>;
  target: FeedTarget;
  /** Folder for the downloaded files before they are moved to the target. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Copies the assets of one page of a submission to the target. The name of a copy contains the hash of its content, so a changed file gets
 * a new URL.
 * @returns URLs by asset id
 */
export async function copyAssets(feed: string, links: Batch['assets'], deps: AssetDeps): Promise<Map<string, string>> {
  const { assets, target, folder, signal } = deps;
  const addresses = new Map<string, string>();
  for (const [assetId, link] of Object.entries(links)) {
    const name = `${feed}/assets/${link.sha256.slice(0, 32)}-${safeName(link.name)}`;
    if (!(await target.has(name, link.size))) {
      const file = join(folder, `${link.sha256}.download`);
      await fetchAsset(file, link, signal);
      if ((await stat(file)).size !== link.size) throw new Error('A file arrived with another size.');
      await target.put(name, file, link.contentType);
    }
    // File names are percent-encoded, so their percent signs must be encoded again in a URL.
    addresses.set(assetId, `${assets.baseUrl.replace(/\/$/, '')}/${name.replaceAll('%', '%25')}`);
  }
  return addresses;
}

/** Replaces the asset ids at the configured targets with URLs. An id without a URL is left unchanged. */
export function withAddresses(
  row: FeedRow,
  targets: readonly string[],
  addresses: ReadonlyMap<string, string>,
): FeedRow {
  let replaced: FeedRow = row;
  for (const target of targets) {
    const next = replaceTexts(replaced, target.split('/'), (id) => addresses.get(id) ?? id);
    if (isRow(next)) replaced = next;
  }
  return replaced;
}
