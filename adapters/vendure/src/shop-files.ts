import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Batch, fetchAsset } from '@pimento/adapter-kit';
import { z } from 'zod';
import { ShopRefusedError } from './shop-answer.ts';
import type { ShopConnection } from './shop-connection.ts';
import { keyOf } from './shop-keys.ts';

type AssetLink = Batch['assets'][string];

/** Maps the name or key of a file to its id in the shop, or to the reason why the shop refused it. */
export type ShopFiles = Map<string, { id: string } | { refusal: string }>;

const knownQuery = `query ($keys: [String!]!) {
  assets(options: { take: 1000, filter: { pimentoKey: { in: $keys } } }) { items { id customFields { pimentoKey } } }
}`;
const known = z.object({
  assets: z.object({
    items: z.array(z.object({ id: z.string(), customFields: z.object({ pimentoKey: z.string() }) })),
  }),
});
const uploadQuery = `mutation ($file: Upload!, $key: String!, $owner: String!) {
  createAssets(input: [{ file: $file, customFields: { pimentoKey: $key, pimentoOwner: $owner } }]) {
    ... on Asset { id }
    ... on ErrorResult { message }
  }
}`;
const uploaded = z.object({
  createAssets: z.tuple([z.object({ id: z.string() }).or(z.object({ message: z.string() }))]),
});

/** Uploads the files of a page to the shop. Each content is uploaded once per owner, because existing files are found by digest. */
export async function uploadFiles(
  shop: ShopConnection,
  owner: string,
  assets: Record<string, AssetLink>,
  signal: AbortSignal,
): Promise<ShopFiles> {
  const links = new Map(Object.values(assets).map((link) => [keyOf(owner, 'file', link.sha256), link]));
  const files: ShopFiles = new Map();
  if (links.size === 0) return files;
  const byKey = await findFiles(shop, [...links.keys()], signal);
  const folder = await mkdtemp(join(tmpdir(), 'pimento-vendure-'));
  try {
    for (const [key, link] of links) {
      if (!byKey.has(key)) byKey.set(key, await uploadFile(shop, { owner, key, link, folder }, signal));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const [name, { sha256 }] of Object.entries(assets)) {
    const file = byKey.get(keyOf(owner, 'file', sha256));
    if (file) files.set(name, file);
  }
  return files;
}

async function findFiles(shop: ShopConnection, keys: string[], signal: AbortSignal): Promise<ShopFiles> {
  const { assets } = await shop.ask(known, knownQuery, { keys }, signal);
  return new Map(assets.items.map(({ id, customFields }) => [customFields.pimentoKey, { id }]));
}

interface Upload {
  owner: string;
  key: string;
  link: AssetLink;
  folder: string;
}

async function uploadFile(shop: ShopConnection, { owner, key, link, folder }: Upload, signal: AbortSignal) {
  const path = join(folder, key);
  await fetchAsset(path, link, signal);
  try {
    const upload = { path, name: link.name, contentType: link.contentType };
    const { createAssets } = await shop.ask(uploaded, uploadQuery, { file: null, key, owner }, signal, upload);
    const [made] = createAssets;
    return 'id' in made ? made : { refusal: made.message };
  } catch (error) {
    if (!(error instanceof ShopRefusedError)) throw error;
    // An earlier attempt may have uploaded the file. If not, the product is delivered without the file.
    const found = await findFiles(shop, [key], signal);
    return found.get(key) ?? { refusal: error.message };
  } finally {
    await rm(path, { force: true });
  }
}
