import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Adapter, type Batch, type Hooks, runAdapter, type RunOptions } from '../src/index.ts';
import { readScenario, type Simulator, startSimulator } from '../src/simulator/index.ts';

const quick = {
  poll: { minMs: 20, maxMs: 40 },
  backOff: { firstMs: 10, maxMs: 100 },
  retry: { firstMs: 10, maxMs: 50 },
} satisfies Partial<RunOptions>;

export interface Delivered {
  clientId: string;
  submissionId: string;
  productId: string;
}

export interface Bench {
  simulator: Simulator;
  delivered: Delivered[];
  lines: string[];
  /** Runs the adapter, by default until no work is left. The parameters override parts of the adapter and its options. */
  run(adapter?: Partial<Adapter>, options?: Partial<RunOptions>): ReturnType<typeof runAdapter>;
}

/** Starts a simulator with a scenario, and creates an adapter that records the products that it receives. */
export async function startBench(test: TestContext, scenario: unknown): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'kit-'));
  const simulator = await startSimulator(readScenario(scenario));
  test.after(async () => {
    await simulator.close();
    await rm(folder, { recursive: true });
  });
  const delivered: Delivered[] = [];
  const lines: string[] = [];
  const hooks: Hooks = { log: (...line) => lines.push(JSON.stringify(line)) };
  return {
    simulator,
    delivered,
    lines,
    run: (adapter = {}, options = {}) =>
      runAdapter(
        {
          authenticate: () => Promise.resolve({ isValid: true }),
          deliver(batch: Batch) {
            delivered.push(...namesOf(batch));
            return Promise.resolve();
          },
          disconnect: () => Promise.resolve(),
          ...adapter,
        },
        {
          baseUrl: simulator.baseUrl,
          credential: simulator.secret,
          journalFile: join(folder, 'journal.ndjson'),
          once: true,
          hooks,
          ...quick,
          ...options,
        },
      ),
  };
}

export function namesOf({ submission: { clientId, submissionId }, products }: Batch): Delivered[] {
  return products.map((product) => ({ clientId, submissionId, productId: product.__ID }));
}
