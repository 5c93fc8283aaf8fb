// npm run bench -- fairness [--steps 30] [--only costly-queries,stopped-imports] [--products 20000] [--json]
// Measures the response times of one client (p95), and for some attacks those of the health check (p99), while another client misbehaves
// or callers without a credential send large bodies. The floor of each figure is the same measurement on the quiet server directly before.
// The floor is measured twice, and the table shows how much the two measurements differ.
import { parseArgs } from 'node:util';
import { type AttackName, attackNames, startAttack } from './fairness/attacker.ts';
import type { Target } from './fairness/attacks.ts';
import { startOtherClient } from './fairness/other-client.ts';
import { seedProducts } from './edits/floor.ts';
import { startBenchServer } from './import/bench-server.ts';
import { percentile } from './import/small-gets.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '30' },
    only: { type: 'string' },
    products: { type: 'string', default: '20000' },
    json: { type: 'boolean' },
  },
});
const times = Number(values.steps);
process.env['PIMENTO_DOWNLOAD_ALLOW'] = '127.0.0.0/8';

await using server = await startBenchServer();
const { baseUrl, operatorSecret } = server;
const bad: Target = { baseUrl, operatorSecret, ...(await seedProducts(server, Number(values.products))) };
await server.call('POST', '/console/clients', server.operatorSecret, { clientId: 'other', name: 'other' });
const key = { kind: 'client', name: 'bench', clientId: 'other' };
const made = (await server.call('POST', '/console/keys', server.operatorSecret, key)) as { secret: string }; // the contract declares this type
await using other = await startOtherClient({ baseUrl: server.baseUrl, secret: made.secret });

const steps = {
  ...other.steps,
  health: async () => void (await (await fetch(`${server.baseUrl}/healthz`)).arrayBuffer()),
};
type Step = keyof typeof steps;

async function measure(name: Step): Promise<number[]> {
  const latencies: number[] = [];
  const count = name === 'health' ? 10 * times : times;
  for (let done = 0; done < count; done++) {
    const started = performance.now();
    await steps[name]();
    latencies.push(performance.now() - started);
  }
  return latencies;
}
const figureOf = (name: Step, latencies: number[]) => percentile(latencies, name === 'health' ? 0.99 : 0.95);

const hits: Record<AttackName, readonly Step[]> = {
  'trickled-imports': ['import', 'read'],
  'stopped-imports': ['import', 'read'],
  'unread-exports': ['export', 'read'],
  'repeated-exports': ['export', 'read', 'import'],
  'costly-queries': ['read', 'import', 'export'],
  'anonymous-bodies': ['health', 'read'],
  'repeated-archives': ['health', 'read', 'export'],
  'costly-assets': ['download', 'thumbnail', 'read'],
  'client-deletion': ['health', 'read', 'import', 'export'],
};
const only = values.only?.split(',');
const attacks = attackNames.filter((name) => only?.includes(name) ?? name !== 'client-deletion');
const results: BenchResult[] = [];
for (const attack of attacks) {
  const quiet = new Map<Step, number>();
  for (const name of hits[attack]) {
    await measure(name); // warms up connections and caches
    const [first, second] = [await measure(name), await measure(name)];
    quiet.set(name, figureOf(name, [...first, ...second]));
    results.push(result(`quiet ${name}, twice`, figureOf(name, second), 'ms', figureOf(name, first)));
  }
  await using _running = await startAttack(attack, bad);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const name of hits[attack]) {
    const figure = figureOf(name, await measure(name));
    results.push(result(`${attack} ${name}`, figure, 'ms', quiet.get(name) ?? Number.NaN));
  }
}
printResults('fairness', results);
