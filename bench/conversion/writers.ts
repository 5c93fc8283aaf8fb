import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer } from '../import/bench-server.ts';
import { type Catalogue, productIdAt } from './seed.ts';

/** Durations of the writes in milliseconds. */
export interface WriteTimes {
  edits: number[];
  imports: number[];
}

const pauseMs = 20;
/** Number of products in a small import. */
const perImport = 100;
/** A prime number, so that consecutive writes reach distant products. */
const stride = 7919;

/**
 * Writes to a catalogue until `stop` is called. One loop edits single products, and a concurrent loop sends small imports.
 * @param label makes the written values different from those of other writers
 */
export function startWriters(
  server: BenchServer,
  { secret, products }: Catalogue,
  label: string,
): { stop(): Promise<WriteTimes> } {
  let isStopped = false;
  let count = 0;

  async function write(path: string, ids: readonly string[]): Promise<number> {
    const color = `${label} ${count++}`;
    const started = performance.now();
    const body = { products: ids.map((id) => ({ __ID: id, color })) };
    const report = await server.call('POST', path, secret, body);
    const { updated } = report as { updated: number }; // as the contract declares
    if (updated !== ids.length) throw new Error(JSON.stringify(report).slice(0, 500));
    return performance.now() - started;
  }
  async function repeat(path: string, size: number): Promise<number[]> {
    const times: number[] = [];
    for (let turn = 0; !isStopped; turn++) {
      const ids = Array.from({ length: size }, (_, at) => productIdAt(((turn * size + at) * stride) % products));
      times.push(await write(path, ids));
      await sleep(pauseMs);
    }
    return times;
  }
  const path = '/api/import/v1/feeds/master';
  const edits = repeat(`${path}?origin=edit`, 1);
  const imports = repeat(path, perImport);
  // `stop` reports a failure. Until then, it must not end the process.
  for (const running of [edits, imports]) running.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      return { edits: await edits, imports: await imports };
    },
  };
}
