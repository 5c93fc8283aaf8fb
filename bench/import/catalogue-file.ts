import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, globSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/** Folder next to the repository with the real catalogues and the generator. */
const shared = process.env['PIMENTO_SHARED'] ?? join(import.meta.dirname, '../../../shared');
const generator = join(shared, 'tools/make-catalog.mjs');

export const canGenerate = (): boolean => existsSync(generator);

/**
 * Catalogues that can share one client. Other catalogues cannot, because their `categories` is sometimes a string and sometimes a list.
 * A product takes 1.1 kB on average, and has two-level composites, lists of values and packaging.
 */
const catalogues = ['electronics-network-devices', 'fashion-magento', 'packaging-hierarchy-sealed'];

/** Writes `count` products generated from the real catalogues, one per line. */
export async function writeProducts(path: string, count: number): Promise<void> {
  const inputs = catalogues.map((name) => join(shared, 'data', name, 'import.json')).join(',');
  const child = spawn(
    process.execPath,
    [generator, '--in', inputs, '--count', String(count), '--format', 'ndjson', '--quiet', '--out', path],
    { stdio: 'inherit' },
  );
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('exit', resolve);
  if ((await promise) !== 0) throw new Error('the catalogue could not be generated');
  await settle(path);
}

/** Syncs a file to disk. A sync during the import would be measured as part of the import. */
async function settle(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/** Reads the definitions that the generated products need. Each element of the result is the body of one request. */
export function readDefinitions(): unknown[][] {
  const files = globSync(join(shared, `data/{${catalogues.join(',')}}/attributes*.json`));
  return files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown[]); // the description of the data guarantees arrays
}

/** Reads the lines of a file, split only at line feeds. node:readline also splits at U+2028, which occurs in real products. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + String(piece)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * Splits a file of products, one per line, into import bodies `{"products":[…]}`.
 * @param bodyOf returns the index of the target file for a line, and the text to write, or undefined to omit the line
 * @returns the number of products in each target file
 */
export async function writeBodies(
  source: string,
  targets: string[],
  bodyOf: (line: string, index: number) => { target: number; line: string } | undefined,
): Promise<number[]> {
  const outs = targets.map((target) => createWriteStream(target, { highWaterMark: 1 << 20 }));
  const counts = targets.map(() => 0);
  const waiting = outs.map(() => ['{"products":[\n']);
  let index = 0;
  for await (const line of linesOf(source)) {
    const placed = bodyOf(line, index++);
    if (!placed) continue;
    const lines = waiting[placed.target];
    const out = outs[placed.target];
    if (!lines || !out) continue;
    lines.push(`${(counts[placed.target] ?? 0) === 0 ? '' : ',\n'}${placed.line}`);
    counts[placed.target] = (counts[placed.target] ?? 0) + 1;
    if (lines.length < 1000) continue;
    if (!out.write(lines.join(''))) await once(out, 'drain');
    lines.length = 0;
  }
  for (const [at, out] of outs.entries()) {
    out.end(`${waiting[at]?.join('') ?? ''}\n]}\n`);
    await finished(out);
  }
  await Promise.all(targets.map(settle));
  return counts;
}
