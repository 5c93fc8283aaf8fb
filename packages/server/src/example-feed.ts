import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, writeSecretFile } from './secret-file.ts';

/** The data that the example adapter needs to run, as written to adapter.json in its folder. */
interface MarketAdapter {
  adapterId: string;
  keyId: string;
  secret: string;
  clientId: string;
  channelId: string;
  accountId: string;
}

export interface MarketFeed {
  /** Folder of the example adapter, with its configuration and state. */
  folder: string;
  filesFolder: string;
  /** Path of the file that contains all delivered products. It exists after the first delivery. */
  file: string;
  /** Secret of the adapter's key. */
  secret: string;
}

const template = new URL('../example/market/feed.json', import.meta.url);
const folderIn = (dataFolder: string) => join(dataFolder, 'example-market');

/** Writes the key and the configuration of the example adapter into a folder of the data folder. */
export async function writeMarketFeed(dataFolder: string, adapter: MarketAdapter): Promise<void> {
  const folder = folderIn(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFile(template, join(folder, 'feed.json'));
  await writeSecretFile(folder, 'adapter.json', adapter);
}

/** Finds the feed of the example market. @returns undefined if the first start did not create it or its folder was deleted */
export async function findMarketFeed(dataFolder: string): Promise<MarketFeed | undefined> {
  const folder = folderIn(dataFolder);
  const adapter = await readJson<MarketAdapter>(join(folder, 'adapter.json'));
  if (adapter === undefined) return undefined;
  const filesFolder = join(folder, 'files');
  const { clientId, channelId, accountId, secret } = adapter;
  return { folder, filesFolder, file: join(filesFolder, clientId, channelId, accountId, 'products.csv'), secret };
}
