import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Arrival } from './evidence.ts';
import type { Target } from './target.ts';

/**
 * A folder that an adapter writes to. Every line of every `*.ndjson` file in it is one product that took effect:
 * `{"clientId", "channelId", "submissionId", "product": {"__ID", …}}`. Files count in the order in which they were written last.
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
      return left === 0 ? [] : [`${left} products of ${clientId} are still there`];
    },
    harmlessRepeats: () => 0,
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
  const { clientId, channelId, submissionId, product }: Record<string, unknown> = { ...Object(value) };
  const productId: unknown =
    typeof product === 'object' && product !== null && '__ID' in product ? product.__ID : undefined;
  const texts = [clientId, channelId, submissionId, productId].filter((one) => typeof one === 'string');
  if (texts.length < 4) throw new Error(`A line of ${name} lacks clientId, channelId, submissionId or product.__ID.`);
  const [a = '', b = '', c = '', d = ''] = texts;
  return { clientId: a, channelId: b, submissionId: c, productId: d };
}
