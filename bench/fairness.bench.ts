// npm run bench -- fairness [--steps 30] [--json]
// Measures one client (p95) while another client misbehaves, and the health check (p99) while callers without a credential send large
// bodies. The floor of each figure is the same measurement on a quiet server.
import { parseArgs } from 'node:util';
import {
  anonymousBodies,
  type Attack,
  costlyQueries,
  startSlowOrigins,
  stoppedImports,
  type Target,
  trickledImports,
  unreadExports,
} from './fairness/attacks.ts';
import { startOtherClient } from './fairness/other-client.ts';
import { seedProducts } from './edits/floor.ts';
import { startBenchServer } from './import/bench-server.ts';
import { percentile } from './import/small-gets.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({ options: { steps: { type: 'string', default: '30' }, json: { type: 'boolean' } } });
const steps = Number(values.steps);
process.env['PIMENTO_DOWNLOAD_ALLOW'] = '127.0.0.0/8';

await using server = await startBenchServer();
const bad: Target = { baseUrl: server.baseUrl, secret: (await seedProducts(server, 20_000)).secret };
await server.call('POST', '/console/clients', server.operatorSecret, { clientId: 'other', name: 'other' });
const key = { kind: 'client', name: 'bench', clientId: 'other' };
const made = (await server.call('POST', '/console/keys', server.operatorSecret, key)) as { secret: string }; // as the contract says
await using other = await startOtherClient({ baseUrl: server.baseUrl, secret: made.secret });

async function measure(times: number, step: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  for (let done = 0; done < times; done++) {
    const started = performance.now();
    await step();
    latencies.push(performance.now() - started);
  }
  return latencies;
}

/** Uploads pictures that take long to decode, and makes the server download files from very slow servers. */
async function costlyAssets(): Promise<Attack> {
  const origins = await startSlowOrigins(3);
  const filters = '<filter id="f"><feGaussianBlur stdDeviation="90"/></filter>';
  const shapes = '<rect width="5000" height="5000" filter="url(#f)"/>'.repeat(40);
  const pictures = Array.from({ length: 10 }, (_, index) => `slow${index}.svg`);
  const urls = origins.urls.flatMap((url) => Array.from({ length: 40 }, (_, index) => `${url}/${index}`));
  const picture = {
    id: 'picture',
    name: 'Picture',
    compositeAttribute: null,
    type: { id: 'asset', multiValue: false },
  };
  await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', bad.secret, [picture]);
  const products = [...pictures, ...urls].map((value, index) => ({ __ID: `asset${index}`, picture: value }));
  await server.call('POST', '/api/import/v1/feeds/master', bad.secret, { products });
  for (const name of pictures) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"><!--${name}-->${filters}${shapes}</svg>`;
    const form = new FormData();
    form.set('file', new Blob([svg], { type: 'image/svg+xml' }), name);
    const url = `${server.baseUrl}/api/asset/v1/assets/upload?assetId=${name}`;
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${bad.secret}` }, body: form });
  }
  return origins;
}

const names = ['import', 'export', 'read', 'thumbnail', 'download'] as const;
const health = async () => (await fetch(`${server.baseUrl}/healthz`)).arrayBuffer();
const quiet = new Map<string, number>();
for (const name of names) {
  await measure(5, other.steps[name]); // warms up connections and caches
  quiet.set(name, percentile(await measure(steps, other.steps[name]), 0.95));
}
const quietHealth = percentile(await measure(300, health), 0.99);

const attacks: Record<string, { start: () => Attack | Promise<Attack>; hits: readonly (typeof names)[number][] }> = {
  'trickled-imports': { start: () => trickledImports(bad), hits: ['import', 'read'] },
  'stopped-imports': { start: () => stoppedImports(bad), hits: ['import', 'read'] },
  'unread-exports': { start: () => unreadExports(bad), hits: ['export', 'read'] },
  'costly-queries': { start: () => costlyQueries(bad), hits: ['read', 'import', 'export'] },
  'costly-assets': { start: costlyAssets, hits: ['download', 'thumbnail', 'read'] },
};
const results: BenchResult[] = [];
for (const [attack, { start, hits }] of Object.entries(attacks)) {
  await using _running = await start();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const name of hits) {
    const p95 = percentile(await measure(steps, other.steps[name]), 0.95);
    results.push(result(`${attack} ${name}`, p95, 'ms', quiet.get(name) ?? Number.NaN));
  }
}
{
  await using _running = anonymousBodies(server.baseUrl);
  results.push(result('anonymous healthz', percentile(await measure(300, health), 0.99), 'ms', quietHealth));
}
printResults('fairness', results);
