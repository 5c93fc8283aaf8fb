import type { AssetFacts } from '@pimento/formula';

/** What is known about a file that a product names. */
export interface KnownAsset {
  state: 'ready' | 'waiting' | 'failed';
  facts: AssetFacts;
  fileName: string | undefined;
}

/** Files by id. A product that names a file without a record waits for it. */
export type KnownAssets = ReadonlyMap<string, KnownAsset>;
