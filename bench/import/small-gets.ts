import { parentPort, Worker, workerData } from 'node:worker_threads';

/** Measures small GETs in a separate thread, so that the sender of the import does not disturb them. */
export function startSmallGets(url: string, secret: string): { stop(): Promise<number[]> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, secret } });
  return {
    stop() {
      return new Promise((resolve, reject) => {
        worker.once('message', (latencies: number[]) => {
          void worker.terminate();
          resolve(latencies);
        });
        worker.once('error', reject);
        worker.postMessage('stop');
      });
    },
  };
}

/** Returns the quantile of the values at `share`, which is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function measure(url: string, secret: string): Promise<void> {
  const latencies: number[] = [];
  let stopped = false;
  parentPort?.once('message', () => {
    stopped = true;
  });
  while (!stopped) {
    const started = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`small GET: ${answer.status}`);
    latencies.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  parentPort?.postMessage(latencies);
}

const given = workerData as { url: string; secret: string } | null; // set by startSmallGets, or null if this file is only imported
if (given && parentPort) await measure(given.url, given.secret);
