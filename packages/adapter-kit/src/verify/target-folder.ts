import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Arrival, DeliveredShape } from './evidence.ts';
import type { Target } from './target.ts';

const shapeEnd = '.shape.ndjson';

/**
 * Opens a folder as the target. A line of a `*.ndjson` file is one product whose delivery took effect. Two kinds of files are exceptions: a
 * line of a `*.withdrawn.ndjson` file is a product that was removed from the channel, and a line of a `*.shape.ndjson` file is a product in
 * the channel shape. Files are ordered by modification time. Format of a line: `{"clientId", "channelId", "submissionId", "product":
 * {"__ID", …}}`
 */
export async function openTargetFolder(folder: string): Promise<Target> {
  await mkdir(folder, { recursive: true });
  return {
    address: folder,
    canRefuse: false,
    lastChange: () => readLastChange(folder),
    arrivals: () => readArrivals(folder),
    async leftovers(clientId) {
      const arrivals = await readArrivals(folder);
      const left = arrivals.filter((one) => one.clientId === clientId).length;
      return left === 0 ? [] : [`${left} products of ${clientId} remain`];
    },
    async stillThere(clientId, productIds) {
      const own = ({ clientId: owner }: Arrival) => owner === clientId;
      const delivered = (await readArrivals(folder)).filter(own);
      const withdrawn = (await readArrivals(folder, true)).filter(own);
      const lastOrder = (arrivals: Arrival[], productId: string) =>
        arrivals.findLast((one) => one.productId === productId)?.order ?? 0;
      // A product that is in no file also counts as removed.
      return productIds.filter(
        (id) => lastOrder(delivered, id) > 0 && lastOrder(delivered, id) >= lastOrder(withdrawn, id),
      );
    },
    shapes: () => readShapes(folder),
    recognizedRepeats: () => 0,
    refusedProducts: () => [],
    close: () => Promise.resolve(),
  };
}

/** Returns the latest modification time of the `*.ndjson` files, or 0 if there are none. */
async function readLastChange(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  let last = 0;
  for (const name of names.filter((name) => name.endsWith('.ndjson'))) {
    // the adapter may have removed or renamed the file meanwhile
    const found = await stat(join(folder, name)).catch(() => undefined);
    last = Math.max(last, found?.mtimeMs ?? 0);
  }
  return last;
}

async function readArrivals(folder: string, isWithdrawal = false): Promise<Arrival[]> {
  const names = await readdir(folder, { recursive: true });
  const arrivals: Arrival[] = [];
  const files = names.filter(
    (name) =>
      name.endsWith('.ndjson') && !name.endsWith(shapeEnd) && name.endsWith('.withdrawn.ndjson') === isWithdrawal,
  );
  for (const name of files) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    arrivals.push(...lines.map((line) => ({ ...readLine(line, name), order: mtimeMs })));
  }
  return arrivals.toSorted((a, b) => a.order - b.order);
}

/** Reads the values of `*.shape.ndjson` files. Each line is a product in the channel shape. */
async function readShapes(folder: string): Promise<DeliveredShape[]> {
  const names = await readdir(folder, { recursive: true });
  const shapes: DeliveredShape[] = [];
  for (const name of names.filter((one) => one.endsWith(shapeEnd))) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line !== '');
    for (const line of lines) {
      const { values } = membersOf(membersOf(JSON.parse(line))['product']);
      shapes.push({ productId: readLine(line, name).productId, values });
    }
  }
  return shapes;
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
