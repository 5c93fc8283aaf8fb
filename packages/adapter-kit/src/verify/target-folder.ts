import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Arrival } from './evidence.ts';
import type { Target } from './target.ts';

/**
 * Opens a folder as the target. Every line of every `*.ndjson` file is one product whose delivery took effect:
 * `{"clientId", "channelId", "submissionId", "product": {"__ID", …}}`. Files are ordered by modification time.
 */
export async function openTargetFolder(folder: string): Promise<Target> {
  await mkdir(folder, { recursive: true });
  return {
    address: folder,
    canRefuse: false,
    lastChange: () => 0,
    arrivals: () => readArrivals(folder),
    async leftovers(clientId) {
      const arrivals = await readArrivals(folder);
      const left = arrivals.filter((one) => one.clientId === clientId).length;
      return left === 0 ? [] : [`${left} products of ${clientId} remain`];
    },
    recognizedRepeats: () => 0,
    refusedProducts: () => [],
    close: () => Promise.resolve(),
  };
}

async function readArrivals(folder: string): Promise<Arrival[]> {
  const names = await readdir(folder, { recursive: true });
  const arrivals: Arrival[] = [];
  for (const name of names.filter((one) => one.endsWith('.ndjson'))) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    arrivals.push(...lines.map((line) => ({ ...readLine(line, name), order: mtimeMs })));
  }
  return arrivals.toSorted((a, b) => a.order - b.order);
}

function readLine(line: string, name: string): Omit<Arrival, 'order'> {
  const value: unknown = JSON.parse(line);
  const { product, ...ids } = membersOf(value);
  const texts = [ids['clientId'], ids['channelId'], ids['submissionId'], membersOf(product)['__ID']];
  const [clientId, channelId, submissionId, productId] = texts.filter((one) => typeof one === 'string');
  if (clientId === undefined || channelId === undefined || submissionId === undefined || productId === undefined)
    throw new Error(`A line of ${name} lacks clientId, channelId, submissionId or product.__ID.`);
  return { clientId, channelId, submissionId, productId };
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
