import type { AssetFacts } from '@pimento/formula';

/** The known facts about a file that a product refers to. */
export interface KnownAsset {
  state: 'ready' | 'waiting' | 'failed';
  facts: AssetFacts;
  fileName: string | undefined;
}

/** Files by id. If a product refers to a file without a record, the file is treated as still pending. */
export type KnownAssets = ReadonlyMap<string, KnownAsset>;
